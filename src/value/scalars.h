// Comparing values that hold no others.  Equals, Compare and map look-up all end
// here, so that they agree.
#ifndef GALLEY_VALUE_SCALARS_H_
#define GALLEY_VALUE_SCALARS_H_

#include <cstdint>
#include <optional>

#include "value/compare.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// The exact order of two numbers; a 64-bit integer is never rounded to a double.
Order CompareNumbers(const Value& a, const Value& b) noexcept;

// `a == b` for anything but containers, which are equal here only where they are
// the same object.
bool EqualScalars(const Value& a, const Value& b, Meter* meter) noexcept;

// The integer that `value` is, however it is written: 2.0 is one.  One beyond 64 bits
// counts as the nearest that has them.
std::optional<int64_t> WholeNumber(const Value& value) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_SCALARS_H_
