// Text to numbers, as the template languages read it.
#ifndef GALLEY_VALUE_CONVERT_H_
#define GALLEY_VALUE_CONVERT_H_

#include <cstdint>
#include <string_view>

#include "value/value.h"

namespace galley {

enum class NumberResult : uint8_t { kOk, kNotANumber, kOutOfRange };

// `int(text, base)` of Python: ASCII blanks around, a sign, single underscores between
// digits, and the prefixes 0x, 0o, 0b where the base asks for them (base 0 takes
// any).  Base is 0 or 2 to 36.
NumberResult ParseInt(std::string_view text, int base, int64_t* out) noexcept;

// `float(text)` of Python: also `inf`, `nan` and `infinity` in any case.  Where a
// number is too large, `*out` is the infinity that Python gives, and the result
// is kOutOfRange; one that is too small is zero.
NumberResult ParseDouble(std::string_view text, double* out) noexcept;

// The number in a bool, int or double.
double ToDouble(const Value& number) noexcept;

// Towards zero; false where the result does not fit or is not finite.
[[nodiscard]] bool TruncateToInt(double number, int64_t* out) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_CONVERT_H_
