// Reads the format from left to right and takes values as fields ask for them; too many or too
// few are told at the end, as in Python.
#include "engine/library/percent_format.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/utf8.h"
#include "diag/report.h"
#include "engine/library/ascii_text.h"
#include "engine/library/number_text.h"
#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "value/convert.h"
#include "value/map.h"
#include "value/print.h"
#include "value/range.h"

namespace galley {
namespace {

// One conversion: `%(key)-08.3ld`.
struct Field {
  bool left = false;
  bool plus = false;
  bool blank = false;
  bool alternate = false;
  bool zero = false;
  uint64_t width = 0;
  bool has_precision = false;
  uint64_t precision = 0;
  char type = 0;
};

// What `%(key)s` may look into: values with subscripts, but for tuples and strings.
bool IsMapping(const Value& value) noexcept {
  if (value.is_map() || value.is_undefined()) return true;
  return value.is_list() && (value.form() == ListForm::kPlain || IsRange(value));
}

class PercentFormatter {
 public:
  PercentFormatter(CallContext& cx, const Value& format, const Value& args) noexcept
      : cx_(cx),
        format_(format.as_string()),
        args_(args),
        escape_(format.is_safe()),
        marks_(format.safe_mark()),
        out_(&cx.heap()) {
    if (args.is_tuple()) {
      values_ = args.items();
    } else {
      values_ = {&args_, 1};
    }
  }

  Value Format() {
    if (!cx_.meter().StepBytes(format_.size())) return Value();
    while (at_ < format_.size()) {
      const size_t percent = std::min(format_.find('%', at_), format_.size());
      out_.Append(format_.substr(at_, percent - at_));
      at_ = percent + 1;
      if (percent < format_.size() && (!FormatNext() || cx_.stopped())) return Value();
    }
    if (next_ < values_.size() && !IsMapping(args_)) {
      return cx_.FailType("`%` got more values than the format has fields");
    }
    return out_.Finish(marks_);
  }

 private:
  bool Fail(std::string message) {
    cx_.FailType("`%` " + std::move(message));
    return false;
  }

  bool AtEnd() const noexcept { return at_ >= format_.size(); }

  // The next value, or null after a failure.
  const Value* NextValue() {
    if (next_ < values_.size()) return &values_[next_++];
    Fail("got fewer values than the format has fields");
    return nullptr;
  }

  // `at_` is behind the `%`.
  bool FormatNext() {
    if (!cx_.meter().Step()) return false;
    if (!AtEnd() && format_[at_] == '%') {
      out_.Append('%');
      ++at_;
      return true;
    }
    Field field;
    if (!ParseKey() || !ParseFlags(&field) || !ParseWidth(&field) || !ParsePrecision(&field)) {
      return false;
    }
    if (!AtEnd() && (format_[at_] == 'h' || format_[at_] == 'l' || format_[at_] == 'L')) ++at_;
    if (AtEnd()) return Fail("found a format that ends within a field");
    field.type = format_[at_++];
    const Value* value = NextValue();
    return value && FormatValue(field, *value);
  }

  bool ParseKey() {
    if (AtEnd() || format_[at_] != '(') return true;
    if (!IsMapping(args_)) return Fail("needs a map for named fields, not " + DescribeValue(args_));
    const size_t begin = ++at_;
    for (size_t open = 1; open > 0; ++at_) {
      if (AtEnd()) return Fail("found a format that ends within a key");
      open += format_[at_] == '(';
      open -= format_[at_] == ')';
    }
    return LookUp(format_.substr(begin, at_ - 1 - begin));
  }

  // Makes the value under `key` the one value of the fields to come.
  bool LookUp(std::string_view key) {
    if (args_.is_undefined()) {
      if (cx_.PolicyFor(args_) != UndefinedPolicy::kChainable) cx_.FailUndefined(args_);
      keyed_ = args_;
    } else if (!args_.is_map()) {
      return Fail("looks up a named field in " + DescribeValue(args_) + ", which has no keys");
    } else {
      const Value* found = cx_.meter().StepBytes(key.size()) ? FindItem(args_, key) : nullptr;
      if (!found) return Fail("finds no value for a named field in " + DescribeValue(args_));
      keyed_ = *found;
    }
    values_ = {&keyed_, 1};
    next_ = 0;
    return !cx_.stopped();
  }

  bool ParseFlags(Field* field) noexcept {
    for (; !AtEnd(); ++at_) {
      switch (format_[at_]) {
        case '-':
          field->left = true;
          break;
        case '+':
          field->plus = true;
          break;
        case ' ':
          field->blank = true;
          break;
        case '#':
          field->alternate = true;
          break;
        case '0':
          field->zero = true;
          break;
        default:
          return true;
      }
    }
    return true;
  }

  bool ParseNumber(uint64_t most, uint64_t* out) {
    *out = 0;
    for (; !AtEnd() && format_[at_] >= '0' && format_[at_] <= '9'; ++at_) {
      *out = *out * 10 + static_cast<uint64_t>(format_[at_] - '0');
      if (*out > most) return Fail("found a width or a precision that is too large");
    }
    return true;
  }

  // `*` takes the number from the values.
  bool TakeStar(int64_t* out) {
    ++at_;
    const Value* value = NextValue();
    if (!value) return false;
    // Markup hides its values behind an escape, numbers too.
    if ((!value->is_int() && !value->is_bool()) || escape_) {
      return Fail("needs an integer for `*`, not " + DescribeValue(*value));
    }
    *out = value->as_int();
    return true;
  }

  bool ParseWidth(Field* field) {
    constexpr uint64_t kMost = std::numeric_limits<int64_t>::max() / 16;
    if (AtEnd() || format_[at_] != '*') return ParseNumber(kMost, &field->width);
    int64_t width;
    if (!TakeStar(&width)) return false;
    field->left |= width < 0;
    field->width = Magnitude(width);
    return true;
  }

  bool ParsePrecision(Field* field) {
    constexpr uint64_t kMost = std::numeric_limits<int32_t>::max();
    if (AtEnd() || format_[at_] != '.') return true;
    ++at_;
    field->has_precision = true;
    if (AtEnd() || format_[at_] != '*') return ParseNumber(kMost, &field->precision);
    int64_t precision;
    if (!TakeStar(&precision)) return false;
    if (precision > static_cast<int64_t>(kMost)) return Fail("got a precision that is too large");
    field->precision = static_cast<uint64_t>(std::max<int64_t>(precision, 0));
    return true;
  }

  bool FormatValue(const Field& field, const Value& value) {
    switch (field.type) {
      case 's':
      case 'r':
      case 'a':
        return FormatText(field, value);
      case 'd':
      case 'i':
      case 'u':
        return FormatDecimal(field, value);
      case 'o':
      case 'x':
      case 'X':
        return FormatInBase(field, value);
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return FormatDouble(field, value);
      case 'c':
        return FormatCharacter(field, value);
      default:
        return Fail("found a field of an unknown type");
    }
  }

  bool FailNumber(const Field& field, std::string_view wanted, const Value& value) {
    return Fail("needs " + std::string(wanted) + " for the type " + Quoted({&field.type, 1}) +
                ", not " + DescribeValue(value));
  }

  // The text of a value before width and precision.
  Value TextOf(char type, const Value& value) {
    Value text;
    if (type == 's') {
      text = ToText(cx_, value);
    } else {
      HeapWriter repr(&cx_.heap());
      PrintRepr(value, &repr, &cx_.meter());
      text = repr.Finish();
    }
    if (escape_ && !cx_.stopped()) text = Escape(cx_, text);
    return type == 'a' && !cx_.stopped() ? ToAscii(cx_, text) : text;
  }

  bool FormatText(const Field& field, const Value& value) {
    if (field.type == 's' && value.is_number() && field.width == 0 && !field.has_precision) {
      PrintStr(value, &out_, &cx_.meter());
      return true;
    }
    const Value text = TextOf(field.type, value);
    if (cx_.stopped() || !cx_.meter().StepBytes(text.size())) return false;
    std::string_view shown = text.as_string();
    if (field.has_precision) shown = shown.substr(0, CodePointOffset(shown, field.precision));
    AppendPadded(field, shown);
    return true;
  }

  void AppendPadded(const Field& field, std::string_view text) noexcept {
    const uint64_t size = field.width > 0 ? CountCodePoints(text) : 0;
    const uint64_t blanks = field.width > size ? field.width - size : 0;
    if (!field.left) out_.Fill(' ', blanks);
    out_.Append(text);
    if (field.left) out_.Fill(' ', blanks);
  }

  bool FormatCharacter(const Field& field, const Value& value) {
    if (escape_) return FailNumber(field, "a character", value);
    if (value.is_string()) {
      const std::string_view text = value.as_string();
      if (text.empty() || DecodeUtf8(text, 0).size != text.size()) {
        return FailNumber(field, "one character", value);
      }
      AppendPadded(field, text);
      return true;
    }
    if (!value.is_int() && !value.is_bool()) return FailNumber(field, "a character", value);
    const int64_t number = value.as_int();
    if (number < 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
      return Fail("got a number for the type `c` that stands for no character");
    }
    char bytes[4];
    AppendPadded(field, {bytes, EncodeUtf8(static_cast<char32_t>(number), bytes)});
    return true;
  }

  // A number as markup reads it: strings count as what they spell.
  bool ReadEscaped(const Field& field, const Value& value, bool whole, Value* number) {
    *number = value;
    if (!escape_ || !value.is_string()) return true;
    int64_t integer;
    double real;
    if (!cx_.meter().StepBytes(value.size())) return false;
    const bool ok = whole ? ParseInt(value.as_string(), 10, &integer) == NumberResult::kOk
                          : ParseDouble(value.as_string(), &real) != NumberResult::kNotANumber;
    if (!ok) return FailNumber(field, "a number", value);
    *number = whole ? Value::Int(integer) : Value::Double(real);
    return true;
  }

  bool FormatDecimal(const Field& field, const Value& value) {
    Value number;
    if (value.is_undefined()) return cx_.FailUndefined(value), false;
    if (!ReadEscaped(field, value, /*whole=*/true, &number)) return false;
    if (!number.is_number()) return FailNumber(field, "a number", number);
    if (!number.is_double()) {
      const int64_t integer = number.as_int();
      AppendNumber(field, integer < 0, "", IntegerText(Magnitude(integer), 'd'), field.precision);
      return true;
    }
    const double real = number.as_double();
    if (!std::isfinite(real)) return Fail("cannot write a number that is not finite as an integer");
    AppendNumber(field, real <= -1, "", WholeText(real), field.precision);
    return true;
  }

  bool FormatInBase(const Field& field, const Value& value) {
    if ((!value.is_int() && !value.is_bool()) || escape_) {
      return FailNumber(field, "an integer", value);
    }
    const std::string_view prefix = field.type == 'o' ? "0o" : field.type == 'x' ? "0x" : "0X";
    AppendNumber(field, value.as_int() < 0, field.alternate ? prefix : "",
                 IntegerText(Magnitude(value.as_int()), field.type), field.precision);
    return true;
  }

  bool FormatDouble(const Field& field, const Value& value) {
    Value number;
    if (value.is_undefined()) return cx_.FailUndefined(value), false;
    if (!ReadEscaped(field, value, /*whole=*/false, &number)) return false;
    if (!number.is_number()) return FailNumber(field, "a number", number);
    const double real = ToDouble(number);
    const uint64_t precision = field.has_precision ? field.precision : 6;
    const bool negative = std::signbit(real) && !std::isnan(real);
    AppendNumber(field, negative, "", DoubleText(real, field.type, precision, field.alternate), 0);
    return true;
  }

  // Sign, prefix and digits, with zeros or blanks up to the width.
  void AppendNumber(const Field& field, bool negative, std::string_view prefix,
                    const NumberText& digits, uint64_t least_digits) noexcept {
    const std::string_view sign = negative ? "-" : field.plus ? "+" : field.blank ? " " : "";
    const uint64_t leading = least_digits > digits.size() ? least_digits - digits.size() : 0;
    const uint64_t size = sign.size() + prefix.size() + leading + digits.size();
    const uint64_t padding = field.width > size ? field.width - size : 0;
    const bool zeros = field.zero && !field.left;
    if (!field.left && !zeros) out_.Fill(' ', padding);
    out_.Append(sign);
    out_.Append(prefix);
    out_.Fill('0', leading + (zeros ? padding : 0));
    digits.Append(&out_);
    if (field.left) out_.Fill(' ', padding);
  }

  CallContext& cx_;
  std::string_view format_;
  Value args_;
  Value keyed_;
  bool escape_;
  uint8_t marks_;
  std::span<const Value> values_;  // those for the fields to come
  size_t next_ = 0;
  size_t at_ = 0;
  HeapWriter out_;
};

}  // namespace

Value PercentFormat(CallContext& cx, const Value& format, const Value& args) {
  return PercentFormatter(cx, format, args).Format();
}

}  // namespace galley
