// Follows the abstract operations of ECMAScript for what data can be: ToNumber, ToString,
// ToPrimitive, ==.
#include "engine/library/javascript.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "value/convert.h"
#include "value/print.h"

namespace galley {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

// The number that a name of digits only means, as an array has it: `0`, `12`, not `01`.
bool ReadIndex(std::string_view name, uint64_t* index) noexcept {
  if (name.empty() || name.size() > 10 || (name[0] == '0' && name.size() > 1)) return false;
  uint64_t number = 0;
  for (const char digit : name) {
    if (digit < '0' || digit > '9') return false;
    number = number * 10 + static_cast<uint64_t>(digit - '0');
  }
  *index = number;
  return true;
}

// The UTF-16 unit of a string; half a character is a replacement character.
Value UnitAt(CallContext& cx, const Value& value, uint64_t index) {
  const std::string_view text = value.as_string();
  if (!cx.meter().StepBytes(text.size())) return Value();
  for (size_t at = 0; at < text.size();) {
    const CodePoint decoded = DecodeUtf8(text, at);
    const uint64_t units = decoded.value > 0xFFFF ? 2 : 1;
    if (index < units) {
      if (units == 2) return Value::String(kReplacement);
      return Value::String(text.substr(at, decoded.size));
    }
    index -= units;
    at += decoded.size;
  }
  return Value();
}

double NumberOf(const Value& value) noexcept {
  return value.is_double() ? value.as_double() : static_cast<double>(value.as_int());
}

// `Number(text)`.
double NumberIn(std::string_view text) noexcept {
  const size_t begin = text.find_first_not_of(" \t\n\r\v\f");
  if (begin == std::string_view::npos) return 0;
  text = text.substr(begin, text.find_last_not_of(" \t\n\r\v\f") - begin + 1);
  if (text.find_first_not_of("+-.0123456789eE") != std::string_view::npos) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  double number;
  const bool is_number = ParseDouble(text, &number) != NumberResult::kNotANumber;
  return is_number ? number : std::numeric_limits<double>::quiet_NaN();
}

bool IsObject(const Value& value) noexcept {
  return value.is_map() || value.is_sequence() || value.is_function();
}

bool SameObject(const Value& a, const Value& b) noexcept {
  if (a.kind() != b.kind() || a.size() != b.size()) return false;
  return a.is_map()        ? a.entries() == b.entries()
         : a.is_function() ? a.function() == b.function()
                           : a.items().data() == b.items().data();
}

// A list or map as the text or number that it is compared as.
bool EqualPrimitives(CallContext& cx, const Value& a, const Value& b) {
  if (a.is_string() && b.is_string()) {
    if (a.IsSame(b)) return true;
    return cx.meter().StepBytes(a.size()) && a.as_string() == b.as_string();
  }
  const double left = a.is_string() ? NumberIn(a.as_string()) : NumberOf(a);
  const double right = b.is_string() ? NumberIn(b.as_string()) : NumberOf(b);
  return left == right;
}

constexpr std::array<std::string_view, 128> MakeReferences() {
  std::array<std::string_view, 128> references{};
  references['&'] = "&amp;";
  references['<'] = "&lt;";
  references['>'] = "&gt;";
  references['"'] = "&quot;";
  references['\''] = "&#x27;";
  references['`'] = "&#x60;";
  references['='] = "&#x3D;";
  return references;
}

constexpr std::array<std::string_view, 128> kReferences = MakeReferences();

// Sixteen bytes that are compared at once; g++ and clang both know such vectors.
constexpr size_t kBlock = 16;
using Block [[gnu::vector_size(kBlock)]] = unsigned char;

bool HasEscaped(const char* bytes) noexcept {
  Block block;
  std::memcpy(&block, bytes, kBlock);
  const auto escaped = (block == '&') | (block == '<') | (block == '>') | (block == '"') |
                       (block == '\'') | (block == '`') | (block == '=');
  uint64_t halves[2];
  std::memcpy(halves, &escaped, kBlock);
  return (halves[0] | halves[1]) != 0;
}

std::string_view ReferenceOf(char byte) noexcept {
  return static_cast<unsigned char>(byte) < 128 ? kReferences[static_cast<unsigned char>(byte)]
                                                : std::string_view();
}

// The offset of the first byte from `at` on that is escaped, or text.size().
size_t FindEscaped(std::string_view text, size_t at) noexcept {
  while (text.size() - at >= kBlock && !HasEscaped(text.data() + at)) at += kBlock;
  while (at < text.size() && ReferenceOf(text[at]).empty()) ++at;
  return at;
}

}  // namespace

bool IsFalsy(const Value& value) noexcept {
  switch (value.kind()) {
    case Kind::kUndefined:
    case Kind::kNone:
      return true;
    case Kind::kBool:
    case Kind::kInt:
      return value.as_int() == 0;
    case Kind::kDouble:
      return value.as_double() == 0 || std::isnan(value.as_double());
    case Kind::kString:
      return value.size() == 0;
    default:
      return false;
  }
}

bool IsEmpty(const Value& value) noexcept {
  switch (value.kind()) {
    case Kind::kInt:
      return false;
    case Kind::kDouble:
      return std::isnan(value.as_double());
    case Kind::kList:
    case Kind::kTuple:
      return value.size() == 0;
    default:
      return IsFalsy(value);
  }
}

Value FieldOfOther(CallContext& cx, const Value& value, std::string_view name) {
  if (!value.is_sequence() && !value.is_string()) return Value();
  if (name == "length") {
    if (!value.is_string()) return Value::Int(value.size());
    if (!cx.meter().StepBytes(value.size())) return Value();
    return Value::Int(static_cast<int64_t>(Utf16Length(value.as_string())));
  }
  uint64_t index;
  if (!ReadIndex(name, &index)) return Value();
  if (value.is_string()) return UnitAt(cx, value, index);
  return index < value.size() ? value.items()[index] : Value();
}

bool HasField(const Value& value, std::string_view name) noexcept {
  if (value.is_map()) return FindKey(value, name) != kNoPosition;
  if (!value.is_sequence()) return false;
  uint64_t index;
  return name == "length" || (ReadIndex(name, &index) && index < value.size());
}

Value JsText(CallContext& cx, const Value& value) {
  if (value.is_string()) return value;
  HeapWriter out(&cx.heap());
  PrintJs(value, &out, &cx.meter());
  return out.Finish();
}

Value FieldName(CallContext& cx, const Value& key) {
  if (key.is_undefined()) return Value::String("undefined");
  return key.is_none() ? Value::String("null") : JsText(cx, key);
}

bool LooselyEquals(CallContext& cx, const Value& a, const Value& b) {
  if (IsNothing(a) || IsNothing(b)) return IsNothing(a) && IsNothing(b);
  if (IsObject(a) && IsObject(b)) return SameObject(a, b);
  return EqualPrimitives(cx, IsObject(a) ? JsText(cx, a) : a, IsObject(b) ? JsText(cx, b) : b);
}

void AppendJsEscaped(std::string_view text, Writer* out) noexcept {
  size_t begin = 0;
  for (;;) {
    const size_t at = FindEscaped(text, begin);
    out->Append(text.substr(begin, at - begin));
    if (at == text.size()) return;
    out->Append(ReferenceOf(text[at]));
    begin = at + 1;
  }
}

bool IsJsBlank(std::string_view text) noexcept {
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    // JavaScript knows the byte order mark for a blank, and Python's separators not.
    const bool separator = (point.value >= 0x1C && point.value <= 0x1F) || point.value == 0x85;
    const bool blank = (IsSpace(point.value) && !separator) || point.value == 0xFEFF;
    if (!blank) return false;
    at += point.size;
  }
  return true;
}

}  // namespace galley
