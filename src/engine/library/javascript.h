// Values as JavaScript has them: truth, text, own fields, loose equality.
//
// There are no prototypes: a value has the fields that its data has, and lists and
// strings have `length` and their items.
#ifndef GALLEY_ENGINE_LIBRARY_JAVASCRIPT_H_
#define GALLEY_ENGINE_LIBRARY_JAVASCRIPT_H_

#include <cstdint>
#include <string_view>

#include "base/writer.h"
#include "engine/library/builtin.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

inline bool IsNothing(const Value& value) noexcept {
  return value.is_undefined() || value.is_none();
}

// False, zero, the empty string, none and undefined.
bool IsFalsy(const Value& value) noexcept;

// As the `isEmpty` of Handlebars.js: what is falsy but zero, and the empty list.
bool IsEmpty(const Value& value) noexcept;

// True where a section over `value` shows its body.
inline bool ShowsSection(const Value& value) noexcept {
  if (value.is_bool()) return value.as_bool();
  return !IsNothing(value) && !(value.is_sequence() && value.size() == 0);
}

// The own field `name` of anything but a map, or undefined.
Value FieldOfOther(CallContext& cx, const Value& value, std::string_view name);

inline Value FieldOf(CallContext& cx, const Value& value, std::string_view name, uint32_t hash) {
  if (!value.is_map()) return FieldOfOther(cx, value, name);
  const uint32_t at = FindKey(value, name, hash);
  return at == kNoPosition ? Value() : value.entries()[at].value;
}

// True where `value` is a list or map that has the field: what strict templates ask.
bool HasField(const Value& value, std::string_view name) noexcept;

// `String(value)` as a string value; strings are returned as they are.
Value JsText(CallContext& cx, const Value& value);

// The name of the field that `key` means: undefined and none have names too.
Value FieldName(CallContext& cx, const Value& key);

// True where `trim` would leave nothing.
bool IsJsBlank(std::string_view text) noexcept;

// `a == b`.
bool LooselyEquals(CallContext& cx, const Value& a, const Value& b);

// Writes `text` with `&`, `<`, `>`, `"`, `'`, the backtick and `=` as character references,
// as Handlebars.js does.
void AppendJsEscaped(std::string_view text, Writer* out) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_JAVASCRIPT_H_
