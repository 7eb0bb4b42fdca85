// Sixteen bytes are compared at once for what needs an escape; entities are found in a generated
// table.
#include "engine/library/html.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/find.h"
#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "engine/library/urlize.h"
#include "value/map.h"

namespace galley {
namespace {

// Sixteen bytes that are compared at once; g++ and clang both know such vectors.
constexpr size_t kBlock = 16;
using Block [[gnu::vector_size(kBlock)]] = unsigned char;

bool IsSpecial(char byte) noexcept {
  return byte == '&' || byte == '<' || byte == '>' || byte == '\'' || byte == '"';
}

bool HasSpecial(const char* bytes) noexcept {
  Block block;
  std::memcpy(&block, bytes, kBlock);
  const auto special =
      (block == '&') | (block == '<') | (block == '>') | (block == '\'') | (block == '"');
  uint64_t halves[2];
  std::memcpy(halves, &special, kBlock);
  return (halves[0] | halves[1]) != 0;
}

// The offset of the first special byte from `at` on, or text.size().
size_t FindSpecial(std::string_view text, size_t at) noexcept {
  while (text.size() - at >= kBlock && !HasSpecial(text.data() + at)) at += kBlock;
  while (at < text.size() && !IsSpecial(text[at])) ++at;
  return at;
}

std::string_view EscapeOf(char byte) noexcept {
  switch (byte) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '\'':
      return "&#39;";
    default:
      return "&#34;";
  }
}

// `text` without each part from `open` to the next `close`.  What is not closed
// stays.
Value RemoveBetween(CallContext& cx, const Value& whole, std::string_view open,
                    std::string_view close) {
  const std::string_view text = whole.as_string();
  if (!cx.meter().StepBytes(text.size())) return Value();
  size_t begin = FindFirst(text, open);
  if (begin == kNotFound) return whole;
  HeapWriter out(&cx.heap());
  size_t copied = 0;
  while (begin != kNotFound) {
    const size_t end = FindFirst(text, close, begin + open.size());
    if (end == kNotFound) break;
    out.Append(text.substr(copied, begin - copied));
    copied = end + close.size();
    begin = FindFirst(text, open, copied);
  }
  out.Append(text.substr(copied));
  return out.Finish(whole.safe_mark());
}

// Blanks at the ends go, and each run between words becomes one space.
Value NormalizeBlanks(CallContext& cx, const Value& whole) {
  const std::string_view text = whole.as_string();
  if (!PayPerCharacter(cx, text.size())) return Value();
  HeapWriter out(&cx.heap());
  bool blank = false;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeUtf8(text, at);
    if (IsSpace(next.value)) {
      blank = true;
    } else {
      if (blank && out.size() > 0) out.Append(' ');
      out.Append(text.substr(at, next.size));
      blank = false;
    }
    at += next.size;
  }
  return out.Finish(whole.safe_mark());
}

Value Unescape(CallContext& cx, const Value& text) {
  const std::string_view from = text.as_string();
  const auto references = static_cast<uint64_t>(std::count(from.begin(), from.end(), '&'));
  // A name is looked up in a table, which takes a while.
  if (!cx.meter().StepBytes(from.size()) || !cx.meter().Step(4 * references)) return Value();
  HeapWriter out(&cx.heap());
  AppendUnescaped(from, &out);
  return out.Finish();
}

Value FilterEscape(CallContext& cx, std::span<const Value> args) { return Escape(cx, args[0]); }

Value FilterForceescape(CallContext& cx, std::span<const Value> args) {
  const Value text = ToText(cx, args[0]);
  if (cx.stopped()) return Value();
  return Escape(cx, Value::String(text.as_string()));
}

Value FilterSafe(CallContext& cx, std::span<const Value> args) {
  const Value text = ToText(cx, args[0]);
  if (cx.stopped()) return Value();
  return Value::String(text.as_string(), kSafe);
}

Value FilterStriptags(CallContext& cx, std::span<const Value> args) {
  Value text = ToText(cx, args[0]);
  if (!cx.stopped()) text = RemoveBetween(cx, text, "<!--", "-->");
  if (!cx.stopped()) text = RemoveBetween(cx, text, "<", ">");
  if (!cx.stopped()) text = NormalizeBlanks(cx, text);
  return cx.stopped() ? Value() : Unescape(cx, text);
}

// Characters that would end an attribute's name.
bool IsAttributeName(std::string_view name) noexcept {
  return name.find_first_of(" \t\n\r\f\v/>=") == std::string_view::npos;
}

Value FilterXmlattr(CallContext& cx, std::span<const Value> args) {
  const Value& map = args[0];
  if (map.is_undefined()) return cx.FailUndefined(map);
  if (!map.is_map()) return cx.FailType("`xmlattr` takes a map, not " + DescribeValue(map));
  HeapWriter out(&cx.heap());
  const uint8_t marks = cx.autoescape ? kSafe : kPlain;
  for (const auto& [key, value] : EntriesOf(map)) {
    if (cx.stopped() || !cx.meter().Step()) return Value();
    if (value.is_none() || value.is_undefined()) continue;
    std::string_view name;
    if (!ReadString(cx, {"xmlattr", "a key"}, key, &name)) return Value();
    if (!IsAttributeName(name)) {
      return cx.FailType(
          "a key of `xmlattr` holds a blank, `/`, `>` or `=`, which no attribute may");
    }
    out.Append(' ');
    AppendEscapedValue(cx, key, &out);
    out.Append("=\"");
    AppendEscapedValue(cx, value, &out);
    out.Append('"');
  }
  const Value text = out.Finish(marks);
  if (Truth(cx, args[1]) || text.size() == 0) return text;
  return Value::String(text.as_string().substr(1), marks);
}

constexpr Parameter kXmlattr[] = {{"autospace", Value::Bool(true)}};

constexpr Builtin kFilters[] = {
    {"e", FilterEscape, {}},
    {"escape", FilterEscape, {}},
    {"forceescape", FilterForceescape, {}},
    {"safe", FilterSafe, {}},
    {"striptags", FilterStriptags, {}},
    {"urlencode", FilterUrlencode, {}},
    {"urlize", FilterUrlize, kUrlizeParameters},
    {"xmlattr", FilterXmlattr, kXmlattr},
};

}  // namespace

void AppendEscaped(std::string_view text, Writer* out) noexcept {
  size_t at = 0;
  while (at < text.size()) {
    const size_t special = FindSpecial(text, at);
    out->Append(text.substr(at, special - at));
    // Specials come in groups, so what follows one is looked at byte by byte.
    at = std::min(special + kBlock, text.size());
    for (size_t i = special; i < at; ++i) {
      if (IsSpecial(text[i])) {
        out->Append(EscapeOf(text[i]));
      } else {
        out->Append(text[i]);
      }
    }
  }
}

bool IsHtmlSafe(std::string_view text) noexcept { return FindSpecial(text, 0) == text.size(); }

void AppendEscapedValue(CallContext& cx, const Value& value, Writer* out) {
  const Value text = ToText(cx, value);
  if (cx.stopped()) return;
  if (text.is_safe()) return out->Append(text.as_string());
  if (cx.meter().StepBytes(text.size())) AppendEscaped(text.as_string(), out);
}

Value Escape(CallContext& cx, const Value& value) {
  const Value text = ToText(cx, value);
  if (cx.stopped() || text.is_safe()) return text;
  if (!cx.meter().StepBytes(text.size())) return Value();
  if (IsHtmlSafe(text.as_string())) return Value::String(text.as_string(), kSafe);
  HeapWriter out(&cx.heap());
  AppendEscaped(text.as_string(), &out);
  return out.Finish(kSafe);
}

std::span<const Builtin> HtmlFilters() noexcept { return kFilters; }

}  // namespace galley
