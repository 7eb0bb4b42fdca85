// Arrays in a heap, and those whose items have names: few are looked through, many
// have a hash table, so what a template defines is found in one step however much
// that is.
#ifndef GALLEY_ENGINE_VM_NAMED_ARRAY_H_
#define GALLEY_ENGINE_VM_NAMED_ARRAY_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "base/equal_text.h"
#include "base/hash_table.h"
#include "value/heap.h"
#include "value/map.h"

namespace galley {

// A growing array in a heap.
template <class T>
struct HeapArray {
  T* items = nullptr;
  uint32_t size = 0;
  uint32_t capacity = 0;

  T* Append(Heap* heap, const T& item) noexcept {
    if (size == capacity) {
      const uint32_t larger = capacity == 0 ? 8 : capacity * 2;
      // NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers too
      T* grown = reinterpret_cast<T*>(heap->NewBytes(larger * sizeof(T)));
      if (!grown) return nullptr;
      for (uint32_t i = 0; i < size; ++i) grown[i] = items[i];
      items = grown;
      capacity = larger;
    }
    items[size] = item;
    return &items[size++];
  }
  T* begin() const noexcept { return items; }
  T* end() const noexcept { return items + size; }
};

// `T` has a string `name`.  Of equal names the first counts.
template <class T>
class NamedArray {
 public:
  T* begin() const noexcept { return items_.begin(); }
  T* end() const noexcept { return items_.end(); }

  bool empty() const noexcept { return items_.size == 0; }
  // The room is used again.
  void Clear() noexcept {
    items_.size = 0;
    table_ = {};
  }

  void Append(Heap* heap, const T& item) noexcept {
    if (!items_.Append(heap, item) || items_.size <= kFew) return;
    if (HashTableSize(items_.size) > table_.size()) return Rehash(heap);
    InsertIntoHashTable(table_, HashOfName(items_.size - 1), items_.size - 1);
  }

  T* Find(std::string_view name) const noexcept {
    return table_.empty() ? Scan(name) : Find(name, HashKey(name));
  }
  // The same with the hash at hand.
  T* Find(std::string_view name, uint32_t hash) const noexcept {
    if (table_.empty()) return Scan(name);
    const uint32_t at = FindInHashTable(table_, hash, [&](uint32_t position) {
      return EqualText(items_.items[position].name.as_string(), name);
    });
    return at == kNoPosition ? nullptr : &items_.items[at];
  }

 private:
  static constexpr uint32_t kFew = 16;

  uint32_t HashOfName(uint32_t at) const noexcept {
    return HashKey(items_.items[at].name.as_string());
  }

  T* Scan(std::string_view name) const noexcept {
    for (T& item : items_) {
      if (EqualText(item.name.as_string(), name)) return &item;
    }
    return nullptr;
  }

  // In the order of the items, so that the first of equal names is met first.
  void Rehash(Heap* heap) noexcept {
    const size_t size = HashTableSize(items_.capacity);
    auto* slots = reinterpret_cast<HashSlot*>(heap->NewBytes(size * sizeof(HashSlot)));
    // Without room the heap is exhausted, and the render at its end.
    table_ = slots ? std::span<HashSlot>(slots, size) : std::span<HashSlot>();
    if (!slots) return;
    ClearHashTable(table_);
    for (uint32_t at = 0; at < items_.size; ++at) InsertIntoHashTable(table_, HashOfName(at), at);
  }

  HeapArray<T> items_;
  std::span<HashSlot> table_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_NAMED_ARRAY_H_
