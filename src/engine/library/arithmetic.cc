// Integers are computed with checks and never wrap; floats follow Python where C differs (floor
// division, modulo, power).
#include "engine/library/arithmetic.h"

#include <cmath>

#include "base/checked.h"
#include "diag/report.h"
#include "value/convert.h"

namespace galley {
namespace {

bool AreIntegers(const Value& a, const Value& b) { return !a.is_double() && !b.is_double(); }

bool IsZero(const Value& number) { return ToDouble(number) == 0; }

Value FailZero(CallContext& cx, std::string_view what) {
  return cx.FailType(Quoted(what) + " divides by zero");
}

// The magnitude, which for the lowest integer does not fit an int64_t.
uint64_t Magnitude(int64_t number) {
  return number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
}

// The remainder has the sign of the divisor.
double FloorModulo(double a, double b) {
  const double remainder = std::fmod(a, b);
  if (remainder == 0) return std::copysign(0.0, b);
  return (remainder < 0) == (b < 0) ? remainder : remainder + b;
}

// a minus the remainder is a multiple of b up to rounding, so the quotient is
// within half of a whole number, and that number is the answer.
double FloorQuotient(double a, double b) {
  const double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0 && (remainder < 0) != (b < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double whole = std::floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

Value PowerOfDoubles(CallContext& cx, double a, double b) {
  const bool finite = std::isfinite(a) && std::isfinite(b);
  if (finite && a == 0 && b < 0) return FailZero(cx, "**");
  if (finite && a < 0 && b != std::floor(b)) {
    return cx.FailType("`**` gives a complex number here, and there are none");
  }
  const double power = std::pow(a, b);
  if (finite && std::isinf(power)) return cx.FailType("`**` gives a float that is too large");
  return Value::Double(power);
}

}  // namespace

Value FailOverflow(CallContext& cx, std::string_view what) {
  return cx.FailType(Quoted(what) + " gives an integer that does not fit: integers have 64 bits");
}

// Long division, bit by bit, to more bits than a double has.  A remainder is kept
// as the last bit, so that the one rounding sees on which side of a half it is.
double DivideExactly(int64_t a, int64_t b) noexcept {
  constexpr uint64_t kExact = uint64_t{1} << 53;
  constexpr uint64_t kEnough = uint64_t{1} << 62;
  const uint64_t dividend = Magnitude(a);
  const uint64_t divisor = Magnitude(b);
  if (dividend <= kExact && divisor <= kExact) {
    return static_cast<double>(a) / static_cast<double>(b);
  }
  uint64_t quotient = dividend / divisor;
  uint64_t remainder = dividend % divisor;
  int shift = 0;
  while (quotient < kEnough && (quotient != 0 || remainder != 0)) {
    remainder <<= 1;
    quotient = quotient << 1 | (remainder >= divisor);
    if (remainder >= divisor) remainder -= divisor;
    ++shift;
  }
  if (remainder != 0) quotient |= 1;
  const double result = std::ldexp(static_cast<double>(quotient), -shift);
  return (a < 0) == (b < 0) ? result : -result;
}

Value AddNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (!AreIntegers(a, b)) return Value::Double(ToDouble(a) + ToDouble(b));
  int64_t sum;
  return CheckedAdd(a.as_int(), b.as_int(), &sum) ? Value::Int(sum) : FailOverflow(cx, "+");
}

Value SubtractNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (!AreIntegers(a, b)) return Value::Double(ToDouble(a) - ToDouble(b));
  int64_t difference;
  const bool fits = CheckedSub(a.as_int(), b.as_int(), &difference);
  return fits ? Value::Int(difference) : FailOverflow(cx, "-");
}

Value MultiplyNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (!AreIntegers(a, b)) return Value::Double(ToDouble(a) * ToDouble(b));
  int64_t product;
  const bool fits = CheckedMul(a.as_int(), b.as_int(), &product);
  return fits ? Value::Int(product) : FailOverflow(cx, "*");
}

Value DivideNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (IsZero(b)) return FailZero(cx, "/");
  if (AreIntegers(a, b)) return Value::Double(DivideExactly(a.as_int(), b.as_int()));
  return Value::Double(ToDouble(a) / ToDouble(b));
}

Value FloorDivideNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (IsZero(b)) return FailZero(cx, "//");
  if (!AreIntegers(a, b)) return Value::Double(FloorQuotient(ToDouble(a), ToDouble(b)));
  int64_t quotient;
  const bool fits = CheckedFloorDiv(a.as_int(), b.as_int(), &quotient);
  return fits ? Value::Int(quotient) : FailOverflow(cx, "//");
}

Value ModuloNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (IsZero(b)) return FailZero(cx, "%");
  if (!AreIntegers(a, b)) return Value::Double(FloorModulo(ToDouble(a), ToDouble(b)));
  int64_t remainder;
  const bool fits = CheckedFloorMod(a.as_int(), b.as_int(), &remainder);
  return fits ? Value::Int(remainder) : FailOverflow(cx, "%");
}

Value PowerOfNumbers(CallContext& cx, const Value& a, const Value& b) {
  if (!AreIntegers(a, b) || b.as_int() < 0) return PowerOfDoubles(cx, ToDouble(a), ToDouble(b));
  int64_t power;
  return CheckedPow(a.as_int(), b.as_int(), &power) ? Value::Int(power) : FailOverflow(cx, "**");
}

}  // namespace galley
