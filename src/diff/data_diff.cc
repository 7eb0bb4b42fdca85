// Pairs that are still to be compared lie in a list, so depth costs no recursion; the order is
// that of the second side.
#include "diff/data_diff.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "diff/document.h"
#include "diff/side.h"
#include "value/map.h"

namespace galley::diff {
namespace {

// Two values at one place that are still to be compared.
struct Pair {
  Located a;
  Located b;
  std::vector<std::string> steps;
};

Pair StepBoth(const Pair& pair, std::string_view step, Heap* heap) {
  Pair inner{StepInto(pair.a, step, heap), StepInto(pair.b, step, heap), pair.steps};
  inner.steps.emplace_back(step);
  return inner;
}

DataChange ChangeOf(const Pair& pair, DataChange::Kind kind) {
  const bool is_in_b = !pair.b.value.is_undefined();
  return {kind, is_in_b ? pair.b.path : pair.a.path, pair.steps, pair.a.value, pair.b.value};
}

// The pairs inside of two maps or two lists, as B has them.
std::vector<Pair> InnerPairs(const Pair& pair, Heap* heap) {
  std::vector<Pair> inner;
  if (pair.b.value.is_map()) {
    for (const MapEntry& entry : EntriesOf(pair.b.value)) {
      if (entry.key.is_string()) inner.push_back(StepBoth(pair, entry.key.as_string(), heap));
    }
    for (const MapEntry& entry : EntriesOf(pair.a.value)) {
      const bool is_in_b = entry.key.is_string() && FindItem(pair.b.value, entry.key.as_string());
      if (entry.key.is_string() && !is_in_b) {
        inner.push_back(StepBoth(pair, entry.key.as_string(), heap));
      }
    }
    return inner;
  }
  const uint32_t size = std::min(pair.a.value.size(), pair.b.value.size());
  for (uint32_t at = 0; at < size; ++at) {
    inner.push_back(StepBoth(pair, std::to_string(at), heap));
  }
  return inner;
}

}  // namespace

std::vector<DataChange> FindDataChanges(const Value& a, const Value& b, size_t most, Heap* heap) {
  std::vector<DataChange> changes;
  std::vector<Pair> open = {{{"", a}, {"", b}, {}}};
  while (!open.empty() && changes.size() < most) {
    const Pair pair = std::move(open.back());
    open.pop_back();
    const Value& before = pair.a.value;
    const Value& after = pair.b.value;
    if (TextOf(before) == TextOf(after)) continue;
    const bool are_lists = before.is_list() && after.is_list();
    if (HoldSameItems(before, after)) {
      changes.push_back(ChangeOf(pair, DataChange::Kind::kOrder));
    } else if (are_lists || (before.is_map() && after.is_map())) {
      std::vector<Pair> inner = InnerPairs(pair, heap);
      if (are_lists && before.size() != after.size()) {
        changes.push_back(ChangeOf(pair, DataChange::Kind::kLength));
      }
      std::move(inner.rbegin(), inner.rend(), std::back_inserter(open));
    } else {
      changes.push_back(ChangeOf(pair, DataChange::Kind::kValue));
    }
  }
  return changes;
}

namespace {

// The levels from the root to what is changed, without that.
std::vector<Value> LevelsOf(const Value& root, const DataChange& change, Heap* heap) {
  std::vector<Value> levels = {root};
  for (size_t at = 0; at + 1 < change.steps.size(); ++at) {
    levels.push_back(StepInto({"", levels.back()}, change.steps[at], heap).value);
  }
  return levels;
}

Value WithItem(const Value& list, std::string_view step, const Value& item, Heap* heap) {
  uint32_t index = 0;
  std::from_chars(step.data(), step.data() + step.size(), index);
  Value* items = heap->NewItems(list.size());
  if (!items) return Value();
  for (uint32_t at = 0; at < list.size(); ++at) items[at] = at == index ? item : list.items()[at];
  return heap->NewList({items, list.size()});
}

Value WithEntry(const Value& map, std::string_view key, const Value& value, Heap* heap) {
  const uint32_t size = map.is_map() ? map.size() : 0;
  MapEntry* entries = heap->NewEntries(size + 1);
  if (!entries) return Value();
  uint32_t count = 0;
  bool is_there = false;
  for (uint32_t at = 0; at < size; ++at) {
    MapEntry entry = map.entries()[at];
    const bool is_it = entry.key.is_string() && entry.key.as_string() == key;
    is_there |= is_it;
    if (is_it && value.is_undefined()) continue;
    if (is_it) entry.value = value;
    entries[count++] = entry;
  }
  if (!is_there && !value.is_undefined()) entries[count++] = {heap->NewString(key), value};
  return heap->NewMap(entries, count);
}

}  // namespace

Value WithChange(const Value& a, const DataChange& change, Heap* heap) {
  Value made = change.after;
  // Of a list that is longer, what both have stays as it is.
  if (change.kind == DataChange::Kind::kLength) {
    const uint32_t size = change.after.size();
    Value* items = heap->NewItems(size);
    if (!items) return Value();
    for (uint32_t at = 0; at < size; ++at) {
      items[at] = at < change.before.size() ? change.before.items()[at] : change.after.items()[at];
    }
    made = heap->NewList({items, size});
  }
  const std::vector<Value> levels = LevelsOf(a, change, heap);
  for (size_t at = change.steps.size(); at-- > 0;) {
    made = levels[at].is_list() ? WithItem(levels[at], change.steps[at], made, heap)
                                : WithEntry(levels[at], change.steps[at], made, heap);
  }
  return made;
}

}  // namespace galley::diff
