// Reading maps.  The entries of a map lie in insertion order, and where there
// are more than kSmallMap of them, a hash table of positions follows at once.
#ifndef GALLEY_VALUE_MAP_H_
#define GALLEY_VALUE_MAP_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "base/hash_table.h"
#include "value/value.h"

namespace galley {

class Meter;  // heap.h

struct MapEntry {
  Value key;
  Value value;
};
static_assert(sizeof(MapEntry) == 2 * sizeof(Value));

// Maps up to this size are searched from end to end.
inline constexpr uint32_t kSmallMap = 8;

inline std::span<const MapEntry> EntriesOf(const Value& map) noexcept {
  return {map.entries(), map.size()};
}

// The same as one row: key, value, key, value, ...
inline std::span<const Value> FlatEntriesOf(const Value& map) noexcept {
  return {reinterpret_cast<const Value*>(map.entries()), size_t{map.size()} * 2};
}

// The hash table behind the entries of a map larger than kSmallMap.
inline std::span<const HashSlot> HashTableOf(const Value& map) noexcept {
  return {reinterpret_cast<const HashSlot*>(map.entries() + map.size()), HashTableSize(map.size())};
}

// The hash under which a string key is kept.
uint32_t HashKey(std::string_view key) noexcept;

// The position of a string key, or kNoPosition.
uint32_t FindKey(const Value& map, std::string_view key) noexcept;
// The same with the hash at hand, for keys known when compiling.
uint32_t FindKey(const Value& map, std::string_view key, uint32_t hash) noexcept;

// The value under a string key, or null.
inline const Value* FindItem(const Value& map, std::string_view key) noexcept {
  const uint32_t at = FindKey(map, key);
  return at == kNoPosition ? nullptr : &map.entries()[at].value;
}

// The position of any key, equal as the template languages have it (1 is 1.0 is
// True), or kNoPosition.  A key that cannot be hashed, a list or a map, is never
// found.  Tuples may share items and so be very large: the work is paid for.
uint32_t FindKey(const Value& map, const Value& key, Meter* meter) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_MAP_H_
