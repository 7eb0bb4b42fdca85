// Filters: dictsort, sort, unique.

#include "base/hash_table.h"
#include "engine/library/arguments.h"
#include "engine/library/attribute_path.h"
#include "engine/library/families.h"
#include "engine/library/iterate.h"
#include "engine/library/make_map.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "engine/library/sort.h"
#include "value/compare.h"
#include "value/map.h"

namespace galley {
namespace {

// Python's `x.items()` on what must be a map.
bool RequireMap(CallContext& cx, std::string_view filter, const Value& value) {
  if (value.is_map()) return true;
  if (value.is_undefined()) {
    cx.FailUndefined(value);
  } else {
    FailArgument(cx, {filter, "value"}, "a map", value);
  }
  return false;
}

// Python takes no other truth here than that of an integer.
bool ReadReverse(CallContext& cx, std::string_view filter, const Value& given, bool* reverse) {
  int64_t number;
  if (!ReadInteger(cx, {filter, "reverse"}, given, &number)) return false;
  *reverse = number != 0;
  return true;
}

// The place of the key in an entry that `by` asks for: 0 or 1; -1 after failing.
int SortColumn(CallContext& cx, const Value& by) {
  if (by.is_string() && by.as_string() == "key") return 0;
  if (by.is_string() && by.as_string() == "value") return 1;
  FailArgument(cx, {"dictsort", "by"}, "`key` or `value`", by);
  return -1;
}

Value DictSort(CallContext& cx, std::span<const Value> args) {
  const Value& map = args[0];
  const int column = SortColumn(cx, args[2]);
  bool reverse;
  if (column < 0 || !RequireMap(cx, "dictsort", map)) return Value();
  if (!ReadReverse(cx, "dictsort", args[3], &reverse)) return Value();
  const bool case_sensitive = Truth(cx, args[1]);

  Value* keys = cx.heap().NewItems(map.size());
  Value* pairs = cx.heap().NewItems(map.size());
  if (!keys || !pairs) return Value();
  const std::span<const Value> flat = FlatEntriesOf(map);
  for (size_t at = 0; at < map.size() && cx.meter().Step(); ++at) {
    const std::span<const Value> pair = flat.subspan(2 * at, 2);
    const Value& key = pair[static_cast<size_t>(column)];
    pairs[at] = Value::Tuple(pair);
    keys[at] = case_sensitive ? key : IgnoreCase(cx, key);
  }
  const std::span<const uint32_t> positions =
      SortedPositions(cx, {keys, map.size()}, 1, KeyOrder::kBare, reverse);
  return ListInOrder(cx, {pairs, map.size()}, positions);
}

Value Sort(CallContext& cx, std::span<const Value> args) {
  bool reverse;
  if (!ReadReverse(cx, "sort", args[1], &reverse)) return Value();
  const bool case_sensitive = Truth(cx, args[2]);
  const std::span<const AttributePath> paths = SplitPaths(cx, args[3]);
  const std::span<const Value> items = Iterate(cx, args[0]);
  if (cx.stopped()) return Value();

  const size_t width = paths.size();
  Value* keys = cx.heap().NewItems(items.size() * width);
  if (!keys) return Value();
  for (size_t at = 0; at < items.size() * width && !cx.stopped(); ++at) {
    const Value key = paths[at % width].Get(cx, items[at / width]);
    keys[at] = case_sensitive ? key : IgnoreCase(cx, key);
    cx.meter().Step();
  }
  if (cx.stopped()) return Value();
  const std::span<const uint32_t> positions =
      SortedPositions(cx, {keys, items.size() * width}, width, KeyOrder::kListItems, reverse);
  return ListInOrder(cx, items, positions);
}

// The keys seen so far.
class KeySet {
 public:
  KeySet(CallContext& cx, size_t capacity) : cx_(cx) {
    keys_ = cx.heap().NewItems(capacity);
    const size_t slots = HashTableSize(capacity);
    char* room = cx.heap().NewBytes(slots * sizeof(HashSlot));
    if (room) table_ = {reinterpret_cast<HashSlot*>(room), slots};
    ClearHashTable(table_);
  }

  // True where `key` is new.
  bool Add(const Value& key) {
    Meter* meter = &cx_.meter();
    if (!FailStrictKey(cx_, key) && !IsHashable(key, meter)) {
      cx_.FailType("`unique` cannot tell apart " + DescribeValue(key));
    }
    const uint32_t hash = HashOf(key, meter);
    if (cx_.stopped()) return false;
    const auto equal = [&](uint32_t at) { return EqualKeys(keys_[at], key, meter); };
    if (FindInHashTable(table_, hash, equal) != kNoPosition) return false;
    InsertIntoHashTable(table_, hash, size_);
    keys_[size_++] = key;
    return true;
  }

 private:
  CallContext& cx_;
  Value* keys_;
  std::span<HashSlot> table_;
  uint32_t size_ = 0;
};

std::span<const Value> UniqueItems(CallContext& cx, std::span<const Value> args,
                                   const LazySource& source) {
  const bool case_sensitive = Truth(cx, args[1]);
  const AttributePath path(cx, args[2]);
  KeySet seen(cx, source.items.size());
  Value* unique = cx.heap().NewItems(source.items.size());
  if (cx.stopped()) return {};
  size_t count = 0;
  for (const Value& item : source.items) {
    const Value key = path.Get(cx, item);
    const bool is_new = seen.Add(case_sensitive ? key : IgnoreCase(cx, key));
    if (cx.stopped() || !cx.meter().Step()) break;
    if (is_new) unique[count++] = item;
  }
  return {unique, count};
}

Value Unique(CallContext& cx, std::span<const Value> args) {
  const LazySource source = IterateLazily(cx, args[0]);
  return FinishLazily(cx, UniqueItems(cx, args, source), source, "<generator object do_unique>");
}

constexpr Parameter kDictSortParameters[] = {{"case_sensitive", Value::Bool(false)},
                                             {"by", Value::String("key")},
                                             {"reverse", Value::Bool(false)}};
constexpr Parameter kSortParameters[] = {{"reverse", Value::Bool(false)},
                                         {"case_sensitive", Value::Bool(false)},
                                         {"attribute", Value::None()}};
constexpr Parameter kUniqueParameters[] = {{"case_sensitive", Value::Bool(false)},
                                           {"attribute", Value::None()}};

constexpr Builtin kFilters[] = {
    {"dictsort", DictSort, kDictSortParameters},
    {"sort", Sort, kSortParameters},
    {"unique", Unique, kUniqueParameters},
};

}  // namespace

std::span<const Builtin> SortFilters() noexcept { return kFilters; }

}  // namespace galley
