// Arithmetic that reports overflow instead of wrapping.  Each function returns
// false, and leaves `*out` alone, where the exact result does not fit.
#ifndef GALLEY_BASE_CHECKED_H_
#define GALLEY_BASE_CHECKED_H_

#include <concepts>
#include <cstdint>
#include <limits>

namespace galley {

template <std::integral T>
[[nodiscard]] constexpr bool CheckedAdd(T a, T b, T* out) noexcept {
  T sum;
  if (__builtin_add_overflow(a, b, &sum)) return false;
  *out = sum;
  return true;
}

template <std::integral T>
[[nodiscard]] constexpr bool CheckedSub(T a, T b, T* out) noexcept {
  T difference;
  if (__builtin_sub_overflow(a, b, &difference)) return false;
  *out = difference;
  return true;
}

template <std::integral T>
[[nodiscard]] constexpr bool CheckedMul(T a, T b, T* out) noexcept {
  T product;
  if (__builtin_mul_overflow(a, b, &product)) return false;
  *out = product;
  return true;
}

// Division that rounds towards minus infinity, as Python's `//`.  Fails for a
// zero divisor as well.
[[nodiscard]] constexpr bool CheckedFloorDiv(int64_t a, int64_t b, int64_t* out) noexcept {
  if (b == 0) return false;
  if (b == -1) return CheckedSub(int64_t{0}, a, out);
  int64_t quotient = a / b;
  if (a % b != 0 && (a < 0) != (b < 0)) --quotient;
  *out = quotient;
  return true;
}

// The remainder with the sign of the divisor, as Python's `%`.
[[nodiscard]] constexpr bool CheckedFloorMod(int64_t a, int64_t b, int64_t* out) noexcept {
  if (b == 0) return false;
  // INT64_MIN % -1 traps on x86; every number is divisible by -1.
  int64_t remainder = b == -1 ? 0 : a % b;
  if (remainder != 0 && (remainder < 0) != (b < 0)) remainder += b;
  *out = remainder;
  return true;
}

// a to the power of b, for b >= 0, in O(log b).
[[nodiscard]] constexpr bool CheckedPow(int64_t a, int64_t b, int64_t* out) noexcept {
  if (b < 0) return false;
  int64_t result = 1;
  for (;;) {
    if (b & 1) {
      if (!CheckedMul(result, a, &result)) return false;
    }
    b >>= 1;
    if (b == 0) break;
    if (!CheckedMul(a, a, &a)) return false;
  }
  *out = result;
  return true;
}

// a + b, or the largest value of T.
template <std::unsigned_integral T>
constexpr T SaturatingAdd(T a, T b) noexcept {
  T sum;
  return CheckedAdd(a, b, &sum) ? sum : std::numeric_limits<T>::max();
}

}  // namespace galley

#endif  // GALLEY_BASE_CHECKED_H_
