// from_chars reads the digits; what it calls out of range is told apart here into too large and
// too small.
#include "format/number.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

#include "base/read_double.h"
#include "diag/report.h"

namespace galley {
namespace {

// from_chars does not tell a number that is too large from one that is too small.
// The first digit that counts does: whether it stands, after the exponent has
// moved the point, before or behind it.
bool IsTooSmall(std::string_view text) noexcept {
  const size_t exponent_at = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, exponent_at);
  const size_t first = digits.find_first_of("123456789");
  if (first == digits.npos) return true;
  size_t point = digits.find('.');
  if (point == digits.npos) point = digits.size();

  int64_t exponent = 0;
  if (exponent_at != text.npos) {
    const char* begin = text.data() + exponent_at + 1;
    if (*begin == '+') ++begin;
    const auto read = std::from_chars(begin, text.data() + text.size(), exponent);
    if (read.ec != std::errc()) return *begin == '-';
  }
  const int64_t places = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  return exponent < -places;
}

}  // namespace

bool ReadInteger(std::string_view text, int base, Value* out) noexcept {
  if (text.starts_with('+')) text.remove_prefix(1);
  int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (read.ec != std::errc()) return false;
  *out = Value::Int(number);
  return true;
}

bool ReadFloat(std::string_view text, Value* out) noexcept {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto read = ReadDouble(text.data(), text.data() + text.size(), number);
  if (read.ec == std::errc::result_out_of_range) {
    if (!IsTooSmall(text)) return false;
    number = text.starts_with('-') ? -0.0 : 0.0;
  }
  if (std::isinf(number)) return false;
  *out = Value::Double(number);
  return true;
}

Diagnostic NumberOutOfRange(const Source& source, Span span, bool integer) {
  return Report(Code::kNumberRange, source, span,
                integer ? "the integer does not fit into 64 bits"
                        : "the number is larger than any 64-bit float",
                "write it in quotes to keep its digits");
}

}  // namespace galley
