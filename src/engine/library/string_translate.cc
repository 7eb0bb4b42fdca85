// Methods of strings that map characters by a table.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/string_methods.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr int64_t kCodePoints = 0x110000;

bool IsCodePoint(int64_t number) noexcept {
  return number >= 0 && number < kCodePoints && (number < 0xD800 || number > 0xDFFF);
}

// What `table[code_point]` gives; false where there is no such item.
bool LookUp(CallContext& cx, const Value& table, char32_t code_point, Value* found) {
  if (!cx.meter().Step()) return false;
  if (table.is_map()) {
    const uint32_t at = FindKey(table, Value::Int(code_point), &cx.meter());
    if (at == kNoPosition) return false;
    *found = table.entries()[at].value;
    return true;
  }
  if (table.is_string()) {
    const std::string_view text = table.as_string();
    if (!cx.meter().StepBytes(std::min<uint64_t>(text.size(), uint64_t{code_point} * 4)))
      return false;
    const size_t at = CodePointOffset(text, code_point);
    if (at >= text.size()) return false;
    *found = Value::String(text.substr(at, DecodeUtf8(text, at).size), table.safe_mark());
    return true;
  }
  if (code_point >= table.size()) return false;
  *found = table.items()[code_point];
  return true;
}

// Writes what a character is mapped to: nothing for none.
bool AppendMapped(CallContext& cx, const Value& mapped, Writer* out) {
  if (mapped.is_none()) return true;
  if (mapped.is_string()) {
    out->Append(mapped.as_string());
    return true;
  }
  if (!mapped.is_int() && !mapped.is_bool()) {
    FailArgument(cx, {"translate", "table"}, "of integers, strings and none", mapped);
    return false;
  }
  if (!IsCodePoint(mapped.as_int())) {
    cx.FailType("`table` of `translate` maps a character to a number that is none");
    return false;
  }
  char bytes[4];
  out->Append({bytes, EncodeUtf8(static_cast<char32_t>(mapped.as_int()), bytes)});
  return true;
}

bool IsTable(const Value& value) noexcept {
  return value.is_map() || value.is_sequence() || value.is_string();
}

// A table from a map: keys of one character become their code points.
Value TableFromMap(CallContext& cx, const Value& map) {
  MapEntry* entries = cx.heap().NewEntries(map.size());
  if (!entries) return Value();
  size_t size = 0;
  for (const MapEntry& entry : EntriesOf(map)) {
    const Value& key = entry.key;
    entries[size] = entry;
    if (key.is_string()) {
      const std::string_view text = key.as_string();
      if (text.empty() || DecodeUtf8(text, 0).size != text.size()) {
        return FailArgument(cx, {"maketrans", "a key"}, "one character", key);
      }
      entries[size].key = Value::Int(DecodeUtf8(text, 0).value);
    } else if (!key.is_int() && !key.is_bool()) {
      return FailArgument(cx, {"maketrans", "a key"}, "a string or an integer", key);
    }
    ++size;
  }
  return cx.heap().NewMap(entries, size);
}

// A table of the characters of `from` to those of `to`, and of `removed` to none.
Value TableFromTexts(CallContext& cx, std::string_view from, std::string_view to,
                     std::string_view removed) {
  const size_t pairs = CountCodePoints(from);
  if (pairs != CountCodePoints(to)) {
    return cx.FailType("the first two arguments of `maketrans` differ in length");
  }
  MapEntry* entries = cx.heap().NewEntries(pairs + CountCodePoints(removed));
  if (!entries) return Value();
  size_t size = 0;
  for (size_t at = 0, to_at = 0; at < from.size();) {
    const CodePoint key = DecodeUtf8(from, at);
    const CodePoint value = DecodeUtf8(to, to_at);
    entries[size++] = {Value::Int(key.value), Value::Int(value.value)};
    at += key.size;
    to_at += value.size;
  }
  for (size_t at = 0; at < removed.size();) {
    const CodePoint key = DecodeUtf8(removed, at);
    entries[size++] = {Value::Int(key.value), Value::None()};
    at += key.size;
  }
  return cx.heap().NewMap(entries, size);
}

}  // namespace

Value StrMaketrans(CallContext& cx, std::span<const Value> args) {
  const Value& from = args[1];
  if (args[2].is_undefined()) {
    if (!from.is_map()) return FailArgument(cx, {"maketrans", "x"}, "a map", from);
    return TableFromMap(cx, from);
  }
  std::string_view from_text;
  std::string_view to_text;
  std::string_view removed;
  if (!ReadString(cx, {"maketrans", "x"}, from, &from_text)) return Value();
  if (!ReadString(cx, {"maketrans", "y"}, args[2], &to_text)) return Value();
  if (!args[3].is_undefined() && !ReadString(cx, {"maketrans", "z"}, args[3], &removed)) {
    return Value();
  }
  return TableFromTexts(cx, from_text, to_text, removed);
}

Value StrTranslate(CallContext& cx, std::span<const Value> args) {
  const std::string_view text = args[0].as_string();
  const Value table = EscapedFor(cx, args[0], args[1]);
  if (text.empty()) return args[0];
  const bool chainable = cx.PolicyFor(table) == UndefinedPolicy::kChainable;
  if (table.is_undefined() && !chainable) return cx.FailUndefined(table);
  if (!IsTable(table)) return FailArgument(cx, {"translate", "table"}, "a map or a list", table);

  HeapWriter out(&cx.heap());
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    const std::string_view character = text.substr(at, next.size);
    at += next.size;
    Value mapped;
    if (!LookUp(cx, table, next.value, &mapped)) {
      out.Append(character);
      if (cx.stopped()) return Value();
      continue;
    }
    if (!AppendMapped(cx, mapped, &out)) return Value();
  }
  return out.Finish(args[0].safe_mark());
}

}  // namespace galley
