// Every allocation is paid to the meter before it is made.  A map is finished in place: equal
// keys are merged, the last value stays with the first place, and larger maps get their hash
// table behind the entries.
#include "value/heap.h"

#include <cstring>

#include "base/small_stack.h"
#include "value/compare.h"
#include "value/named_tuple.h"
#include "value/range.h"

namespace galley {
namespace {

constexpr uint64_t RoundUp(uint64_t bytes) noexcept { return (bytes + 7) & ~uint64_t{7}; }

// Bytes of the hash table of a map with `size` entries.
constexpr uint64_t TableBytes(size_t size) noexcept {
  return size > kSmallMap ? HashTableSize(size) * sizeof(HashSlot) : 0;
}

std::span<HashSlot> TableBehind(MapEntry* entries, size_t size) noexcept {
  return {reinterpret_cast<HashSlot*>(entries + size), HashTableSize(size)};
}

// Moves the entries with keys of their own to the front and returns how many
// they are.  `find` gives the position of a key among the first `count`, and
// `added` hears of each that is new.  Stops with the meter, since hashes are all
// alike from then on, and the search would go through every entry.
template <class Find, class Added>
uint32_t DropRepeated(std::span<MapEntry> entries, const Meter& meter, Find find,
                      Added added) noexcept {
  uint32_t count = 0;
  for (const MapEntry& entry : entries) {
    if (meter.exhausted() != Exhausted::kNo) break;
    const uint32_t at = find(entry.key, count);
    if (at != kNoPosition) {
      entries[at].value = entry.value;
      continue;
    }
    entries[count] = entry;
    added(count++);
  }
  return count;
}

// One of 64 bits that stands for a key by its length and ends: keys that differ
// in it differ, so that most keys need no search.
uint64_t Sieve(const Value& key) noexcept {
  if (!key.is_string() || key.size() == 0) return 1;
  const std::string_view text = key.as_string();
  const auto first = static_cast<unsigned char>(text.front());
  const auto last = static_cast<unsigned char>(text.back());
  return uint64_t{1} << ((text.size() * 7 + size_t{first} * 3 + last) % 64);
}

uint32_t FinishSmallMap(std::span<MapEntry> entries, Meter* meter) noexcept {
  uint64_t seen = 0;
  const auto find = [&](const Value& key, uint32_t count) {
    const uint64_t bit = Sieve(key);
    const bool maybe_repeated = seen & bit;
    seen |= bit;
    for (uint32_t at = 0; maybe_repeated && at < count; ++at) {
      if (EqualKeys(entries[at].key, key, meter)) return at;
    }
    return kNoPosition;
  };
  return DropRepeated(entries, *meter, find, [](uint32_t) {});
}

void IndexEntries(std::span<MapEntry> entries, Meter* meter) noexcept {
  const std::span<HashSlot> table = TableBehind(entries.data(), entries.size());
  ClearHashTable(table);
  for (uint32_t at = 0; at < entries.size() && meter->exhausted() == Exhausted::kNo; ++at) {
    InsertIntoHashTable(table, HashOf(entries[at].key, meter), at);
  }
}

// `hashes` are those of the keys, or null.
uint32_t FinishLargeMap(std::span<MapEntry> entries, const uint32_t* hashes,
                        Meter* meter) noexcept {
  const std::span<HashSlot> table = TableBehind(entries.data(), entries.size());
  ClearHashTable(table);
  uint32_t hash = 0;
  const auto find = [&](const Value& key, uint32_t) {
    hash = hashes ? *hashes++ : HashOf(key, meter);
    return FindInHashTable(table, hash,
                           [&](uint32_t at) { return EqualKeys(entries[at].key, key, meter); });
  };
  const auto added = [&](uint32_t at) { InsertIntoHashTable(table, hash, at); };
  const uint32_t count = DropRepeated(entries, *meter, find, added);
  // The table belongs right behind the last entry, which is now another one.
  if (count < entries.size() && count > kSmallMap) IndexEntries(entries.first(count), meter);
  return count;
}

}  // namespace

bool Meter::Stop(Exhausted reason) noexcept {
  if (exhausted_ == Exhausted::kNo) exhausted_ = reason;
  steps_ = 0;
  bytes_ = 0;
  return false;
}

void* Heap::Allocate(uint64_t bytes) noexcept {
  bytes = bytes == 0 ? 8 : RoundUp(bytes);
  if (!meter_.Take(bytes)) return nullptr;
  void* memory = arena_.Allocate(bytes);
  if (!memory) meter_.Stop(Exhausted::kMemory);
  return memory;
}

char* Heap::NewBytes(size_t size) noexcept {
  if (!meter_.FitsString(size)) return nullptr;
  return static_cast<char*>(Allocate(size));
}

Value Heap::NewString(std::string_view text, uint8_t marks) noexcept {
  if (text.empty()) return Value::String("", marks);
  char* bytes = NewBytes(text.size());
  if (!bytes) return Value::String("", marks);
  std::memcpy(bytes, text.data(), text.size());
  return Value::String({bytes, text.size()}, marks);
}

Value* Heap::NewItems(size_t size) noexcept {
  if (!meter_.FitsList(size)) return nullptr;
  return static_cast<Value*>(Allocate(uint64_t{size} * sizeof(Value)));
}

MapEntry* Heap::NewEntries(size_t size) noexcept {
  if (!meter_.FitsList(size)) return nullptr;
  return static_cast<MapEntry*>(Allocate(uint64_t{size} * sizeof(MapEntry) + TableBytes(size)));
}

Value Heap::NewList(std::span<const Value> items, ListForm form) noexcept {
  if (items.empty()) return Value::List({}, form);
  Value* copy = NewItems(items.size());
  if (!copy) return Value::List({}, form);
  std::copy(items.begin(), items.end(), copy);
  return Value::List({copy, items.size()}, form);
}

Value Heap::NewTuple(std::span<const Value> items) noexcept {
  const Value list = NewList(items);
  return Value::Tuple(list.items());
}

Value Heap::NewMap(MapEntry* entries, size_t size, const uint32_t* hashes) noexcept {
  if (!entries || !meter_.Step(size)) return Value::Map(nullptr, 0);
  const std::span<MapEntry> all(entries, size);
  const uint32_t count =
      size > kSmallMap ? FinishLargeMap(all, hashes, &meter_) : FinishSmallMap(all, &meter_);
  if (exhausted() != Exhausted::kNo) return Value::Map(nullptr, 0);
  return Value::Map(entries, count);
}

Value Heap::Copy(const Value& value) noexcept {
  // Values still to be copied, and where to.
  struct Row {
    const Value* from;
    const Value* end;
    Value* to;
  };
  Value result;
  SmallStack<Row> stack;
  bool pushed = stack.Push({&value, &value + 1, &result});
  while (pushed && !stack.empty()) {
    Row& row = stack.top();
    if (row.from == row.end) {
      stack.Pop();
      continue;
    }
    const Value* from = row.from++;
    Value* to = row.to++;
    if (!meter_.Step()) return Value();
    std::span<const Value> items;
    Value* copies = nullptr;
    *to = CopyWithoutItems(*from, &items, &copies);
    if (exhausted() != Exhausted::kNo) return Value();
    if (!items.empty()) {
      pushed = stack.Push({items.data(), items.data() + items.size(), copies});
    }
  }
  if (!pushed) meter_.Stop(Exhausted::kMemory);
  return pushed ? result : Value();
}

Value Heap::CopyWithoutItems(const Value& value, std::span<const Value>* items,
                             Value** copies) noexcept {
  switch (value.kind()) {
    case Kind::kString:
      return value.WithText(NewString(value.as_string()).as_string());
    case Kind::kList:
      if (value.form() == kBoundedRange) return NewRange(this, BoundsOf(value));
      *items = value.items();
      *copies = NewItems(value.size());
      return Value::List({*copies, *copies ? value.size() : 0}, value.form());
    case Kind::kTuple:
      *items = IsNamedTuple(value) ? ItemsAndNames(value) : value.items();
      *copies = NewItems(items->size());
      return Value::Tuple({*copies, *copies ? value.size() : 0}, value.tuple_form());
    case Kind::kMap:
      *items = FlatEntriesOf(value);
      *copies = reinterpret_cast<Value*>(CopyTable(value));
      return Value::Map(reinterpret_cast<MapEntry*>(*copies), *copies ? value.size() : 0);
    case Kind::kUndefined:
      if (!value.undefined_name()) return value;
      *items = {value.undefined_name(), 1};
      *copies = NewItems(1);
      return value.WithUndefinedName(*copies);
    default:
      return value;
  }
}

// Room for the entries of a copy of `map`, with the hash table already behind
// them: the process has one seed, so the hashes stay right.
MapEntry* Heap::CopyTable(const Value& map) noexcept {
  MapEntry* entries = NewEntries(map.size());
  if (entries && map.size() > kSmallMap) {
    std::memcpy(static_cast<void*>(entries + map.size()), map.entries() + map.size(),
                TableBytes(map.size()));
  }
  return entries;
}

bool HeapWriter::Grow(size_t more) noexcept {
  constexpr size_t kFirstCapacity = 64;
  Meter& meter = heap_->meter_;
  const size_t used = size();
  if (overflowed_ || !meter.FitsString(uint64_t{used} + more)) return false;

  // Twice the room, unless a limit is near, when just enough will do.
  uint64_t capacity = std::max(capacity_ * 2, kFirstCapacity);
  if (capacity > meter.string_limit() || capacity > meter.bytes_left()) capacity = 0;
  capacity = RoundUp(std::max<uint64_t>(capacity, used + more));

  if (capacity_ > 0 && heap_->arena_.Extend(begin_, capacity_, capacity)) {
    if (!meter.Take(capacity - capacity_)) return false;
  } else {
    char* moved = static_cast<char*>(heap_->Allocate(capacity));
    if (!moved) return false;
    if (used > 0) std::memcpy(moved, begin_, used);
    begin_ = moved;
  }
  capacity_ = capacity;
  next_ = begin_ + used;
  end_ = begin_ + std::min<uint64_t>(capacity, meter.string_limit());
  return true;
}

Value HeapWriter::Finish(uint8_t marks) noexcept {
  if (overflowed_ || size() == 0) return Value::String("", marks);
  const size_t used = RoundUp(size());
  if (heap_->arena_.Shrink(begin_, capacity_, used)) heap_->meter_.Give(capacity_ - used);
  return Value::String(view(), marks);
}

}  // namespace galley
