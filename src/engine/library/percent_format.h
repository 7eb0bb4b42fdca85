// `format % values`, as Python has it.
#ifndef GALLEY_ENGINE_LIBRARY_PERCENT_FORMAT_H_
#define GALLEY_ENGINE_LIBRARY_PERCENT_FORMAT_H_

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// `format` is a string.  A tuple holds one value for each field, a map the values
// of named fields; anything else is the one value.  Markup escapes what it prints.
Value PercentFormat(CallContext& cx, const Value& format, const Value& args);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_PERCENT_FORMAT_H_
