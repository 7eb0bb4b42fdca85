// Maps made while rendering: `dict(...)`, `namespace(...)`, `{...}`.
#ifndef GALLEY_ENGINE_LIBRARY_MAKE_MAP_H_
#define GALLEY_ENGINE_LIBRARY_MAKE_MAP_H_

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// True, and fails, where `key` is an undefined value that may not be used, or a tuple that
// holds one.
[[nodiscard]] bool FailStrictKey(CallContext& cx, const Value& key);
// False, and fails, for what cannot be a key: a list, a map, a tuple that holds
// one, a strict undefined.
[[nodiscard]] bool RequireKey(CallContext& cx, const Value& key);

// Python's dict(source, **keywords): `source` is a map or iterates over pairs.
Value MakeMap(CallContext& cx, const Value& source, const Value& keywords);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_MAKE_MAP_H_
