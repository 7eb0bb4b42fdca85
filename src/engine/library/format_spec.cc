// A spec is parsed whole before anything is written; widths are checked against limits first.
#include "engine/library/format_spec.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/number_text.h"
#include "engine/library/operators.h"
#include "value/convert.h"

namespace galley {
namespace {

// `[[fill]align][sign][z][#][0][width][grouping][.precision][type]`
struct FormatSpec {
  std::string_view fill = " ";
  char align = 0;  // `<`, `>`, `^`, `=`; 0: as the type has it
  char sign = 0;   // `+`, `-`, ` `
  bool no_negative_zero = false;
  bool alternate = false;
  uint64_t width = 0;
  char grouping = 0;  // `,` or `_`
  bool has_precision = false;
  uint64_t precision = 0;
  char type = 0;
};

bool IsAlign(std::string_view text) noexcept {
  return !text.empty() && std::string_view("<>=^").find(text[0]) != std::string_view::npos;
}

class SpecParser {
 public:
  SpecParser(CallContext& cx, std::string_view text) noexcept : cx_(cx), text_(text) {}

  // Text is aligned left, numbers right; a `0` before the width means for
  // numbers that zeros go between sign and digits.
  bool Parse(bool is_number, FormatSpec* spec) {
    ParseAlign(spec);
    if (Peek() == '+' || Peek() == '-' || Peek() == ' ') spec->sign = Take();
    spec->no_negative_zero = TakeIf('z');
    spec->alternate = TakeIf('#');
    if (!fill_given_ && TakeIf('0')) {
      spec->fill = "0";
      if (spec->align == 0 && is_number) spec->align = '=';
    }
    if (spec->align == 0) spec->align = is_number ? '>' : '<';
    bool found;
    return ParseNumber(&spec->width, &found) && ParseGrouping(spec) && ParsePrecision(spec) &&
           ParseType(spec) && CheckGrouping(*spec);
  }

 private:
  bool Fail(std::string_view problem) {
    cx_.FailType("`format` found " + std::string(problem) + " in a format specification");
    return false;
  }

  char Peek() const noexcept { return text_.empty() ? '\0' : text_[0]; }
  char Take() noexcept {
    const char byte = text_[0];
    text_.remove_prefix(1);
    return byte;
  }
  bool TakeIf(char byte) noexcept {
    if (text_.empty() || text_[0] != byte) return false;
    text_.remove_prefix(1);
    return true;
  }

  void ParseAlign(FormatSpec* spec) noexcept {
    if (text_.empty()) return;
    const size_t size = DecodeUtf8(text_, 0).size;
    if (IsAlign(text_.substr(size))) {
      spec->fill = text_.substr(0, size);
      text_.remove_prefix(size);
      fill_given_ = true;
    } else if (!IsAlign(text_)) {
      return;
    }
    spec->align = Take();
  }

  bool ParseNumber(uint64_t* out, bool* found) {
    constexpr uint64_t kMost = std::numeric_limits<int64_t>::max() / 16;
    for (*found = false; !text_.empty(); *found = true) {
      const CodePoint next = DecodeUtf8(text_, 0);
      const int digit = DecimalValue(next.value);
      if (digit < 0) break;
      *out = *out * 10 + static_cast<uint64_t>(digit);
      if (*out > kMost) return Fail("too large a number");
      text_.remove_prefix(next.size);
    }
    return true;
  }

  bool ParseGrouping(FormatSpec* spec) {
    if (TakeIf(',')) spec->grouping = ',';
    if (Peek() != '_') return true;
    if (spec->grouping == ',') return Fail("both `,` and `_`");
    spec->grouping = Take();
    return Peek() != ',' || Fail("both `,` and `_`");
  }

  bool ParsePrecision(FormatSpec* spec) {
    if (!TakeIf('.')) return true;
    if (!ParseNumber(&spec->precision, &spec->has_precision)) return false;
    return spec->has_precision || Fail("no precision behind `.`");
  }

  bool ParseType(FormatSpec* spec) {
    if (text_.empty()) return true;
    if (text_.size() > 1) return Fail("more than one type");
    spec->type = Take();
    return spec->type != '\0' || Fail("an unknown type");
  }

  bool CheckGrouping(const FormatSpec& spec) {
    if (spec.grouping == 0 || spec.type == 0) return true;
    if (std::string_view("defgEG%F").find(spec.type) != std::string_view::npos) return true;
    const bool in_base = std::string_view("boxX").find(spec.type) != std::string_view::npos;
    return (in_base && spec.grouping == '_') || Fail("grouping that its type does not allow");
  }

  CallContext& cx_;
  std::string_view text_;
  bool fill_given_ = false;
};

// What stands around the digits of a number.
struct NumberParts {
  std::string_view sign;
  std::string_view prefix;
  std::string_view suffix;
  size_t group = 3;
};

class SpecWriter {
 public:
  SpecWriter(CallContext& cx, const FormatSpec& spec, Writer* out) noexcept
      : cx_(cx), spec_(spec), out_(out) {}

  bool Fail(std::string_view problem) {
    cx_.FailType("`format` " + std::string(problem));
    return false;
  }

  bool WriteString(std::string_view text) {
    if (spec_.type != 0 && spec_.type != 's') return Fail("knows no such type for a string");
    if (spec_.sign != 0 || spec_.alternate || spec_.no_negative_zero || spec_.grouping != 0) {
      return Fail("knows no sign, `z`, `#`, `,` or `_` for a string");
    }
    if (spec_.align == '=') return Fail("knows no alignment `=` for a string");
    if (!cx_.meter().StepBytes(text.size())) return false;
    if (spec_.has_precision) text = text.substr(0, CodePointOffset(text, spec_.precision));
    uint64_t before;
    uint64_t after;
    if (!Pad(CountCodePoints(text), &before, &after)) return false;
    Fill(before);
    out_->Append(text);
    Fill(after);
    return true;
  }

  bool WriteInteger(const Value& value) {
    switch (spec_.type) {
      case 'c':
        return WriteCharacter(value.as_int());
      case 0:
      case 'd':
      case 'n':
        return WriteInBase(value.as_int(), 'd', "", 3);
      case 'b':
        return WriteInBase(value.as_int(), 'b', "0b", 4);
      case 'o':
        return WriteInBase(value.as_int(), 'o', "0o", 4);
      case 'x':
        return WriteInBase(value.as_int(), 'x', "0x", 4);
      case 'X':
        return WriteInBase(value.as_int(), 'X', "0X", 4);
      default:
        return WriteDouble(ToDouble(value), "an integer");
    }
  }

  bool WriteDouble(double number, std::string_view what) {
    constexpr uint64_t kMostPrecision = std::numeric_limits<int32_t>::max();
    if (std::string_view("eEfFgG%n\0", 9).find(spec_.type) == std::string_view::npos) {
      return Fail("knows no such type for " + std::string(what));
    }
    if (spec_.precision > kMostPrecision) return Fail("got a precision that is too large");
    const bool percent = spec_.type == '%';
    if (percent) number *= 100;
    const char type = percent ? 'f' : spec_.type == 'n' ? 'g' : spec_.type;
    const bool shortest = type == 0 && !spec_.has_precision;
    const uint64_t precision = spec_.has_precision ? spec_.precision : 6;
    const NumberText text = DoubleText(number, shortest ? 'r' : type, precision, spec_.alternate);
    const bool negative =
        std::signbit(number) && !std::isnan(number) && !(spec_.no_negative_zero && text.IsZero());
    return WriteNumber({Sign(negative), "", percent ? "%" : ""}, text);
  }

 private:
  std::string_view Sign(bool negative) const noexcept {
    if (negative) return "-";
    return spec_.sign == '+' ? "+" : spec_.sign == ' ' ? " " : "";
  }

  bool CheckInteger() {
    if (spec_.has_precision) return Fail("knows no precision for an integer");
    return !spec_.no_negative_zero || Fail("knows no `z` for an integer");
  }

  bool WriteInBase(int64_t number, char type, std::string_view prefix, size_t group) {
    if (!CheckInteger()) return false;
    const NumberParts parts{Sign(number < 0), spec_.alternate ? prefix : "", "", group};
    return WriteNumber(parts, IntegerText(Magnitude(number), type));
  }

  bool WriteCharacter(int64_t number) {
    if (!CheckInteger()) return false;
    if (spec_.sign != 0 || spec_.alternate) return Fail("knows no sign or `#` for the type `c`");
    if (number < 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
      return Fail("got a number for the type `c` that stands for no character");
    }
    char bytes[4];
    uint64_t before;
    uint64_t after;
    if (!Pad(1, &before, &after)) return false;
    Fill(before);
    out_->Append({bytes, EncodeUtf8(static_cast<char32_t>(number), bytes)});
    Fill(after);
    return true;
  }

  // How much goes before and after `size` characters.  For `=` all goes before.
  bool Pad(uint64_t size, uint64_t* before, uint64_t* after) {
    const uint64_t total = spec_.width > size ? spec_.width - size : 0;
    *before = spec_.align == '<' ? 0 : spec_.align == '^' ? total / 2 : total;
    *after = total - *before;
    return cx_.meter().FitsString(total) && cx_.meter().FitsString(total * spec_.fill.size());
  }

  void Fill(uint64_t count) noexcept {
    if (spec_.fill.size() == 1) return out_->Fill(spec_.fill[0], count);
    for (; count > 0 && !out_->overflowed(); --count) out_->Append(spec_.fill);
  }

  // The digits before the point with their separators, and zeros before them
  // where the width asks for some.
  struct Whole {
    uint64_t digits;  // with the zeros
    uint64_t size;    // with the separators
  };

  Whole LayOutWhole(uint64_t digits, uint64_t others, size_t group) const noexcept {
    if (spec_.grouping == 0 || digits == 0) return {digits, digits};
    const bool zeros = spec_.fill == "0" && spec_.align == '=';
    const uint64_t least = zeros && spec_.width > others ? spec_.width - others : 0;
    const auto size_of = [group](uint64_t count) { return count + (count - 1) / group; };
    if (size_of(digits) < least) {
      // Each separator stands for `group` digits; one more digit may be needed.
      digits = least - least / (group + 1);
      if (size_of(digits) < least) ++digits;
    }
    return {digits, size_of(digits)};
  }

  bool WriteNumber(const NumberParts& parts, const NumberText& text) {
    const size_t leading = text.LeadingDigits();
    const uint64_t signs = parts.sign.size() + parts.prefix.size();
    const uint64_t others = signs + (text.size() - leading) + parts.suffix.size();
    const Whole whole = LayOutWhole(leading, others, parts.group);
    uint64_t before;
    uint64_t after;
    if (!Pad(others + whole.size, &before, &after)) return false;
    if (!cx_.meter().FitsString(whole.size)) return false;

    if (spec_.align != '=') Fill(before);
    out_->Append(parts.sign);
    out_->Append(parts.prefix);
    if (spec_.align == '=') Fill(before);
    AppendWhole(text.head().substr(0, leading), whole, parts.group);
    text.AppendFrom(leading, out_);
    out_->Append(parts.suffix);
    Fill(after);
    return true;
  }

  void AppendWhole(std::string_view digits, const Whole& whole, size_t group) noexcept {
    if (whole.size == digits.size()) return out_->Append(digits);
    const uint64_t zeros = whole.digits - digits.size();
    for (uint64_t i = 0; i < whole.digits && !out_->overflowed(); ++i) {
      if (i > 0 && (whole.digits - i) % group == 0) out_->Append(spec_.grouping);
      out_->Append(i < zeros ? '0' : digits[i - zeros]);
    }
  }

  CallContext& cx_;
  const FormatSpec& spec_;
  Writer* out_;
};

}  // namespace

bool AppendFormatted(CallContext& cx, const Value& value, std::string_view spec_text, Writer* out) {
  if (spec_text.empty()) {
    const Value text = ToText(cx, value);
    if (cx.stopped() || !cx.meter().StepBytes(text.size())) return false;
    out->Append(text.as_string());
    return true;
  }
  if (!value.is_string() && !value.is_number()) {
    cx.FailType("`format` knows no format specification for " + DescribeValue(value));
    return false;
  }
  FormatSpec spec;
  if (!cx.meter().StepBytes(spec_text.size())) return false;
  if (!SpecParser(cx, spec_text).Parse(value.is_number(), &spec)) return false;
  SpecWriter writer(cx, spec, out);
  if (value.is_string()) return writer.WriteString(value.as_string());
  if (value.is_double()) return writer.WriteDouble(value.as_double(), "a float");
  return writer.WriteInteger(value);
}

}  // namespace galley
