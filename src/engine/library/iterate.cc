// Every kind of value is turned into a span of items; what is no sequence already is copied into
// the heap.
#include "engine/library/iterate.h"

#include "base/utf8.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/map.h"

namespace galley {
namespace {

// One character on its own: markup falls apart into plain text.
Value Character(const Value& string, size_t offset, size_t size) {
  return Value::String(string.as_string().substr(offset, size));
}

std::span<const Value> Characters(CallContext& cx, const Value& string) {
  const std::string_view text = string.as_string();
  const size_t count = CountCodePoints(text);
  Value* items = cx.heap().NewItems(count);
  if (!items || !cx.meter().Step(count)) return {};
  size_t offset = 0;
  for (size_t at = 0; at < count; ++at) {
    const size_t size = DecodeUtf8(text, offset).size;
    items[at] = Character(string, offset, size);
    offset += size;
  }
  return {items, count};
}

std::span<const Value> Keys(CallContext& cx, const Value& map) {
  Value* items = cx.heap().NewItems(map.size());
  if (!items || !cx.meter().Step(map.size())) return {};
  for (size_t at = 0; at < map.size(); ++at) items[at] = map.entries()[at].key;
  return {items, map.size()};
}

LazySource UseUp(const Generator& generator) {
  const std::span<const Value> rest = generator.items.subspan(generator.next);
  generator.next = static_cast<uint32_t>(generator.items.size());
  return {rest, generator.failure};
}

LazySource FailNotIterable(CallContext& cx, const Value& value) {
  cx.FailType(DescribeValue(value) + " cannot be iterated over");
  return {};
}

}  // namespace

LazySource IterateLazily(CallContext& cx, const Value& value) {
  switch (value.kind()) {
    case Kind::kList:
    case Kind::kTuple:
      return {value.items()};
    case Kind::kMap:
      return {Keys(cx, value)};
    case Kind::kString:
      return {Characters(cx, value)};
    case Kind::kUndefined:
      if (cx.PolicyFor(value) == UndefinedPolicy::kStrict) cx.FailUndefined(value);
      return {};
    default:
      if (!IsObject(value, ObjectType::kGenerator)) return FailNotIterable(cx, value);
      return UseUp(static_cast<const Generator&>(*value.function()));
  }
}

std::span<const Value> Iterate(CallContext& cx, const Value& value) {
  const LazySource source = IterateLazily(cx, value);
  if (source.failure) cx.Fail(*source.failure);
  return source.items;
}

Value FinishLazily(CallContext& cx, std::span<const Value> items, const LazySource& source,
                   std::string_view name) {
  const Failure* own = cx.PutOffFailure();
  return NewGenerator(cx, items, name, own ? own : source.failure);
}

bool FirstItem(CallContext& cx, const Value& value, Value* item) {
  if (value.is_string()) {
    if (value.size() > 0) *item = Character(value, 0, DecodeUtf8(value.as_string(), 0).size);
    return value.size() > 0;
  }
  if (value.is_map()) {
    if (value.size() > 0) *item = value.entries()[0].key;
    return value.size() > 0;
  }
  if (IsObject(value, ObjectType::kGenerator)) {
    return NextItem(cx, static_cast<const Generator&>(*value.function()), item);
  }
  const std::span<const Value> items = Iterate(cx, value);
  if (!items.empty()) *item = items[0];
  return !items.empty();
}

}  // namespace galley
