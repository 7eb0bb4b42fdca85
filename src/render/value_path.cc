// Own fields, indices and lengths, nothing else: no method and no prototype can be reached.
#include "render/value_path.h"

#include <charconv>
#include <string>

#include "base/utf8.h"
#include "value/map.h"

namespace galley::chat {
namespace {

// The index that `step` spells as JavaScript does, without sign or leading zeros.
bool ReadIndex(std::string_view step, uint64_t* index) noexcept {
  const bool canonical = !step.empty() && (step[0] != '0' || step.size() == 1);
  const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), *index);
  return canonical && error == std::errc() && end == step.data() + step.size();
}

// One UTF-16 unit of a text.  Half a pair of surrogates is no text by itself.
Value UnitAt(std::string_view text, uint64_t index, Heap* heap) {
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    const uint64_t units = point.value > 0xFFFF ? 2 : 1;
    if (index < units) {
      return heap->NewString(units == 1 ? text.substr(at, point.size) : "\xEF\xBF\xBD");
    }
    index -= units;
    at += point.size;
  }
  return Value();
}

}  // namespace

Value FollowStep(const Value& value, std::string_view step, Heap* heap) {
  if (value.is_map()) {
    const Value* found = FindItem(value, step);
    return found ? *found : Value();
  }
  if (!value.is_sequence() && !value.is_string()) return Value();
  if (step == "length") {
    const uint64_t size = value.is_string() ? Utf16Length(value.as_string()) : value.size();
    return Value::Int(static_cast<int64_t>(size));
  }
  uint64_t index = 0;
  if (!ReadIndex(step, &index)) return Value();
  if (value.is_string()) return UnitAt(value.as_string(), index, heap);
  return index < value.size() ? value.items()[index] : Value();
}

Value FollowPath(const Value& value, const ValuePath& path, Heap* heap) {
  if (path.broken) return Value();
  Value at = value;
  for (const std::string& step : path.steps) {
    at = FollowStep(at, step, heap);
    if (at.is_undefined() || at.is_none()) {
      return &step == &path.steps.back() ? at : Value();
    }
  }
  return at;
}

}  // namespace galley::chat
