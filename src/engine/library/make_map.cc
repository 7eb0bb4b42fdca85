// Keys are checked before the map is made: what cannot be hashed, and strict undefined values,
// fail here.
#include "engine/library/make_map.h"

#include <algorithm>
#include <span>
#include <vector>

#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/map.h"

namespace galley {
namespace {

// Reads one pair: anything that iterates over two items.
bool ReadPair(CallContext& cx, const Value& value, MapEntry* entry) {
  const std::span<const Value> pair = Iterate(cx, value);
  if (cx.stopped()) return false;
  if (pair.size() != 2) {
    cx.FailType("a map is made of pairs, not of " + DescribeValue(value));
    return false;
  }
  *entry = {pair[0], pair[1]};
  return RequireKey(cx, entry->key);
}

}  // namespace

// A tuple is hashed with what it holds, so an undefined value inside is used too.
bool FailStrictKey(CallContext& cx, const Value& key) {
  if (cx.policy().undefined != UndefinedPolicy::kStrict) return false;
  if (!key.is_undefined() && !key.is_tuple()) return false;
  std::vector<std::span<const Value>> open = {{&key, 1}};
  while (!open.empty()) {
    if (open.back().empty()) {
      open.pop_back();
      continue;
    }
    const Value& value = open.back().front();
    open.back() = open.back().subspan(1);
    if (!cx.meter().Step()) return true;
    if (value.is_undefined() && cx.PolicyFor(value) == UndefinedPolicy::kStrict) {
      cx.FailUndefined(value);
      return true;
    }
    if (value.is_tuple()) open.push_back(value.items());
  }
  return false;
}

bool RequireKey(CallContext& cx, const Value& key) {
  if (FailStrictKey(cx, key)) return false;
  if (IsHashable(key, &cx.meter())) return !cx.stopped();
  cx.FailType(DescribeValue(key) + " cannot be a key of a map");
  return false;
}

Value MakeMap(CallContext& cx, const Value& source, const Value& keywords) {
  if (source.is_undefined()) return cx.FailUndefined(source);
  if (source.is_map() && keywords.size() == 0) return source;
  const std::span<const Value> pairs =
      source.is_map() ? std::span<const Value>() : Iterate(cx, source);
  const size_t from_source = source.is_map() ? source.size() : pairs.size();
  MapEntry* entries = cx.heap().NewEntries(from_source + keywords.size());
  if (!entries || cx.stopped()) return Value();
  if (source.is_map()) std::copy_n(source.entries(), from_source, entries);
  for (size_t at = 0; at < pairs.size(); ++at) {
    if (!ReadPair(cx, pairs[at], &entries[at])) return Value();
  }
  std::copy_n(keywords.entries(), keywords.size(), entries + from_source);
  return cx.heap().NewMap(entries, from_source + keywords.size());
}

}  // namespace galley
