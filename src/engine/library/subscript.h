// What GetItem, GetAttribute and the filters that look things up share.
#ifndef GALLEY_ENGINE_LIBRARY_SUBSCRIPT_H_
#define GALLEY_ENGINE_LIBRARY_SUBSCRIPT_H_

#include <string_view>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// The attribute of an object as Python has it: a method, an attribute of a
// namespace, `grouper` of a group; never an item of a map.  False where there is
// none.  A method that would change its operand is undefined.
[[nodiscard]] bool FindOwnAttribute(CallContext& cx, const Value& object, std::string_view name,
                                    Value* attribute);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_SUBSCRIPT_H_
