// std::from_chars where the library has it for doubles, and the C library's strtod elsewhere.
#include "base/read_double.h"

#ifdef __wasm__
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#endif

namespace galley {

#ifdef __wasm__

// libc++ has none for doubles; the C library there rounds correctly and knows no locale.
std::from_chars_result ReadDouble(const char* begin, const char* end, double& out) noexcept {
  const std::string_view all(begin, static_cast<size_t>(end - begin));
  // Nothing but a decimal number: strtod would take blanks, hexadecimals and names.
  const std::string text(all.substr(0, all.find_first_not_of("0123456789.eE+-")));
  if (text.starts_with('+')) return {begin, std::errc::invalid_argument};
  char* stop = nullptr;
  const double number = std::strtod(text.c_str(), &stop);
  if (stop == text.c_str()) return {begin, std::errc::invalid_argument};
  const char* after = begin + (stop - text.c_str());
  const std::string_view read(text.data(), static_cast<size_t>(stop - text.c_str()));
  const bool is_zero_written =
      read.substr(0, read.find_first_of("eE")).find_first_of("123456789") == read.npos;
  if (std::isinf(number) || (number == 0 && !is_zero_written)) {
    return {after, std::errc::result_out_of_range};
  }
  out = number;
  return {after, std::errc()};
}

#else

std::from_chars_result ReadDouble(const char* begin, const char* end, double& out) noexcept {
  return std::from_chars(begin, end, out);
}

#endif

}  // namespace galley
