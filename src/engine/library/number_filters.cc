// Filters that give numbers: abs, float, int, round.

#include <cmath>

#include "engine/library/arguments.h"
#include "engine/library/arithmetic.h"
#include "engine/library/families.h"
#include "engine/library/operators.h"
#include "engine/library/rounding.h"
#include "value/convert.h"

namespace galley {
namespace {

Value Abs(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (value.is_double()) return Value::Double(std::fabs(value.as_double()));
  if (!value.is_number()) return FailArgument(cx, {"abs", "value"}, "a number", value);
  if (value.as_int() >= 0) return Value::Int(value.as_int());
  return value.as_int() == INT64_MIN ? FailOverflow(cx, "abs") : Value::Int(-value.as_int());
}

Value Float(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (value.is_undefined()) return cx.FailUndefined(value);
  if (value.is_number()) return Value::Double(ToDouble(value));
  double number;
  if (!value.is_string() || !cx.meter().StepBytes(value.size())) return args[1];
  // Python gives infinity where a number is too large.
  const bool is_number = ParseDouble(value.as_string(), &number) != NumberResult::kNotANumber;
  return is_number ? Value::Double(number) : args[1];
}

// An integer of a double as Python's int(), with `fallback` for NaN.
Value IntOfDouble(CallContext& cx, double number, const Value& fallback) {
  int64_t whole;
  if (TruncateToInt(number, &whole)) return Value::Int(whole);
  return std::isnan(number) ? fallback : FailOverflow(cx, "int");
}

// The base of `int`, or -1 where Python's int() refuses it: the text is then read
// as a float, like any text that is no integer.
int ReadBase(const Value& base) {
  if (!base.is_int() && !base.is_bool()) return -1;
  const int64_t number = base.as_int();
  return number == 0 || (number >= 2 && number <= 36) ? static_cast<int>(number) : -1;
}

Value IntOfString(CallContext& cx, const Value& string, const Value& fallback, int base) {
  if (!cx.meter().StepBytes(string.size())) return Value();
  int64_t whole;
  const NumberResult result =
      base < 0 ? NumberResult::kNotANumber : ParseInt(string.as_string(), base, &whole);
  if (result == NumberResult::kOk) return Value::Int(whole);
  if (result == NumberResult::kOutOfRange) return FailOverflow(cx, "int");
  double number;
  const bool is_number = ParseDouble(string.as_string(), &number) != NumberResult::kNotANumber;
  return is_number && !std::isinf(number) ? IntOfDouble(cx, number, fallback) : fallback;
}

Value Int(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  switch (value.kind()) {
    case Kind::kUndefined:
      return cx.FailUndefined(value);
    case Kind::kBool:
    case Kind::kInt:
      return Value::Int(value.as_int());
    case Kind::kDouble:
      return IntOfDouble(cx, value.as_double(), args[1]);
    case Kind::kString:
      return IntOfString(cx, value, args[1], ReadBase(args[2]));
    default:
      return args[1];
  }
}

Value Round(CallContext& cx, std::span<const Value> args) {
  const Value& method = args[2];
  const std::string_view name = method.is_string() ? method.as_string() : "";
  if (name == "common") return RoundToNearest(cx, args[0], args[1]);
  if (name == "ceil") return RoundUp(cx, args[0], args[1]);
  if (name == "floor") return RoundDown(cx, args[0], args[1]);
  return FailArgument(cx, {"round", "method"}, "`common`, `ceil` or `floor`", method);
}

constexpr Parameter kFloatParameters[] = {{"default", Value::Double(0)}};
constexpr Parameter kIntParameters[] = {{"default", Value::Int(0)}, {"base", Value::Int(10)}};
constexpr Parameter kRoundParameters[] = {{"precision", Value::Int(0)},
                                          {"method", Value::String("common")}};

constexpr Builtin kFilters[] = {
    {"abs", Abs, {}},
    {"float", Float, kFloatParameters},
    {"int", Int, kIntParameters},
    {"round", Round, kRoundParameters},
};

}  // namespace

std::span<const Builtin> NumberFilters() noexcept { return kFilters; }

}  // namespace galley
