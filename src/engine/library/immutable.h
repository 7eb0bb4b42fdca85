// Methods that would change their operand.  Values are immutable, so there is one
// function for all of them, and it fails.
#ifndef GALLEY_ENGINE_LIBRARY_IMMUTABLE_H_
#define GALLEY_ENGINE_LIBRARY_IMMUTABLE_H_

#include <span>
#include <string>
#include <string_view>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

Value RefuseChange(CallContext& cx, std::span<const Value> args);

inline bool ChangesOperand(const Builtin& method) noexcept {
  return method.function == RefuseChange;
}

// Why the method `name` of a list or map is refused.
std::string WhyRefused(Kind kind, std::string_view name);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_IMMUTABLE_H_
