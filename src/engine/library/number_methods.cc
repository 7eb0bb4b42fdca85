// The methods of numbers that a template may have a use for.

#include <bit>
#include <cmath>

#include "engine/library/families.h"

namespace galley {
namespace {

uint64_t Magnitude(const Value& value) {
  const int64_t number = value.as_int();
  return number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
}

Value BitCount(CallContext&, std::span<const Value> args) {
  return Value::Int(std::popcount(Magnitude(args[0])));
}

Value BitLength(CallContext&, std::span<const Value> args) {
  return Value::Int(64 - std::countl_zero(Magnitude(args[0])));
}

Value IntConjugate(CallContext&, std::span<const Value> args) {
  return Value::Int(args[0].as_int());
}

Value FloatConjugate(CallContext&, std::span<const Value> args) { return args[0]; }

Value IsInteger(CallContext&, std::span<const Value> args) {
  const double number = args[0].as_double();
  return Value::Bool(std::isfinite(number) && std::floor(number) == number);
}

constexpr Builtin kIntMethods[] = {
    {"bit_count", BitCount, {}},
    {"bit_length", BitLength, {}},
    {"conjugate", IntConjugate, {}},
};

constexpr Builtin kFloatMethods[] = {
    {"conjugate", FloatConjugate, {}},
    {"is_integer", IsInteger, {}},
};

}  // namespace

std::span<const Builtin> IntMethods() noexcept { return kIntMethods; }

std::span<const Builtin> FloatMethods() noexcept { return kFloatMethods; }

}  // namespace galley
