// Python's len().
#ifndef GALLEY_ENGINE_LIBRARY_LENGTH_H_
#define GALLEY_ENGINE_LIBRARY_LENGTH_H_

#include <cstddef>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Characters of a string, items of a sequence, entries of a map, nothing of an
// undefined; fails for what has no length, generators included.
[[nodiscard]] bool LengthOf(CallContext& cx, const Value& value, size_t* length);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_LENGTH_H_
