// Equality without conversions, as JavaScript's `===` has it for scalars.
#ifndef GALLEY_RENDER_STRICT_EQUAL_H_
#define GALLEY_RENDER_STRICT_EQUAL_H_

#include "value/scalars.h"
#include "value/value.h"

namespace galley::chat {

inline bool IsPlainNumber(const Value& value) noexcept {
  return value.is_int() || value.is_double();
}

// False for lists and maps, and for undefined, which equals nothing.
inline bool StrictlyEqual(const Value& a, const Value& b) noexcept {
  if (IsPlainNumber(a) && IsPlainNumber(b)) return CompareNumbers(a, b) == Order::kEqual;
  if (a.kind() != b.kind()) return false;
  if (a.is_string()) return a.as_string() == b.as_string();
  if (a.is_bool()) return a.as_bool() == b.as_bool();
  return a.is_none();
}

}  // namespace galley::chat

#endif  // GALLEY_RENDER_STRICT_EQUAL_H_
