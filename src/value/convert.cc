// A text is first checked against the grammar and then given to from_chars, which takes less
// than Python does in some places and more in others.
#include "value/convert.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "base/read_double.h"
#include "base/small_stack.h"

namespace galley {
namespace {

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

char ToLower(char byte) noexcept {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
}

// What Python strips of ASCII: 9 to 13, the four separators, and the space.
bool IsBlank(char byte) noexcept {
  return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= '\x1c' && byte <= '\x1f');
}

std::string_view StripBlanks(std::string_view text) noexcept {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes a sign off the front of `text`; true for a minus.
bool TakeSign(std::string_view* text) noexcept {
  if (text->empty() || (text->front() != '-' && text->front() != '+')) return false;
  const bool negative = text->front() == '-';
  text->remove_prefix(1);
  return negative;
}

// 0 to 35, or a larger number where `byte` is no digit in any base.
unsigned DigitValue(char byte) noexcept {
  if (IsDigit(byte)) return static_cast<unsigned>(byte - '0');
  const char lower = ToLower(byte);
  return lower >= 'a' && lower <= 'z' ? static_cast<unsigned>(lower - 'a' + 10) : 36;
}

// The base that a prefix such as `0x` stands for, or 0.
int BaseOfPrefix(std::string_view text) noexcept {
  if (text.size() < 2 || text[0] != '0') return 0;
  const char letter = ToLower(text[1]);
  return letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
}

// Settles the base and takes its prefix off.  False for `010` in base 0, which
// is neither decimal nor octal.
bool TakePrefix(std::string_view* text, int* base) noexcept {
  const int prefix = BaseOfPrefix(*text);
  if (prefix != 0 && (*base == 0 || *base == prefix)) {
    *base = prefix;
    text->remove_prefix(2);
    if (!text->empty() && text->front() == '_') text->remove_prefix(1);
    return true;
  }
  if (*base != 0) return true;
  *base = 10;
  return text->empty() || text->front() != '0' ||
         text->find_first_not_of("0_") == std::string_view::npos;
}

// Digits with single underscores between them.
NumberResult ParseDigits(std::string_view text, unsigned base, uint64_t largest,
                         uint64_t* out) noexcept {
  uint64_t number = 0;
  bool fits = true;
  bool digit_before = false;
  for (const char byte : text) {
    if (byte == '_' && digit_before) {
      digit_before = false;
      continue;
    }
    const unsigned digit = DigitValue(byte);
    if (digit >= base) return NumberResult::kNotANumber;
    digit_before = true;
    fits = fits && number <= (largest - digit) / base;
    if (fits) number = number * base + digit;
  }
  if (!digit_before) return NumberResult::kNotANumber;
  *out = number;
  return fits ? NumberResult::kOk : NumberResult::kOutOfRange;
}

// How far a run of digits with single underscores goes; 0 where there is none.
size_t DigitRun(std::string_view text) noexcept {
  size_t at = 0;
  while (at < text.size() && IsDigit(text[at])) {
    ++at;
    if (at + 1 < text.size() && text[at] == '_' && IsDigit(text[at + 1])) ++at;
  }
  return at;
}

// True where `text` is `1`, `1.`, `.5`, `1.5e-3`, without a sign.
bool IsDecimal(std::string_view text) noexcept {
  const size_t whole = DigitRun(text);
  text.remove_prefix(whole);
  size_t fraction = 0;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    fraction = DigitRun(text);
    text.remove_prefix(fraction);
  }
  if (whole + fraction == 0) return false;
  if (text.empty()) return true;
  if (ToLower(text.front()) != 'e') return false;
  text.remove_prefix(1);
  TakeSign(&text);
  return !text.empty() && DigitRun(text) == text.size();
}

bool EqualsIgnoringCase(std::string_view text, std::string_view lower) noexcept {
  if (text.size() != lower.size()) return false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (ToLower(text[at]) != lower[at]) return false;
  }
  return true;
}

// Whether a decimal number whose size no double has is too large, not too small.
bool IsLarge(std::string_view decimal) noexcept {
  const size_t mark = decimal.find_first_of("eE");
  const std::string_view digits = decimal.substr(0, mark);
  const size_t point = std::min(digits.find('.'), digits.size());
  const size_t first = digits.find_first_of("123456789");
  // The power of ten of the first digit that counts, then the written exponent.
  const int64_t places = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  if (mark == std::string_view::npos) return places > 0;
  std::string_view written = decimal.substr(mark + 1);
  const bool negative = TakeSign(&written);
  uint64_t exponent = 0;
  const NumberResult result = ParseDigits(written, 10, INT32_MAX, &exponent);
  if (result == NumberResult::kOutOfRange) return !negative;
  return places + (negative ? -1 : 1) * static_cast<int64_t>(exponent) > 0;
}

NumberResult ParseDecimal(std::string_view decimal, double* out) noexcept {
  const auto parsed = ReadDouble(decimal.data(), decimal.data() + decimal.size(), *out);
  if (parsed.ec == std::errc()) return NumberResult::kOk;
  if (!IsLarge(decimal)) {
    *out = 0;
    return NumberResult::kOk;
  }
  *out = std::numeric_limits<double>::infinity();
  return NumberResult::kOutOfRange;
}

NumberResult ParseUnsignedDouble(std::string_view text, double* out) noexcept {
  if (EqualsIgnoringCase(text, "inf") || EqualsIgnoringCase(text, "infinity")) {
    *out = std::numeric_limits<double>::infinity();
    return NumberResult::kOk;
  }
  if (EqualsIgnoringCase(text, "nan")) {
    *out = std::numeric_limits<double>::quiet_NaN();
    return NumberResult::kOk;
  }
  if (!IsDecimal(text)) return NumberResult::kNotANumber;
  if (text.find('_') == std::string_view::npos) return ParseDecimal(text, out);

  SmallStack<char, 64> digits;
  for (const char byte : text) {
    if (byte != '_' && !digits.Push(byte)) return NumberResult::kOutOfRange;
  }
  return ParseDecimal({digits.data(), digits.size()}, out);
}

}  // namespace

NumberResult ParseInt(std::string_view text, int base, int64_t* out) noexcept {
  text = StripBlanks(text);
  const bool negative = TakeSign(&text);
  if (!TakePrefix(&text, &base)) return NumberResult::kNotANumber;
  const uint64_t largest = uint64_t{INT64_MAX} + negative;
  uint64_t number = 0;
  const NumberResult result = ParseDigits(text, static_cast<unsigned>(base), largest, &number);
  if (result == NumberResult::kOk) *out = static_cast<int64_t>(negative ? 0 - number : number);
  return result;
}

NumberResult ParseDouble(std::string_view text, double* out) noexcept {
  text = StripBlanks(text);
  const bool negative = TakeSign(&text);
  const NumberResult result = ParseUnsignedDouble(text, out);
  if (negative && result != NumberResult::kNotANumber) *out = -*out;
  return result;
}

double ToDouble(const Value& number) noexcept {
  return number.is_double() ? number.as_double() : static_cast<double>(number.as_int());
}

bool TruncateToInt(double number, int64_t* out) noexcept {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  // Written so that NaN fails as well.
  if (!(number >= -kTwoTo63 && number < kTwoTo63)) return false;
  *out = static_cast<int64_t>(number);
  return true;
}

}  // namespace galley
