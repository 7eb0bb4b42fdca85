// Sizes only; the value is read elsewhere, from the same bytes.
#include "engine/jinja/number_text.h"

namespace galley::jinja {
namespace {

char Lower(char byte) noexcept { return static_cast<char>(byte | 0x20); }

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

bool IsDigitOf(int base, char byte) noexcept {
  if (base == 16) return IsDigit(byte) || (Lower(byte) >= 'a' && Lower(byte) <= 'f');
  return byte >= '0' && byte < '0' + base;
}

// Where the digits that follow `at` end; each may have one underscore before it.
size_t SkipDigits(std::string_view text, size_t at, int base) noexcept {
  while (true) {
    const size_t next = at < text.size() && text[at] == '_' ? at + 1 : at;
    if (next >= text.size() || !IsDigitOf(base, text[next])) return at;
    at = next + 1;
  }
}

// The same for digits that must not start with an underscore; `at` if none.
size_t SkipPlainDigits(std::string_view text, size_t at) noexcept {
  if (at >= text.size() || !IsDigit(text[at])) return at;
  return SkipDigits(text, at, 10);
}

// Where the exponent at `at` ends; `at` if there is none.
size_t SkipExponent(std::string_view text, size_t at) noexcept {
  if (at >= text.size() || Lower(text[at]) != 'e') return at;
  size_t digits = at + 1;
  if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
  const size_t end = SkipPlainDigits(text, digits);
  return end > digits ? end : at;
}

int BaseOfLetter(char letter) noexcept {
  switch (Lower(letter)) {
    case 'x':
      return 16;
    case 'o':
      return 8;
    case 'b':
      return 2;
    default:
      return 0;
  }
}

}  // namespace

size_t FloatSize(std::string_view text) noexcept {
  const size_t whole = SkipPlainDigits(text, 0);
  size_t fraction = whole;
  if (whole < text.size() && text[whole] == '.') {
    const size_t end = SkipPlainDigits(text, whole + 1);
    if (end > whole + 1) fraction = end;
  }
  const size_t end = SkipExponent(text, fraction);
  return end > whole ? end : 0;
}

size_t IntegerSize(std::string_view text) noexcept {
  if (text.front() != '0') return SkipDigits(text, 0, 10);
  const int base = text.size() > 1 ? BaseOfLetter(text[1]) : 0;
  if (base != 0) {
    const size_t end = SkipDigits(text, 2, base);
    if (end > 2) return end;
  }
  // Nothing but zeros: other digits behind one start another number.
  return SkipDigits(text, 0, 1);
}

}  // namespace galley::jinja
