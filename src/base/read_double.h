// ReadDouble: std::from_chars for doubles, which not every standard library has.
#ifndef GALLEY_BASE_READ_DOUBLE_H_
#define GALLEY_BASE_READ_DOUBLE_H_

#include <charconv>

namespace galley {

// As std::from_chars(begin, end, out) does: the nearest double, and `out` untouched where
// that is too large or too small for any but zero.  The text begins with a digit, a point
// or a minus.
std::from_chars_result ReadDouble(const char* begin, const char* end, double& out) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_READ_DOUBLE_H_
