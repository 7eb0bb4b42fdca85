// Rounds the exact decimal digits of a number, not a product that was rounded before.
#include "engine/library/rounding.h"

#include <charconv>
#include <cmath>

#include "base/read_double.h"
#include "engine/library/arguments.h"
#include "engine/library/arithmetic.h"
#include "engine/library/operators.h"
#include "value/convert.h"

namespace galley {
namespace {

// Room for any double in full, before and after the point.
constexpr size_t kDigits = 700;

// A number that is too large reads as infinity.
double Parse(const char* begin, const char* end) {
  double number = 0;
  const auto parsed = ReadDouble(begin, end, number);
  if (parsed.ec == std::errc::result_out_of_range) return *begin == '-' ? -HUGE_VAL : HUGE_VAL;
  return number;
}

// 10 ** places, for places >= 0.
double PowerOfTen(int64_t places) {
  char text[24] = "1e";
  const auto end = std::to_chars(text + 2, text + sizeof text, places);
  return Parse(text, end.ptr);
}

// The power of ten of the first digit.  With that many digits no double can be
// rounded up to the next one.
int DecimalExponent(double number) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, 25);
  const std::string_view printed(text, static_cast<size_t>(end.ptr - text));
  int exponent = 0;
  const char* digits = printed.data() + printed.rfind('e') + 1;
  std::from_chars(digits + (*digits == '+'), end.ptr, exponent);
  return exponent;
}

// Whether a number of at least 1 is more than half of the next power of ten: all
// of its digits decide that.
bool ExceedsHalf(double number) {
  char text[kDigits];
  const auto end = std::to_chars(text, text + kDigits, number, std::chars_format::scientific, 400);
  const std::string_view digits(text, static_cast<size_t>(end.ptr - text));
  const size_t first_not_zero = digits.substr(0, digits.find('e')).find_first_not_of("0.", 1);
  return digits[0] > '5' || (digits[0] == '5' && first_not_zero != std::string_view::npos);
}

// Rounds to a multiple of 10 ** -places, for places < 0.
double RoundBeforePoint(double number, int places) {
  // How many digits after the first one stay; -1: only what it rounds up to.
  const int last = DecimalExponent(number) + places;
  if (last < 0) {
    const bool up = last == -1 && ExceedsHalf(std::fabs(number));
    return std::copysign(up ? PowerOfTen(-places) : 0.0, number);
  }
  char text[kDigits];
  const auto end = std::to_chars(text, text + kDigits, number, std::chars_format::scientific, last);
  return Parse(text, end.ptr);
}

double RoundDouble(double number, int64_t places) {
  // Beyond these there is nothing to round, or nothing left.
  constexpr int64_t kMost = 323;
  constexpr int64_t kLeast = -308;
  if (!std::isfinite(number) || number == 0 || places > kMost) return number;
  if (places < kLeast) return std::copysign(0.0, number);
  if (places < 0) return RoundBeforePoint(number, static_cast<int>(places));
  char text[kDigits];
  const auto end = std::to_chars(text, text + kDigits, number, std::chars_format::fixed,
                                 static_cast<int>(places));
  return Parse(text, end.ptr);
}

// Rounds to a multiple of 10 ** places, for places > 0.
Value RoundInteger(CallContext& cx, int64_t number, int64_t places) {
  constexpr int64_t kMost = 19;
  if (places > kMost) return Value::Int(0);
  uint64_t unit = 1;
  for (int64_t i = 0; i < places; ++i) unit *= 10;
  const uint64_t size =
      number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  uint64_t count = size / unit;
  const uint64_t rest = size % unit;
  if (rest > unit - rest || (rest == unit - rest && count % 2 == 1)) ++count;
  // At most 10 ** 19, which fits 64 bits without a sign.
  const uint64_t rounded = count * unit;
  if (rounded > uint64_t{INT64_MAX} + (number < 0)) return FailOverflow(cx, "round");
  return Value::Int(static_cast<int64_t>(number < 0 ? 0 - rounded : rounded));
}

// round(number) without a precision: an integer.
Value RoundToInteger(CallContext& cx, const Value& value) {
  if (!value.is_double()) return Value::Int(value.as_int());
  const double number = value.as_double();
  const double floor = std::floor(number);
  const double rest = number - floor;
  const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(floor, 2) != 0);
  int64_t whole;
  return TruncateToInt(up ? floor + 1 : floor, &whole) ? Value::Int(whole)
                                                       : FailOverflow(cx, "round");
}

// number / 10 ** places for a whole number, rounded once: decimal text says it
// exactly.
double ShiftPoint(double whole, int64_t places) {
  char text[kDigits];
  auto end = std::to_chars(text, text + kDigits - 8, whole, std::chars_format::fixed, 0);
  *end.ptr++ = 'e';
  end = std::to_chars(end.ptr, text + kDigits, -places);
  return Parse(text, end.ptr);
}

using WholeNumber = double (*)(double);

Value FailTooLarge(CallContext& cx) {
  return cx.FailType("`round` gives a float that is too large");
}

Value RoundFloatTo(CallContext& cx, double number, int64_t places, WholeNumber whole) {
  const double scaled = number * PowerOfTen(places);
  if (!std::isfinite(scaled)) return FailTooLarge(cx);
  // Adding zero makes of minus zero a zero, as an integer would be.
  return Value::Double(ShiftPoint(whole(scaled) + 0.0, places));
}

// The general case: a precision that is negative or a float makes a factor that
// is a float.
Value RoundByFactor(CallContext& cx, const Value& value, const Value& precision,
                    WholeNumber whole) {
  const Value factor = Power(cx, Value::Int(10), precision);
  if (cx.failed()) return Value();
  const Value scaled = Multiply(cx, value, factor);
  if (cx.failed()) return Value();
  if (!scaled.is_number()) return FailArgument(cx, {"round", "value"}, "a number", value);
  const double number = ToDouble(scaled);
  if (!std::isfinite(number)) return FailTooLarge(cx);
  return Divide(cx, Value::Double(whole(number) + 0.0), factor);
}

Value RoundTo(CallContext& cx, const Value& value, const Value& precision, WholeNumber whole) {
  const bool has_places = (precision.is_int() || precision.is_bool()) && precision.as_int() >= 0;
  if (!has_places || !value.is_number()) return RoundByFactor(cx, value, precision, whole);
  // An integer is a whole number at any precision.
  if (!value.is_double()) return Value::Double(ToDouble(value));
  return RoundFloatTo(cx, value.as_double(), precision.as_int(), whole);
}

}  // namespace

Value RoundToNearest(CallContext& cx, const Value& value, const Value& precision) {
  if (!value.is_number()) return FailArgument(cx, {"round", "value"}, "a number", value);
  if (precision.is_none()) return RoundToInteger(cx, value);
  int64_t places;
  if (!ReadInteger(cx, {"round", "precision"}, precision, &places)) return Value();
  if (value.is_double()) {
    const double rounded = RoundDouble(value.as_double(), places);
    const bool overflows = std::isinf(rounded) && std::isfinite(value.as_double());
    return overflows ? FailTooLarge(cx) : Value::Double(rounded);
  }
  if (places >= 0) return Value::Int(value.as_int());
  return RoundInteger(cx, value.as_int(), places == INT64_MIN ? INT64_MAX : -places);
}

Value RoundUp(CallContext& cx, const Value& value, const Value& precision) {
  return RoundTo(cx, value, precision, [](double number) { return std::ceil(number); });
}

Value RoundDown(CallContext& cx, const Value& value, const Value& precision) {
  return RoundTo(cx, value, precision, [](double number) { return std::floor(number); });
}

}  // namespace galley
