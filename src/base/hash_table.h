// The open-addressing table behind every ordered map: it maps a hash to the
// position of an entry kept elsewhere.  The entries decide about equality and
// keep the order, so iteration never depends on the seed.
#ifndef GALLEY_BASE_HASH_TABLE_H_
#define GALLEY_BASE_HASH_TABLE_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace galley {

struct HashSlot {
  uint32_t hash;
  uint32_t position;  // kNoPosition: the slot is free
};

inline constexpr uint32_t kNoPosition = UINT32_MAX;

// Slots for `entries` entries; a power of two, at most half full.
constexpr size_t HashTableSize(size_t entries) noexcept { return std::bit_ceil(entries * 2); }

inline void ClearHashTable(std::span<HashSlot> table) noexcept {
  for (HashSlot& slot : table) slot = {0, kNoPosition};
}

// The position of the entry with `hash` for which `equal(position)` holds, or
// kNoPosition.
template <class Equal>
uint32_t FindInHashTable(std::span<const HashSlot> table, uint32_t hash, Equal equal) noexcept {
  const size_t mask = table.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    const HashSlot& slot = table[at];
    if (slot.position == kNoPosition) return kNoPosition;
    if (slot.hash == hash && equal(slot.position)) return slot.position;
  }
}

// Adds an entry that is not there yet.
inline void InsertIntoHashTable(std::span<HashSlot> table, uint32_t hash,
                                uint32_t position) noexcept {
  const size_t mask = table.size() - 1;
  size_t at = hash & mask;
  while (table[at].position != kNoPosition) at = (at + 1) & mask;
  table[at] = {hash, position};
}

}  // namespace galley

#endif  // GALLEY_BASE_HASH_TABLE_H_
