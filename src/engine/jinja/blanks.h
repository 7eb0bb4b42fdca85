// White space as Python's `\s` and str.strip see it, and line breaks, in a text
// that keeps the line breaks it came with: \n, \r\n and \r.
#ifndef GALLEY_ENGINE_JINJA_BLANKS_H_
#define GALLEY_ENGINE_JINJA_BLANKS_H_

#include <cstdint>
#include <string_view>

#include "base/unicode.h"
#include "base/utf8.h"

namespace galley::jinja {

inline bool IsLineBreak(char byte) noexcept { return byte == '\n' || byte == '\r'; }

// The bytes of the line break at `at`, or 0.
inline uint32_t LineBreakAt(std::string_view text, uint32_t at) noexcept {
  if (at >= text.size() || !IsLineBreak(text[at])) return 0;
  const bool two = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
  return two ? 2 : 1;
}

// True at the start of the text and behind a line break.
inline bool StartsLine(std::string_view text, uint32_t at) noexcept {
  return at == 0 || IsLineBreak(text[at - 1]);
}

// The bytes of the blank that starts at `at`, which is inside the text, or 0.
inline uint32_t BlankAt(std::string_view text, uint32_t at) noexcept {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte <= ' ') return IsSpace(byte) ? 1 : 0;
  if (byte < 0x80) return 0;
  const CodePoint point = DecodeUtf8(text, at);
  return IsSpace(point.value) ? point.size : 0;
}

// The bytes of the blank that ends at `end`, which is above 0, or 0.
inline uint32_t BlankBefore(std::string_view text, uint32_t end) noexcept {
  uint32_t at = end - 1;
  while (at > 0 && IsContinuation(text[at])) --at;
  return BlankAt(text, at);
}

// Where the blanks that start at `at` end.
inline uint32_t SkipBlanks(std::string_view text, uint32_t at) noexcept {
  while (at < text.size()) {
    const uint32_t size = BlankAt(text, at);
    if (size == 0) break;
    at += size;
  }
  return at;
}

// Where the blanks that end at `end` start, not before `begin`.
inline uint32_t SkipBlanksBack(std::string_view text, uint32_t begin, uint32_t end) noexcept {
  while (end > begin) {
    // Indentation, mostly.
    if (text[end - 1] == ' ') {
      --end;
      continue;
    }
    const uint32_t size = BlankBefore(text, end);
    if (size == 0) break;
    end -= size;
  }
  return end;
}

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_BLANKS_H_
