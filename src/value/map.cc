// Small maps are scanned, large ones are probed through the table behind their entries.  Both
// find string keys by bytes and other keys by Equals.
#include "value/map.h"

#include "base/equal_text.h"
#include "base/hash.h"
#include "value/compare.h"
#include "value/heap.h"

namespace galley {
namespace {

bool IsKey(const Value& candidate, std::string_view key) noexcept {
  return candidate.is_string() && EqualText(candidate.as_string(), key);
}

// The position of the entry for which `equal` holds, in a map without a table.
template <class Equal>
uint32_t Scan(const Value& map, Equal equal) noexcept {
  for (uint32_t at = 0; at < map.size(); ++at) {
    if (equal(at)) return at;
  }
  return kNoPosition;
}

}  // namespace

uint32_t HashKey(std::string_view key) noexcept {
  return static_cast<uint32_t>(SipHash(key, ProcessHashSeed()));
}

uint32_t FindKey(const Value& map, std::string_view key) noexcept {
  return FindKey(map, key, map.size() > kSmallMap ? HashKey(key) : 0);
}

uint32_t FindKey(const Value& map, std::string_view key, uint32_t hash) noexcept {
  const auto equal = [&](uint32_t at) { return IsKey(map.entries()[at].key, key); };
  if (map.size() <= kSmallMap) return Scan(map, equal);
  return FindInHashTable(HashTableOf(map), hash, equal);
}

uint32_t FindKey(const Value& map, const Value& key, Meter* meter) noexcept {
  const auto equal = [&](uint32_t at) { return EqualKeys(map.entries()[at].key, key, meter); };
  if (!IsHashable(key, meter)) return kNoPosition;
  if (map.size() <= kSmallMap) return Scan(map, equal);
  const uint32_t hash = HashOf(key, meter);
  return FindInHashTable(HashTableOf(map), hash, equal);
}

}  // namespace galley
