// Arithmetic of two numbers (integers, floats, booleans as 0 and 1), as Python
// has it but for integers of 64 bits: a result that does not fit is a failure.
#ifndef GALLEY_ENGINE_LIBRARY_ARITHMETIC_H_
#define GALLEY_ENGINE_LIBRARY_ARITHMETIC_H_

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

Value AddNumbers(CallContext& cx, const Value& a, const Value& b);
Value SubtractNumbers(CallContext& cx, const Value& a, const Value& b);
Value MultiplyNumbers(CallContext& cx, const Value& a, const Value& b);
Value DivideNumbers(CallContext& cx, const Value& a, const Value& b);
Value FloorDivideNumbers(CallContext& cx, const Value& a, const Value& b);
Value ModuloNumbers(CallContext& cx, const Value& a, const Value& b);
Value PowerOfNumbers(CallContext& cx, const Value& a, const Value& b);

// Fails for an integer that does not fit; `what` names the operator or filter.
Value FailOverflow(CallContext& cx, std::string_view what);

// The quotient of two integers, `b` not zero, rounded once: also where they have
// more bits than a double.
double DivideExactly(int64_t a, int64_t b) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_ARITHMETIC_H_
