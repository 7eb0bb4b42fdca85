#include "base/json_text.h"

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

bool NeedsEscape(unsigned char byte, JsonEscapes escapes) noexcept {
  if (byte < ' ' || byte == '"' || byte == '\\') return true;
  if (escapes.ascii && byte >= 0x7F) return true;
  return escapes.html && (byte == '<' || byte == '>' || byte == '&' || byte == '\'');
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
  out->Append('"');
  size_t plain = 0;  // where the run that needs no escape began
  for (size_t at = 0; at < text.size();) {
    if (!NeedsEscape(static_cast<unsigned char>(text[at]), escapes)) {
      ++at;
      continue;
    }
    out->Append(text.substr(plain, at - plain));
    if (const char letter = ShortEscape(text[at])) {
      const char escape[] = {'\\', letter};
      out->Append({escape, sizeof escape});
      ++at;
    } else {
      const CodePoint point = DecodeUtf8(text, at);
      AppendCodePoint(point.value, out);
      at += point.size;
    }
    plain = at;
  }
  out->Append(text.substr(plain));
  out->Append('"');
}

}  // namespace galley
