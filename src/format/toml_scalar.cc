// First the extent of a value, then its type by its shape: date, number, word.
#include "format/toml_scalar.h"

#include <algorithm>
#include <limits>
#include <string>

#include "format/number.h"

namespace galley {
namespace {

constexpr size_t kDateSize = 10;  // 2024-01-02
constexpr size_t kTimeSize = 8;   // 03:04:05

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

bool IsDigitOf(char byte, int base) noexcept {
  if (base <= 10) return byte >= '0' && byte < '0' + base;
  return IsDigit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

bool IsScalarByte(char byte) noexcept {
  return IsDigit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         byte == '_' || byte == '+' || byte == '-' || byte == '.' || byte == ':';
}

std::string_view WithoutSign(std::string_view text) noexcept {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

// One or more digits, with single underscores between them.
bool IsDigits(std::string_view text, int base) noexcept {
  bool after_digit = false;
  for (const char byte : text) {
    if (byte != '_') {
      if (!IsDigitOf(byte, base)) return false;
      after_digit = true;
    } else if (after_digit) {
      after_digit = false;
    } else {
      return false;
    }
  }
  return after_digit;
}

bool IsDecimal(std::string_view text) noexcept {
  const std::string_view digits = WithoutSign(text);
  return IsDigits(digits, 10) && (digits.size() == 1 || digits[0] != '0');
}

// A decimal, then a fraction, an exponent, or both.
bool IsFloat(std::string_view text) noexcept {
  const size_t exponent = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, exponent);
  const size_t point = mantissa.find('.');
  if (exponent == text.npos && point == mantissa.npos) return false;
  if (!IsDecimal(mantissa.substr(0, point))) return false;
  if (point != mantissa.npos && !IsDigits(mantissa.substr(point + 1), 10)) return false;
  return exponent == text.npos || IsDigits(WithoutSign(text.substr(exponent + 1)), 10);
}

std::string WithoutUnderscores(std::string_view text) {
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  return digits;
}

TomlScalar Integer(std::string_view digits, int base, Value* value) {
  return ReadInteger(WithoutUnderscores(digits), base, value) ? TomlScalar::kValue
                                                              : TomlScalar::kIntegerOutOfRange;
}

// The number in the `size` digits at `at`, or -1.
int NumberAt(std::string_view text, size_t at, size_t size) noexcept {
  if (text.size() < at + size) return -1;
  int number = 0;
  for (const char byte : text.substr(at, size)) {
    if (!IsDigit(byte)) return -1;
    number = number * 10 + (byte - '0');
  }
  return number;
}

bool IsBetween(int number, int least, int most) noexcept {
  return least <= number && number <= most;
}

int DaysIn(int month, int year) noexcept {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

bool IsDate(std::string_view text) noexcept {
  if (text.size() != kDateSize || text[4] != '-' || text[7] != '-') return false;
  const int year = NumberAt(text, 0, 4);
  const int month = NumberAt(text, 5, 2);
  return year >= 0 && IsBetween(month, 1, 12) &&
         IsBetween(NumberAt(text, 8, 2), 1, DaysIn(month, year));
}

// hh:mm:ss, and a fraction.
bool IsTime(std::string_view text) noexcept {
  if (text.size() < kTimeSize || text[2] != ':' || text[5] != ':') return false;
  // 60 is a leap second.
  if (!IsBetween(NumberAt(text, 0, 2), 0, 23) || !IsBetween(NumberAt(text, 3, 2), 0, 59) ||
      !IsBetween(NumberAt(text, 6, 2), 0, 60)) {
    return false;
  }
  const std::string_view fraction = text.substr(kTimeSize);
  return fraction.empty() || (fraction.size() > 1 && fraction[0] == '.' &&
                              std::all_of(fraction.begin() + 1, fraction.end(), IsDigit));
}

bool IsOffset(std::string_view text) noexcept {
  if (text == "Z" || text == "z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':' &&
         IsBetween(NumberAt(text, 1, 2), 0, 23) && IsBetween(NumberAt(text, 4, 2), 0, 59);
}

bool IsDateTime(std::string_view text) noexcept {
  if (IsTime(text) || IsDate(text)) return true;
  if (text.size() <= kDateSize || !IsDate(text.substr(0, kDateSize))) return false;
  if (std::string_view("Tt ").find(text[kDateSize]) == std::string_view::npos) return false;
  const std::string_view time = text.substr(kDateSize + 1);
  const size_t offset = time.find_first_of("Zz+-");
  return IsTime(time.substr(0, offset)) && (offset == time.npos || IsOffset(time.substr(offset)));
}

bool ReadWord(std::string_view text, Value* value) noexcept {
  if (text == "true" || text == "false") {
    *value = Value::Bool(text == "true");
  } else if (WithoutSign(text) == "inf") {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    *value = Value::Double(text[0] == '-' ? -kInfinity : kInfinity);
  } else if (WithoutSign(text) == "nan") {
    *value = Value::Double(std::numeric_limits<double>::quiet_NaN());
  } else {
    return false;
  }
  return true;
}

// The base that a prefix names, or 0.
int BaseOf(std::string_view text) noexcept {
  if (text.starts_with("0x")) return 16;
  if (text.starts_with("0o")) return 8;
  return text.starts_with("0b") ? 2 : 0;
}

}  // namespace

size_t TomlScalarSize(std::string_view text) noexcept {
  const auto end_from = [&](size_t at) {
    while (at < text.size() && IsScalarByte(text[at])) ++at;
    return at;
  };
  const size_t size = end_from(0);
  const bool more = size == kDateSize && IsDate(text.substr(0, size)) && size + 3 < text.size() &&
                    text[size] == ' ' && IsDigit(text[size + 1]) && IsDigit(text[size + 2]) &&
                    text[size + 3] == ':';
  return more ? end_from(size + 1) : size;
}

TomlScalar ReadTomlScalar(std::string_view text, Value* value) {
  if (ReadWord(text, value)) return TomlScalar::kValue;
  if (IsDecimal(text)) return Integer(text, 10, value);
  if (const int base = BaseOf(text); base != 0 && IsDigits(text.substr(2), base)) {
    return Integer(text.substr(2), base, value);
  }
  if (IsFloat(text)) {
    return ReadFloat(WithoutUnderscores(text), value) ? TomlScalar::kValue
                                                      : TomlScalar::kFloatOutOfRange;
  }
  return IsDateTime(text) ? TomlScalar::kDateTime : TomlScalar::kInvalid;
}

}  // namespace galley
