// Straight conversions; halves of pairs that stand alone become U+FFFD.
#include "pattern/utf16.h"

#include "base/utf8.h"

namespace galley {
namespace {

constexpr char16_t kReplacement = 0xFFFD;

bool IsHigh(char16_t unit) { return (unit & 0xFC00) == 0xD800; }
bool IsLow(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }

// Whether a pair begins at `at`, which is inside the text.
bool IsPair(std::u16string_view text, size_t at) {
  return IsHigh(text[at]) && at + 1 < text.size() && IsLow(text[at + 1]);
}

}  // namespace

std::u16string ToUtf16(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeUtf8(text, at);
    at += c.size;
    if (c.value < 0x10000) {
      units += static_cast<char16_t>(c.value);
    } else {
      units += static_cast<char16_t>(0xD800 + ((c.value - 0x10000) >> 10));
      units += static_cast<char16_t>(0xDC00 + ((c.value - 0x10000) & 0x3FF));
    }
  }
  return units;
}

void AppendUtf8(std::u16string_view text, Writer* out) noexcept {
  for (size_t at = 0; at < text.size(); ++at) {
    char32_t c = text[at];
    if (IsPair(text, at)) {
      c = 0x10000 + ((c - 0xD800) << 10) + (text[++at] - 0xDC00u);
    } else if (IsHigh(text[at]) || IsLow(text[at])) {
      c = kReplacement;
    }
    char bytes[4];
    out->Append(std::string_view(bytes, EncodeUtf8(c, bytes)));
  }
}

size_t Utf8Length(std::u16string_view text) noexcept {
  size_t length = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_pair = IsPair(text, at);
    length += text[at] < 0x80 ? 1 : text[at] < 0x800 ? 2 : is_pair ? 4 : 3;
    at += is_pair;
  }
  return length;
}

void ReplaceLoneSurrogates(std::u16string* text) noexcept {
  for (size_t at = 0; at < text->size(); ++at) {
    char16_t& unit = (*text)[at];
    if (IsPair(*text, at)) {
      ++at;
    } else if (IsHigh(unit) || IsLow(unit)) {
      unit = kReplacement;
    }
  }
}

}  // namespace galley
