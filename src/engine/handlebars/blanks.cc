// JavaScript's white space: ASCII first, then the few code points beyond it.
#include "engine/handlebars/blanks.h"

#include "base/utf8.h"

namespace galley::handlebars {
namespace {

bool IsWideBlank(char32_t code_point) noexcept {
  return code_point == 0xA0 || code_point == 0xFEFF || code_point == 0x1680 ||
         (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

bool IsAsciiBlank(char byte) noexcept { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

}  // namespace

size_t BlankSize(std::string_view text, size_t at) noexcept {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return IsAsciiBlank(text[at]) ? 1 : 0;
  const CodePoint decoded = DecodeUtf8(text, at);
  return IsWideBlank(decoded.value) ? decoded.size : 0;
}

size_t BlankSizeBefore(std::string_view text, size_t end) noexcept {
  size_t at = end - 1;
  while (at > 0 && IsContinuation(text[at])) --at;
  return BlankSize(text, at);
}

size_t SkipBlanks(std::string_view text, size_t at) noexcept {
  while (at < text.size()) {
    const size_t size = BlankSize(text, at);
    if (size == 0) break;
    at += size;
  }
  return at;
}

size_t TrimBlanks(std::string_view text) noexcept {
  size_t end = text.size();
  while (end > 0) {
    const size_t size = BlankSizeBefore(text, end);
    if (size == 0) break;
    end -= size;
  }
  return end;
}

}  // namespace galley::handlebars
