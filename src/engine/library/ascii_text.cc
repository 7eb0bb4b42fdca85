// A text that is ASCII already is given back as it is.
#include "engine/library/ascii_text.h"

#include <cstddef>

#include "base/utf8.h"

namespace galley {
namespace {

void AppendHexEscape(char32_t code_point, Writer* out) noexcept {
  constexpr char kDigits[] = "0123456789abcdef";
  const int digits = code_point < 0x100 ? 2 : code_point < 0x10000 ? 4 : 8;
  out->Append('\\');
  out->Append(digits == 2 ? 'x' : digits == 4 ? 'u' : 'U');
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out->Append(kDigits[code_point >> shift & 15]);
  }
}

}  // namespace

Value ToAscii(CallContext& cx, const Value& text) {
  const std::string_view from = text.as_string();
  if (!cx.meter().StepBytes(from.size())) return Value();
  if (IsAscii(from)) return text;
  HeapWriter out(&cx.heap());
  for (size_t at = 0; at < from.size();) {
    const CodePoint next = DecodeUtf8(from, at);
    if (next.value < 0x80) {
      out.Append(from[at]);
    } else {
      AppendHexEscape(next.value, &out);
    }
    at += next.size;
  }
  return out.Finish(text.safe_mark());
}

}  // namespace galley
