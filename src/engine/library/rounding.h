// The three ways of the filter `round`.
#ifndef GALLEY_ENGINE_LIBRARY_ROUNDING_H_
#define GALLEY_ENGINE_LIBRARY_ROUNDING_H_

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Python's round(value, precision): halves of what the number is exactly go to
// the even digit.  An integer stays one.
Value RoundToNearest(CallContext& cx, const Value& value, const Value& precision);

// `ceil(value * 10 ** precision) / 10 ** precision`, and the same with floor;
// always a float.
Value RoundUp(CallContext& cx, const Value& value, const Value& precision);
Value RoundDown(CallContext& cx, const Value& value, const Value& precision);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_ROUNDING_H_
