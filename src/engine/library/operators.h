// The operators of Jinja on values, as Python has them.  Failures go to the call
// context; what is returned then is undefined.  Undefined operands fail as
// Jinja2's undefined types do.
#ifndef GALLEY_ENGINE_LIBRARY_OPERATORS_H_
#define GALLEY_ENGINE_LIBRARY_OPERATORS_H_

#include <cstdint>
#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

Value Add(CallContext& cx, const Value& a, const Value& b);
Value Subtract(CallContext& cx, const Value& a, const Value& b);
Value Multiply(CallContext& cx, const Value& a, const Value& b);
Value Divide(CallContext& cx, const Value& a, const Value& b);
Value FloorDivide(CallContext& cx, const Value& a, const Value& b);
Value Modulo(CallContext& cx, const Value& a, const Value& b);  // on a string: % formatting
Value Power(CallContext& cx, const Value& a, const Value& b);
Value Negate(CallContext& cx, const Value& a);
Value Plus(CallContext& cx, const Value& a);

// `a ~ b ~ c`: the text of each, joined.  Where output is escaped and a part is
// markup, the others are escaped and the whole is markup, unless that is to be forgotten.
Value Concatenate(CallContext& cx, std::span<const Value> parts, bool forgets_markup = false);

enum class Comparison : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,
  kNotIn,
};
bool CompareValues(CallContext& cx, Comparison comparison, const Value& a, const Value& b);

// Truth as the undefined policy has it: a strict undefined fails.
bool Truth(CallContext& cx, const Value& value);

// `a[key]`, `a.name` and `a[start:stop:step]` as the immutable sandbox of Jinja2
// has them.  What is not there is undefined; undefined operands fail unless the
// policy chains.  `GetAttribute` finds methods before items, `GetItem` after.  None
// stands for a part of a slice that is not written.
Value GetItem(CallContext& cx, const Value& object, const Value& key);
Value GetAttribute(CallContext& cx, const Value& object, const Value& name);
Value GetSlice(CallContext& cx, const Value& object, const Value& start, const Value& stop,
               const Value& step);

// The items that iterating over `value` gives: of a list or tuple itself, of a map
// its keys, of a string its characters, of undefined nothing (or a failure, as the
// policy says).  Fails for what cannot be iterated.  A generator is used up by it.
std::span<const Value> Iterate(CallContext& cx, const Value& value);

// The text of a value as it is printed: str(), with undefined as the policy has
// it.  A string is returned as it is.
Value ToText(CallContext& cx, const Value& value);
// Escaped for HTML unless it is markup; always markup.
Value Escape(CallContext& cx, const Value& value);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_OPERATORS_H_
