// What Unicode says about single code points, as Python 3.11 has it (Unicode
// 14).  The tables come from tools/unicode_tables.py.
#ifndef GALLEY_BASE_UNICODE_H_
#define GALLEY_BASE_UNICODE_H_

#include <cstdint>

namespace galley {

// Bits of PropertiesOf; the order is that of tools/unicode_tables.py.
enum CharProperty : uint16_t {
  kCharAlpha = 1 << 0,
  kCharDecimal = 1 << 1,
  kCharDigit = 1 << 2,
  kCharNumeric = 1 << 3,
  kCharSpace = 1 << 4,
  kCharUpper = 1 << 5,
  kCharLower = 1 << 6,
  kCharTitle = 1 << 7,
  kCharPrintable = 1 << 8,
  kCharNameStart = 1 << 9,  // may begin a Python identifier; so may `_`
  kCharName = 1 << 10,      // may go on in one
  kCharLineBreak = 1 << 11,
  kCharCased = 1 << 12,
  kCharCaseIgnorable = 1 << 13,
};

// A letter or number of any kind, as str.isalnum.
inline constexpr uint16_t kCharAlnum = kCharAlpha | kCharDecimal | kCharDigit | kCharNumeric;

// All properties of a code point; none for what is not one.
uint16_t PropertiesOf(char32_t code_point) noexcept;

inline bool HasProperty(char32_t code_point, uint16_t any_of) noexcept {
  return (PropertiesOf(code_point) & any_of) != 0;
}

// As str.isspace, and what str.split and str.strip take for blank.
inline bool IsSpace(char32_t code_point) noexcept {
  if (code_point < 0x80) {
    return code_point == ' ' || (code_point >= 0x09 && code_point <= 0x0D) ||
           (code_point >= 0x1C && code_point <= 0x1F);
  }
  return HasProperty(code_point, kCharSpace);
}

// The value of a decimal digit of any script, or -1.
int DecimalValue(char32_t code_point) noexcept;

// What `\w` matches: letters, numbers and `_`.
inline bool IsWordCharacter(char32_t code_point) noexcept {
  return code_point == '_' || HasProperty(code_point, kCharAlnum);
}

// As str.isprintable: neither a control, a format character, a blank other than
// the space, nor a code point without a character.
bool IsPrintable(char32_t code_point) noexcept;

// Columns that a printable character takes on a terminal: 0 for a combining
// mark, 2 for a wide one, 1 otherwise.
int DisplayWidth(char32_t code_point) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_UNICODE_H_
