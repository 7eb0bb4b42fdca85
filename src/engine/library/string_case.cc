// Methods of strings that change the case of letters.

#include <cstddef>
#include <cstring>

#include "base/letter_case.h"
#include "base/utf8.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

using AsciiMap = void (*)(std::string_view text, char* out) noexcept;
using Append = void (*)(std::string_view text, Writer* out) noexcept;

Value MapText(CallContext& cx, const Value& text, uint8_t marks, Append append) {
  if (!PayPerCharacter(cx, text.size())) return Value();
  HeapWriter out(&cx.heap());
  append(text.as_string(), &out);
  return out.Finish(marks);
}

// ASCII takes a loop without branches; anything else goes character by
// character.
Value MapText(CallContext& cx, const Value& text, uint8_t marks, AsciiMap map_ascii,
              Append append) {
  if (!IsAscii(text.as_string())) return MapText(cx, text, marks, append);
  char* bytes = cx.heap().NewBytes(text.size());
  if (!bytes) return Value();
  map_ascii(text.as_string(), bytes);
  return Value::String({bytes, text.size()}, marks);
}

// IsAscii without a call for the words that most texts are: both ends, which may overlap.
inline bool IsAsciiWord(std::string_view text) noexcept {
  if (text.size() < 4 || text.size() > 8) return IsAscii(text);
  uint32_t ends[2];
  std::memcpy(&ends[0], text.data(), 4);
  std::memcpy(&ends[1], text.data() + text.size() - 4, 4);
  return ((ends[0] | ends[1]) & 0x80808080) == 0;
}

void WriteText(CallContext& cx, std::string_view text, AsciiMap map_ascii, Append append,
               Writer* out) {
  if (!IsAsciiWord(text)) {
    if (PayPerCharacter(cx, text.size())) append(text, out);
    return;
  }
  if (!cx.meter().StepBytes(text.size())) return;
  if (char* bytes = out->Extend(text.size())) map_ascii(text, bytes);
}

void AsciiCapitalize(std::string_view text, char* out) noexcept {
  AsciiToLower(text, out);
  AsciiToUpper(text.substr(0, 1), out);
}

}  // namespace

Value StrCapitalize(CallContext& cx, std::span<const Value> args) {
  return MapText(cx, args[0], args[0].safe_mark(), AsciiCapitalize, AppendCapitalized);
}

Value StrCasefold(CallContext& cx, std::span<const Value> args) {
  // Not among the methods that Markup has of its own.
  return MapText(cx, args[0], kPlain, AsciiToLower, AppendCaseFolded);
}

Value StrLower(CallContext& cx, std::span<const Value> args) {
  return MapText(cx, args[0], args[0].safe_mark(), AsciiToLower, AppendLower);
}

Value StrSwapcase(CallContext& cx, std::span<const Value> args) {
  return MapText(cx, args[0], args[0].safe_mark(), AsciiSwapCase, AppendSwappedCase);
}

Value StrTitle(CallContext& cx, std::span<const Value> args) {
  return MapText(cx, args[0], args[0].safe_mark(), AsciiToTitle, AppendTitle);
}

Value StrUpper(CallContext& cx, std::span<const Value> args) {
  return MapText(cx, args[0], args[0].safe_mark(), AsciiToUpper, AppendUpper);
}

void WriteCapitalized(CallContext& cx, std::string_view text, Writer* out) {
  WriteText(cx, text, AsciiCapitalize, AppendCapitalized, out);
}

void WriteLower(CallContext& cx, std::string_view text, Writer* out) {
  WriteText(cx, text, AsciiToLower, AppendLower, out);
}

void WriteUpper(CallContext& cx, std::string_view text, Writer* out) {
  WriteText(cx, text, AsciiToUpper, AppendUpper, out);
}

}  // namespace galley
