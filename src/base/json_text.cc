// Looks for bytes that need an escape four at a time and copies the runs between them whole;
// most strings have none.
#include "base/json_text.h"

#include <array>
#include <cstdint>

#include "base/utf8.h"

namespace galley {
namespace {

void AppendUnit(char32_t unit, Writer* out) noexcept {
  constexpr char kDigits[] = "0123456789abcdef";
  const char escape[] = {'\\',
                         'u',
                         kDigits[unit >> 12 & 15],
                         kDigits[unit >> 8 & 15],
                         kDigits[unit >> 4 & 15],
                         kDigits[unit & 15]};
  out->Append({escape, sizeof escape});
}

// Code points above U+FFFF take a pair of surrogates.
void AppendCodePoint(char32_t code_point, Writer* out) noexcept {
  if (code_point < 0x10000) return AppendUnit(code_point, out);
  AppendUnit(0xD800 + ((code_point - 0x10000) >> 10), out);
  AppendUnit(0xDC00 + (code_point & 0x3FF), out);
}

// Which bytes need an escape: all the time, where others than ASCII do, for HTML.
enum ByteClass : uint8_t { kAlways = 1, kNotAscii = 2, kHtml = 4 };

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes = {};
  for (size_t byte = 0; byte < ' '; ++byte) classes[byte] = kAlways;
  for (const char byte : {'"', '\\'}) classes[static_cast<unsigned char>(byte)] = kAlways;
  for (size_t byte = 0x7F; byte < 256; ++byte) classes[byte] = kNotAscii;
  for (const char byte : {'<', '>', '&', '\''}) classes[static_cast<unsigned char>(byte)] = kHtml;
  return classes;
}();

// The offset of the first byte of one of `classes`, from `at` on.  Most have none, so
// four are looked at together.
size_t SkipPlain(std::string_view text, size_t at, uint8_t classes) noexcept {
  const auto class_of = [&](size_t i) { return kClasses[static_cast<unsigned char>(text[i])]; };
  for (; at + 4 <= text.size(); at += 4) {
    const int all = class_of(at) | class_of(at + 1) | class_of(at + 2) | class_of(at + 3);
    if (all & classes) break;
  }
  while (at < text.size() && !(class_of(at) & classes)) ++at;
  return at;
}

// The letter after the backslash of a short escape, or 0.
char ShortEscape(char byte) noexcept {
  switch (byte) {
    case '"':
    case '\\':
      return byte;
    case '\b':
      return 'b';
    case '\f':
      return 'f';
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return 0;
  }
}

}  // namespace

void AppendJsonString(std::string_view text, JsonEscapes escapes, Writer* out) noexcept {
  const auto classes =
      static_cast<uint8_t>(kAlways | (escapes.ascii ? kNotAscii : 0) | (escapes.html ? kHtml : 0));
  out->Append('"');
  for (size_t at = 0;;) {
    const size_t end = SkipPlain(text, at, classes);
    out->AppendShort(text.substr(at, end - at));
    if (end == text.size()) break;
    if (const char letter = ShortEscape(text[end])) {
      const char escape[] = {'\\', letter};
      out->Append({escape, sizeof escape});
      at = end + 1;
    } else {
      const CodePoint point = DecodeUtf8(text, end);
      AppendCodePoint(point.value, out);
      at = end + point.size;
    }
  }
  out->Append('"');
}

}  // namespace galley
