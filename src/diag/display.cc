#include "diag/display.h"

#include <algorithm>

#include "base/unicode.h"
#include "base/utf8.h"

namespace galley {
namespace {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

// Characters that are not seen, or that change how others are: C1 controls,
// zero-width characters, bidirectional controls, line separators, tags.
constexpr CodePointRange kHidden[] = {
    {0x80, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

bool IsHidden(char32_t code_point) noexcept {
  return std::any_of(std::begin(kHidden), std::end(kHidden), [&](const CodePointRange& range) {
    return code_point >= range.first && code_point <= range.last;
  });
}

std::string Hex(char32_t number, size_t width) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (; number > 0 || digits.size() < width; number >>= 4) digits += kDigits[number & 15];
  std::reverse(digits.begin(), digits.end());
  return digits;
}

Shown Escaped(std::string escape, size_t bytes) {
  const size_t columns = escape.size();
  return {std::move(escape), columns, bytes};
}

// Bytes of the character at `offset`: one where there is no valid sequence.
size_t CharacterSize(std::string_view text, size_t offset) noexcept {
  return std::max<size_t>(SequenceSize(text, offset), 1);
}

}  // namespace

Shown ShowCharacter(std::string_view text, size_t offset) {
  const auto byte = static_cast<unsigned char>(text[offset]);
  const size_t size = SequenceSize(text, offset);
  if (size == 0 || byte < ' ' || byte == 0x7F) return Escaped("\\x" + Hex(byte, 2), 1);
  const char32_t code_point = DecodeUtf8(text, offset).value;
  if (IsHidden(code_point)) return Escaped("\\u{" + Hex(code_point, 1) + "}", size);
  return {std::string(text.substr(offset, size)), static_cast<size_t>(DisplayWidth(code_point)),
          size};
}

std::string ShowText(std::string_view text) {
  std::string shown;
  for (size_t at = 0; at < text.size();) {
    const Shown character = ShowCharacter(text, at);
    shown += character.text;
    at += character.bytes;
  }
  return shown;
}

size_t CountCharacters(std::string_view text) noexcept {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); at += CharacterSize(text, at)) ++count;
  return count;
}

size_t CharacterOffset(std::string_view text, size_t index) noexcept {
  size_t at = 0;
  for (; index > 0 && at < text.size(); --index) at += CharacterSize(text, at);
  return at;
}

std::string ToValidUtf8(std::string_view text) {
  std::string valid;
  for (size_t at = 0; at < text.size();) {
    const size_t size = SequenceSize(text, at);
    size > 0 ? valid.append(text, at, size) : valid.append("\uFFFD");
    at += std::max<size_t>(size, 1);
  }
  return valid;
}

}  // namespace galley
