// The patterns of the core schema, tried in its order.
#include "format/yaml_scalar.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "format/number.h"

namespace galley {
namespace {

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> words) noexcept {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }
bool IsOctalDigit(char byte) noexcept { return byte >= '0' && byte <= '7'; }
bool IsHexDigit(char byte) noexcept {
  return IsDigit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

template <class Test>
bool AllAre(std::string_view text, Test test) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), test);
}

std::string_view WithoutSign(std::string_view text) noexcept {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

// Takes the digits at the front of `*text` and returns how many there were.
size_t TakeDigits(std::string_view* text) noexcept {
  size_t count = 0;
  while (count < text->size() && IsDigit((*text)[count])) ++count;
  text->remove_prefix(count);
  return count;
}

// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool IsFloat(std::string_view text) noexcept {
  text = WithoutSign(text);
  size_t digits = TakeDigits(&text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += TakeDigits(&text);
  }
  if (digits == 0) return false;
  if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
  text = WithoutSign(text.substr(1));
  return TakeDigits(&text) > 0 && text.empty();
}

PlainScalar Integer(std::string_view digits, int base, Value* value) noexcept {
  return ReadInteger(digits, base, value) ? PlainScalar::kValue : PlainScalar::kIntegerOutOfRange;
}

PlainScalar ReadNumber(std::string_view text, Value* value) noexcept {
  if (AllAre(WithoutSign(text), IsDigit)) return Integer(text, 10, value);
  if (text.starts_with("0o") && AllAre(text.substr(2), IsOctalDigit)) {
    return Integer(text.substr(2), 8, value);
  }
  if (text.starts_with("0x") && AllAre(text.substr(2), IsHexDigit)) {
    return Integer(text.substr(2), 16, value);
  }
  if (IsFloat(text)) {
    return ReadFloat(text, value) ? PlainScalar::kValue : PlainScalar::kFloatOutOfRange;
  }
  return PlainScalar::kString;
}

// The words that stand for a value.
bool ReadWord(std::string_view text, Value* value) noexcept {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (IsOneOf(text, {"", "~", "null", "Null", "NULL"})) {
    *value = Value::None();
  } else if (IsOneOf(text, {"true", "True", "TRUE"})) {
    *value = Value::Bool(true);
  } else if (IsOneOf(text, {"false", "False", "FALSE"})) {
    *value = Value::Bool(false);
  } else if (IsOneOf(text, {".nan", ".NaN", ".NAN"})) {
    *value = Value::Double(std::numeric_limits<double>::quiet_NaN());
  } else if (IsOneOf(WithoutSign(text), {".inf", ".Inf", ".INF"})) {
    *value = Value::Double(text.front() == '-' ? -kInfinity : kInfinity);
  } else {
    return false;
  }
  return true;
}

}  // namespace

PlainScalar ReadPlainScalar(std::string_view text, Value* value) noexcept {
  if (ReadWord(text, value)) return PlainScalar::kValue;
  return ReadNumber(text, value);
}

}  // namespace galley
