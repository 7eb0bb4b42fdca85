// Filters on text that change its letters, or make it from numbers.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "base/letter_case.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/number_text.h"
#include "engine/library/operators.h"
#include "engine/library/percent_format.h"
#include "engine/library/string_methods.h"
#include "value/convert.h"

namespace galley {
namespace {

// Calls a method of strings on the text of args[0].
Value OnText(CallContext& cx, BuiltinFunction method, const Value& value) {
  if (value.is_string()) return method(cx, {&value, 1});
  const Value text = ToText(cx, value);
  return cx.stopped() ? Value() : method(cx, {&text, 1});
}

Value FilterCapitalize(CallContext& cx, std::span<const Value> args) {
  return OnText(cx, StrCapitalize, args[0]);
}

Value FilterLower(CallContext& cx, std::span<const Value> args) {
  return OnText(cx, StrLower, args[0]);
}

Value FilterUpper(CallContext& cx, std::span<const Value> args) {
  return OnText(cx, StrUpper, args[0]);
}

// The text without the blanks around it, where all that decides is ASCII; empty
// otherwise, or where nothing else is left.
std::string_view TrimAscii(std::string_view text) noexcept {
  const auto is_blank = [](char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= 0x1c && byte <= 0x1f);
  };
  const auto is_ascii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  const bool is_known = !text.empty() && is_ascii(text.front()) && is_ascii(text.back());
  return is_known ? text : std::string_view();
}

Value FilterTrim(CallContext& cx, std::span<const Value> args) {
  if (args[0].is_string() && args[1].is_none()) {
    const std::string_view text = TrimAscii(args[0].as_string());
    const uint64_t blanks = args[0].size() - text.size();
    if (!text.empty() && cx.meter().Step(blanks)) return Value::String(text, args[0].safe_mark());
  }
  const Value method[] = {ToText(cx, args[0]), args[1]};
  return cx.stopped() ? Value() : StrStrip(cx, method);
}

// What separates words for `title`.
bool SeparatesWords(char32_t code_point) noexcept {
  return IsSpace(code_point) || code_point == '-' || code_point == '(' || code_point == '{' ||
         code_point == '[' || code_point == '<';
}

Value TitleOfAscii(CallContext& cx, const Value& value) {
  const std::string_view text = value.as_string();
  char* bytes = cx.heap().NewBytes(text.size());
  if (!bytes) return Value();
  AsciiToLower(text, bytes);
  bool starts_word = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool lower = bytes[i] >= 'a' && bytes[i] <= 'z';
    if (starts_word && lower) bytes[i] = static_cast<char>(bytes[i] ^ 0x20);
    starts_word = SeparatesWords(static_cast<unsigned char>(bytes[i]));
  }
  return Value::String({bytes, text.size()});
}

// The end of the run of separators, or of other characters, that starts at `at`.
size_t EndOfRun(std::string_view text, size_t at, bool separators) noexcept {
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    if (SeparatesWords(next.value) != separators) break;
    at += next.size;
  }
  return at;
}

// The first character in upper case, and not in title case; the others in lower.
void AppendTitleWord(std::string_view word, Writer* out) noexcept {
  const size_t second = DecodeUtf8(word, 0).size;
  AppendUpper(word.substr(0, second), out);
  AppendLower(word.substr(second), out);
}

Value FilterTitle(CallContext& cx, std::span<const Value> args) {
  const Value value = ToText(cx, args[0]);
  if (cx.stopped() || !PayPerCharacter(cx, value.size())) return Value();
  const std::string_view text = value.as_string();
  if (IsAscii(text)) return TitleOfAscii(cx, value);
  HeapWriter out(&cx.heap());
  for (size_t at = 0; at < text.size();) {
    const size_t word = EndOfRun(text, at, /*separators=*/true);
    out.Append(text.substr(at, word - at));
    at = EndOfRun(text, word, /*separators=*/false);
    if (at > word) AppendTitleWord(text.substr(word, at - word), &out);
  }
  return out.Finish();
}

Value WithoutSafeMark(const Value& text) noexcept { return Value::String(text.as_string()); }

Value FilterReplace(CallContext& cx, std::span<const Value> args) {
  const bool escapes = PassesForMarkup(cx, args[1]) ||
                       (PassesForMarkup(cx, args[2]) && !PassesForMarkup(cx, args[0]));
  const bool to_markup = cx.autoescape && escapes;
  Value method[] = {to_markup ? Escape(cx, args[0]) : ToText(cx, args[0]), ToText(cx, args[1]),
                    ToText(cx, args[2]), args[3].is_none() ? Value::Int(-1) : args[3]};
  if (cx.stopped()) return Value();
  if (!cx.autoescape) method[0] = WithoutSafeMark(method[0]);
  return StrReplace(cx, method);
}

Value FilterFormat(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> values = args.subspan(1, args.size() - 2);
  const Value& named = args.back();
  if (named.size() > 0 && !values.empty()) {
    return cx.FailType("`format` takes positional or keyword arguments, not both");
  }
  const Value format = ToText(cx, args[0]);
  if (cx.stopped()) return Value();
  return PercentFormat(cx, format, named.size() > 0 ? named : Value::Tuple(values));
}

// float() of a value.
bool ReadNumber(CallContext& cx, const Value& value, double* number) {
  if (value.is_undefined()) return cx.FailUndefined(value), false;
  if (value.is_number()) {
    *number = ToDouble(value);
    return true;
  }
  const bool spells_number = value.is_string() && cx.meter().StepBytes(value.size()) &&
                             ParseDouble(value.as_string(), number) != NumberResult::kNotANumber;
  if (!spells_number) FailArgument(cx, {"filesizeformat", "the value"}, "a number", value);
  return spells_number;
}

struct Unit {
  std::string_view name;
  double end;   // sizes below this are given in the unit
  double size;  // a thousand times the unit, or 1024 times
};

// The double nearest to 1e24 is below it, and Python compares exactly: that one
// still counts as ZB.
constexpr Unit kDecimalUnits[] = {
    {"kB", 1e6, 1e6},
    {"MB", 1e9, 1e9},
    {"GB", 1e12, 1e12},
    {"TB", 1e15, 1e15},
    {"PB", 1e18, 1e18},
    {"EB", 1e21, 1e21},
    {"ZB", 1.0000000000000001e24, 1e24},
    {"YB", 1e27, 1e27},
};
constexpr Unit kBinaryUnits[] = {
    {"KiB", 0x1p20, 0x1p20}, {"MiB", 0x1p30, 0x1p30}, {"GiB", 0x1p40, 0x1p40},
    {"TiB", 0x1p50, 0x1p50}, {"PiB", 0x1p60, 0x1p60}, {"EiB", 0x1p70, 0x1p70},
    {"ZiB", 0x1p80, 0x1p80}, {"YiB", 0x1p90, 0x1p90},
};

void AppendSigned(bool negative, const NumberText& digits, Writer* out) noexcept {
  if (negative) out->Append('-');
  digits.Append(out);
}

Value FilterFilesizeformat(CallContext& cx, std::span<const Value> args) {
  double bytes;
  if (!ReadNumber(cx, args[0], &bytes)) return Value();
  const bool binary = Truth(cx, args[1]);
  const double base = binary ? 1024 : 1000;
  if (cx.stopped()) return Value();
  if (bytes == 1) return Value::String("1 Byte");
  HeapWriter out(&cx.heap());
  if (bytes < base) {
    if (std::isinf(bytes)) return cx.FailType("`filesizeformat` got a number that is not finite");
    AppendSigned(bytes <= -1, WholeText(bytes), &out);
    out.Append(" Bytes");
    return out.Finish();
  }
  const auto& units = binary ? kBinaryUnits : kDecimalUnits;
  const Unit* unit = std::begin(units);
  while (unit + 1 < std::end(units) && !(bytes < unit->end)) ++unit;
  DoubleText(base * bytes / unit->size, 'f', 1, /*alternate=*/false).Append(&out);
  out.Append(' ');
  out.Append(unit->name);
  return out.Finish();
}

constexpr Parameter kFilesizeformat[] = {{"binary", Value::Bool(false)}};
constexpr Parameter kReplace[] = {
    {"old", Value(), true}, {"new", Value(), true}, {"count", Value::None()}};
constexpr Parameter kTrim[] = {{"chars", Value::None()}};

constexpr Builtin kFilters[] = {
    {.name = "capitalize",
     .function = FilterCapitalize,
     .parameters = {},
     .write = WriteCapitalized},
    {"filesizeformat", FilterFilesizeformat, kFilesizeformat},
    {"format", FilterFormat, {}, /*extra_positional=*/true, /*extra_keywords=*/true},
    {.name = "lower", .function = FilterLower, .parameters = {}, .write = WriteLower},
    {"replace", FilterReplace, kReplace},
    {"title", FilterTitle, {}},
    {"trim", FilterTrim, kTrim},
    {.name = "upper", .function = FilterUpper, .parameters = {}, .write = WriteUpper},
};

}  // namespace

std::span<const Builtin> StringFilters() noexcept { return kFilters; }

}  // namespace galley
