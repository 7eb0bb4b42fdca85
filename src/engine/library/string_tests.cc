// Methods of strings that ask what their characters are.

#include <cstddef>
#include <cstdint>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

// Whether `holds(properties)` is true of each character from `at` on.
template <class Predicate>
bool HoldsForAll(std::string_view text, size_t at, Predicate holds) noexcept {
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    if (!holds(PropertiesOf(next.value))) return false;
    at += next.size;
  }
  return true;
}

Value AllHave(CallContext& cx, const Value& text, uint16_t any_of) {
  if (!PayPerCharacter(cx, text.size())) return Value();
  const auto has = [any_of](uint16_t properties) { return (properties & any_of) != 0; };
  return Value::Bool(text.size() > 0 && HoldsForAll(text.as_string(), 0, has));
}

// At least one character has `wanted`, and none has any of `refused`.
Value OnlyCase(CallContext& cx, const Value& text, uint16_t wanted, uint16_t refused) {
  if (!PayPerCharacter(cx, text.size())) return Value();
  uint16_t seen = 0;
  const bool clean = HoldsForAll(text.as_string(), 0, [&](uint16_t properties) {
    seen |= properties;
    return !(properties & refused);
  });
  return Value::Bool(clean && (seen & wanted));
}

}  // namespace

Value StrIsalnum(CallContext& cx, std::span<const Value> args) {
  return AllHave(cx, args[0], kCharAlnum);
}

Value StrIsalpha(CallContext& cx, std::span<const Value> args) {
  return AllHave(cx, args[0], kCharAlpha);
}

Value StrIsascii(CallContext& cx, std::span<const Value> args) {
  if (!cx.meter().StepBytes(args[0].size())) return Value();
  return Value::Bool(IsAscii(args[0].as_string()));
}

Value StrIsdecimal(CallContext& cx, std::span<const Value> args) {
  return AllHave(cx, args[0], kCharDecimal);
}

Value StrIsdigit(CallContext& cx, std::span<const Value> args) {
  return AllHave(cx, args[0], kCharDigit);
}

Value StrIsidentifier(CallContext& cx, std::span<const Value> args) {
  const std::string_view text = args[0].as_string();
  if (!PayPerCharacter(cx, text.size())) return Value();
  if (text.empty()) return Value::Bool(false);
  const CodePoint first = DecodeUtf8(text, 0);
  const auto goes_on = [](uint16_t properties) { return (properties & kCharName) != 0; };
  return Value::Bool(HasProperty(first.value, kCharNameStart) &&
                     HoldsForAll(text, first.size, goes_on));
}

Value StrIslower(CallContext& cx, std::span<const Value> args) {
  return OnlyCase(cx, args[0], kCharLower, kCharUpper | kCharTitle);
}

Value StrIsnumeric(CallContext& cx, std::span<const Value> args) {
  return AllHave(cx, args[0], kCharNumeric);
}

Value StrIsprintable(CallContext& cx, std::span<const Value> args) {
  if (!PayPerCharacter(cx, args[0].size())) return Value();
  const auto printable = [](uint16_t properties) { return (properties & kCharPrintable) != 0; };
  return Value::Bool(HoldsForAll(args[0].as_string(), 0, printable));
}

Value StrIsspace(CallContext& cx, std::span<const Value> args) {
  return AllHave(cx, args[0], kCharSpace);
}

Value StrIstitle(CallContext& cx, std::span<const Value> args) {
  if (!PayPerCharacter(cx, args[0].size())) return Value();
  bool inside_word = false;
  bool any = false;
  const bool titled = HoldsForAll(args[0].as_string(), 0, [&](uint16_t properties) {
    const bool starts = properties & (kCharUpper | kCharTitle);
    const bool goes_on = properties & kCharLower;
    if (starts == inside_word && (starts || goes_on)) return false;
    inside_word = starts || goes_on;
    any |= inside_word;
    return true;
  });
  return Value::Bool(titled && any);
}

Value StrIsupper(CallContext& cx, std::span<const Value> args) {
  return OnlyCase(cx, args[0], kCharUpper, kCharLower | kCharTitle);
}

}  // namespace galley
