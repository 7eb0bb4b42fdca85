// Filters on what can be iterated: count, first, items, join, last, length, list,
// random, reverse.

#include <algorithm>

#include "base/hash.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/attribute_path.h"
#include "engine/library/families.h"
#include "engine/library/iterate.h"
#include "engine/library/length.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr Value kNoFirst = Value::String("No first item, sequence was empty.");
constexpr Value kNoLast = Value::String("No last item, sequence was empty.");
constexpr Value kNoRandom = Value::String("No random item, sequence was empty.");

Value Length(CallContext& cx, std::span<const Value> args) {
  size_t length;
  if (!LengthOf(cx, args[0], &length)) return Value();
  return Value::Int(static_cast<int64_t>(length));
}

Value First(CallContext& cx, std::span<const Value> args) {
  Value item;
  return FirstItem(cx, args[0], &item) ? item : UndefinedBecause(&kNoFirst);
}

// True for what Python's reversed() takes: what has an end to start from.
bool IsReversible(const Value& value) {
  return value.is_undefined() || value.is_string() || value.is_sequence() || value.is_map();
}

Value FailNotReversible(CallContext& cx, std::string_view filter, const Value& value) {
  return FailArgument(cx, {filter, "value"}, "a sequence with an end", value);
}

// The last character of a string that is not empty.
Value LastCharacter(const Value& string) {
  const std::string_view text = string.as_string();
  size_t offset = text.size() - 1;
  while (IsContinuation(text[offset])) --offset;
  return Value::String(text.substr(offset), string.safe_mark());
}

Value Last(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (!IsReversible(value)) return FailNotReversible(cx, "last", value);
  if (value.is_undefined() && cx.PolicyFor(value) == UndefinedPolicy::kStrict) {
    return cx.FailUndefined(value);
  }
  if (value.is_undefined() || value.size() == 0) return UndefinedBecause(&kNoLast);
  if (value.is_string()) return LastCharacter(value);
  return value.is_map() ? value.entries()[value.size() - 1].key : value.items().back();
}

Value List(CallContext& cx, std::span<const Value> args) {
  return Value::List(Iterate(cx, args[0]));
}

// Rendering is repeatable, so the choice is not: the length of the sequence
// decides it, by a hash that is the same everywhere.
Value Random(CallContext& cx, std::span<const Value> args) {
  constexpr HashSeed kSeed = {0x72616e646f6d, 0x67616c6c6579};
  const Value& value = args[0];
  size_t length;
  if (!LengthOf(cx, value, &length)) return Value();
  if (length == 0) return UndefinedBecause(&kNoRandom);
  if (value.is_map()) return FailArgument(cx, {"random", "value"}, "a sequence", value);
  const auto index = static_cast<int64_t>(SipHash(uint64_t{length}, kSeed) % length);
  return GetItem(cx, value, Value::Int(index));
}

std::string_view ReverseIteratorName(const Value& value) {
  if (value.is_map()) return "<dict_reversekeyiterator object>";
  return value.is_list() ? "<list_reverseiterator object>" : "<reversed object>";
}

Value Reverse(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (value.is_string()) {
    return GetSlice(cx, value, Value::None(), Value::None(), Value::Int(-1));
  }
  if (value.is_undefined() && cx.PolicyFor(value) == UndefinedPolicy::kStrict) {
    return cx.FailUndefined(value);
  }
  const std::span<const Value> items = Iterate(cx, value);
  Value* reversed = cx.heap().NewItems(items.size());
  if (!reversed || !cx.meter().Step(items.size())) return Value();
  std::reverse_copy(items.begin(), items.end(), reversed);
  const std::span<const Value> result(reversed, items.size());
  // A generator has no end to start from: Jinja2 makes a list of it.
  if (!IsReversible(value)) return Value::List(result);
  return NewGenerator(cx, result, ReverseIteratorName(value));
}

std::span<const Value> PairsOf(CallContext& cx, const Value& map) {
  if (map.is_undefined()) return {};
  if (!map.is_map()) {
    FailArgument(cx, {"items", "value"}, "a map", map);
    return {};
  }
  Value* pairs = cx.heap().NewItems(map.size());
  if (!pairs || !cx.meter().Step(map.size())) return {};
  for (size_t at = 0; at < map.size(); ++at) {
    pairs[at] = Value::Tuple(FlatEntriesOf(map).subspan(2 * at, 2));
  }
  return {pairs, map.size()};
}

Value Items(CallContext& cx, std::span<const Value> args) {
  return FinishLazily(cx, PairsOf(cx, args[0]), LazySource(), "<generator object do_items>");
}

// Items that are printed next to each other, and what stands between them.
class Joining {
 public:
  Joining(CallContext& cx, std::span<const Value> items, const AttributePath& path,
          const Value& separator)
      : cx_(cx), items_(items), path_(path), separator_(separator) {}

  Value Join() {
    texts_ = cx_.heap().NewItems(items_.size());
    if (!texts_) return Value();
    bool html = cx_.autoescape && separator_.is_safe();
    for (size_t at = 0; at < items_.size() && !cx_.stopped(); ++at) {
      texts_[at] = path_.Get(cx_, items_[at]);
      html = html || (cx_.autoescape && PassesForMarkup(cx_, texts_[at]));
    }
    return Print(html);
  }

 private:
  Value Print(bool html) {
    const Value separator = html ? Escape(cx_, separator_) : ToText(cx_, separator_);
    uint64_t size = 0;
    const uint8_t marks = html ? kSafe : kPlain;
    for (size_t at = 0; at < items_.size(); ++at) {
      if (cx_.stopped() || !cx_.meter().Step()) return Value();
      texts_[at] = html ? Escape(cx_, texts_[at]) : ToText(cx_, texts_[at]);
      size += texts_[at].size() + uint64_t{at == 0 ? 0 : separator.size()};
    }
    return Copy(separator.as_string(), size, marks);
  }

  Value Copy(std::string_view separator, uint64_t size, uint8_t marks) {
    char* bytes = cx_.heap().NewBytes(size);
    if (!bytes || cx_.stopped()) return Value();
    char* end = bytes;
    for (size_t at = 0; at < items_.size(); ++at) {
      if (at > 0) end = std::copy(separator.begin(), separator.end(), end);
      end = std::copy_n(texts_[at].as_string().data(), texts_[at].size(), end);
    }
    return Value::String({bytes, static_cast<size_t>(size)}, marks);
  }

  CallContext& cx_;
  std::span<const Value> items_;
  const AttributePath& path_;
  Value separator_;
  Value* texts_ = nullptr;
};

Value Join(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> items = Iterate(cx, args[0]);
  if (cx.stopped()) return Value();
  const AttributePath path(cx, args[2]);
  return Joining(cx, items, path, args[1]).Join();
}

constexpr Parameter kJoinParameters[] = {{"d", Value::String("")}, {"attribute", Value::None()}};

constexpr Builtin kFilters[] = {
    {"count", Length, {}},    {"first", First, {}},
    {"items", Items, {}},     {"join", Join, kJoinParameters},
    {"last", Last, {}},       {"length", Length, {}},
    {"list", List, {}},       {"random", Random, {}},
    {"reverse", Reverse, {}},
};

}  // namespace

std::span<const Builtin> SequenceFilters() noexcept { return kFilters; }

}  // namespace galley
