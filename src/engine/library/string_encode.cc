// `encode`: the bytes of a string.  Bytes are no values here; what there is of
// them is the text that Python prints, `b'...'`.

#include <cstdint>
#include <new>
#include <string>

#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/objects.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

// Names of UTF-8 and ASCII differ in case, `-` and `_`.
std::string PlainName(std::string_view encoding) {
  std::string name;
  for (const char byte : encoding.substr(0, 32)) {
    if (byte != '-' && byte != '_') name += static_cast<char>(byte | 0x20);
  }
  return name;
}

void AppendByte(char byte, char quote, Writer* out) noexcept {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(byte);
  if (byte == '\n') return out->Append("\\n");
  if (byte == '\r') return out->Append("\\r");
  if (byte == '\t') return out->Append("\\t");
  if (byte == quote || byte == '\\') out->Append('\\');
  if (code >= 0x20 && code < 0x7F) return out->Append(byte);
  const char escape[] = {'\\', 'x', kDigits[code >> 4], kDigits[code & 15]};
  out->Append({escape, sizeof escape});
}

void AppendBytes(std::string_view text, Writer* out) noexcept {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool has_double = text.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  out->Append('b');
  out->Append(quote);
  for (const char byte : text) AppendByte(byte, quote, out);
  out->Append(quote);
}

}  // namespace

Value StrEncode(CallContext& cx, std::span<const Value> args) {
  std::string_view encoding;
  std::string_view errors;
  if (!ReadString(cx, {"encode", "encoding"}, args[1], &encoding)) return Value();
  if (!ReadString(cx, {"encode", "errors"}, args[2], &errors)) return Value();
  const std::string_view text = args[0].as_string();
  if (!cx.meter().StepBytes(text.size())) return Value();
  const std::string name = PlainName(encoding);
  if (name != "utf8" && !(name == "ascii" && IsAscii(text))) {
    return cx.FailType("`encode` gives UTF-8 only, or ASCII of text that is ASCII");
  }
  HeapWriter out(&cx.heap());
  AppendBytes(text, &out);
  const Value printed = out.Finish();
  void* room = cx.stopped() ? nullptr : cx.heap().NewBytes(sizeof(Function));
  if (!room) return Value();
  const auto type = static_cast<uint32_t>(ObjectType::kBytes);
  return Value::Callable(new (room) Function{type, printed.as_string(), /*bare=*/true});
}

}  // namespace galley
