// What is not printable becomes an escape, character by character; runs of printable ASCII are
// copied whole.
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

// How many bytes from `at` on are printable ASCII, which most text is.
size_t PlainSize(std::string_view text, size_t at) noexcept {
  size_t end = at;
  while (end < text.size() && text[end] >= ' ' && text[end] < 0x7F) ++end;
  return end - at;
}

// The size of the colour that `text` starts with; 0 where that is none.
size_t PaintSize(std::string_view text) noexcept {
  if (!text.starts_with("\x1b[")) return 0;
  const size_t end = text.find_first_not_of("0123456789;", 2);
  return end != text.npos && text[end] == 'm' ? end + 1 : 0;
}

void AppendJsonEscape(char32_t code_point, std::string* out) {
  if (code_point <= 0xFFFF) {
    *out += "\\u" + Hex(code_point, 4);
    return;
  }
  const char32_t rest = code_point - 0x10000;
  *out += "\\u" + Hex(0xD800 + (rest >> 10), 4) + "\\u" + Hex(0xDC00 + (rest & 0x3FF), 4);
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

std::string ShowLines(std::string_view text, Colour colour) {
  std::string shown;
  shown.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t plain = PlainSize(text, at);
    const size_t paint = colour == Colour::kAlways ? PaintSize(text.substr(at + plain)) : 0;
    shown += text.substr(at, plain + paint);
    at += plain + paint;
    if (at == text.size() || plain + paint > 0) continue;
    const Shown character = ShowCharacter(text, at);
    shown += text[at] == '\n' || text[at] == '\t' ? std::string(1, text[at]) : character.text;
    at += character.bytes;
  }
  return shown;
}

std::string ShowJson(std::string_view json) {
  std::string shown;
  shown.reserve(json.size());
  for (size_t at = 0; at < json.size();) {
    const size_t plain = PlainSize(json, at);
    shown += json.substr(at, plain);
    at += plain;
    if (at == json.size()) break;
    const size_t size = CharacterSize(json, at);
    const bool is_valid = SequenceSize(json, at) > 0;
    const char32_t code_point = is_valid ? DecodeUtf8(json, at).value : U'\uFFFD';
    const bool is_control = (code_point < ' ' && code_point != '\n') || code_point == 0x7F;
    if (is_control || IsHidden(code_point)) {
      AppendJsonEscape(code_point, &shown);
    } else {
      shown += is_valid ? json.substr(at, size) : "\uFFFD";
    }
    at += size;
  }
  return shown;
}

bool HoldsHidden(std::string_view text) noexcept {
  for (size_t at = 0; at < text.size(); at += CharacterSize(text, at)) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < ' ' || byte == 0x7F) return true;
    if (byte >= 0x80 && SequenceSize(text, at) > 0 && IsHidden(DecodeUtf8(text, at).value)) {
      return true;
    }
  }
  return false;
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
