// A path is cut once and followed for each item; parts are strings or indices.
#include "engine/library/attribute_path.h"

#include <algorithm>
#include <new>

#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "value/convert.h"

namespace galley {
namespace {

// `text` cut at each `separator`; at least one part.
std::span<Value> Split(CallContext& cx, const Value& string, char separator) {
  const std::string_view text = string.as_string();
  const auto count = static_cast<size_t>(std::count(text.begin(), text.end(), separator)) + 1;
  Value* parts = cx.heap().NewItems(count);
  if (!parts || !cx.meter().StepBytes(text.size())) return {};
  size_t begin = 0;
  for (size_t at = 0; at < count; ++at) {
    const size_t end = std::min(text.find(separator, begin), text.size());
    parts[at] = string.WithText(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return {parts, count};
}

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char byte) { return byte >= '0' && byte <= '9'; });
}

// A part of digits is an index.  One beyond 64 bits finds nothing anywhere.
Value ToPart(const Value& text) {
  if (!IsDigits(text.as_string())) return text;
  int64_t index;
  const bool fits = ParseInt(text.as_string(), 10, &index) == NumberResult::kOk;
  return Value::Int(fits ? index : INT64_MAX);
}

}  // namespace

AttributePath::AttributePath(CallContext& cx, const Value& attribute) {
  if (attribute.is_none()) return;
  if (attribute.is_string()) {
    const std::span<Value> parts = Split(cx, attribute, '.');
    for (Value& part : parts) part = ToPart(part);
    parts_ = parts;
    return;
  }
  Value* part = cx.heap().NewItems(1);
  if (!part) return;
  *part = attribute;
  parts_ = {part, 1};
}

Value AttributePath::Get(CallContext& cx, Value item, const Value& fallback) const {
  for (const Value& part : parts_) {
    if (!cx.meter().Step()) return Value();
    item = GetItem(cx, item, part);
    if (cx.failed()) return Value();
    if (item.is_undefined() && !fallback.is_none()) item = fallback;
  }
  return item;
}

std::span<const AttributePath> SplitPaths(CallContext& cx, const Value& attribute) {
  const std::span<const Value> texts =
      attribute.is_string() ? Split(cx, attribute, ',') : std::span(&attribute, 1);
  void* room = cx.heap().NewBytes(texts.size() * sizeof(AttributePath));
  if (!room) return {};
  auto* paths = static_cast<AttributePath*>(room);
  for (size_t at = 0; at < texts.size(); ++at) new (&paths[at]) AttributePath(cx, texts[at]);
  return {paths, texts.size()};
}

Value IgnoreCase(CallContext& cx, const Value& value) {
  if (!value.is_string()) return value;
  const std::string_view text = value.as_string();
  if (!cx.meter().StepBytes(text.size())) return value;
  // Most text needs no copy.
  const auto is_changed = [](char byte) { return (byte >= 'A' && byte <= 'Z') || byte < 0; };
  if (std::none_of(text.begin(), text.end(), is_changed)) return value;
  return StrLower(cx, std::span(&value, 1));
}

}  // namespace galley
