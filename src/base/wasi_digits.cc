// The exact digits of a double, which std::to_chars of libc++ asks of functions of its own.
// Those read them from tables of 105 KB; here they come from the C library's printf, which is exact
// as well, is in the modules anyway, and knows no locale there.  What a program defines itself
// the linker takes from no archive, so the tables are not part of it.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

// As printf writes `number` with so many digits behind the point.  The caller knows how much room
// there is, and wants no zero byte at its end.
std::to_chars_result Print(char* first, char* last, const char* format, double number,
                           uint32_t precision) {
  const int places = static_cast<int>(precision);
  const int size = std::snprintf(nullptr, 0, format, places, number);
  if (size < 0 || size > last - first) return {last, std::errc::value_too_large};
  std::string text(static_cast<size_t>(size), '\0');
  std::snprintf(text.data(), text.size() + 1, format, places, number);
  text.copy(first, text.size());
  return {first + size, std::errc()};
}

}  // namespace

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result __d2fixed_buffered_n(char* first, char* last, double number, uint32_t precision) {
  return Print(first, last, "%.*f", number, precision);
}

to_chars_result __d2exp_buffered_n(char* first, char* last, double number, uint32_t precision) {
  return Print(first, last, "%.*e", number, precision);
}

// Nothing here prints a float; the archive's would bring the tables back.
to_chars_result __f2s_buffered_n(char*, char*, float, chars_format) { std::abort(); }

_LIBCPP_END_NAMESPACE_STD
