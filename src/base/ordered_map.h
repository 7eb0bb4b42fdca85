// A map from strings that keeps insertion order.  The index is seeded, so a
// million chosen keys stay linear.
#ifndef GALLEY_BASE_ORDERED_MAP_H_
#define GALLEY_BASE_ORDERED_MAP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/equal_text.h"
#include "base/hash.h"
#include "base/hash_table.h"

namespace galley {

// `Key` is std::string, or std::string_view where the text is owned elsewhere
// and outlives the map.  Pointers to values stay valid until the next Insert.
template <class V, class Key = std::string>
class OrderedMap {
 public:
  struct Entry {
    Key key;
    V value;
  };

  explicit OrderedMap(const HashSeed& seed = ProcessHashSeed()) noexcept : seed_(seed) {}

  size_t size() const noexcept { return entries_.size(); }
  bool empty() const noexcept { return entries_.empty(); }
  auto begin() const noexcept { return entries_.begin(); }
  auto end() const noexcept { return entries_.end(); }
  auto begin() noexcept { return entries_.begin(); }
  auto end() noexcept { return entries_.end(); }

  const V* Find(std::string_view key) const noexcept {
    const uint32_t at = IsSmall() ? Scan(key) : Position(key, Hash(key));
    return at == kNoPosition ? nullptr : &entries_[at].value;
  }
  V* Find(std::string_view key) noexcept { return const_cast<V*>(std::as_const(*this).Find(key)); }

  // Adds `key` unless it is there; returns its value, and whether it is new.
  std::pair<V*, bool> Insert(Key key, V value) {
    const uint32_t hash = IsSmall() ? 0 : Hash(key);
    const uint32_t found = IsSmall() ? Scan(key) : Position(key, hash);
    if (found != kNoPosition) return {&entries_[found].value, false};

    const auto position = static_cast<uint32_t>(entries_.size());
    entries_.push_back({std::move(key), std::move(value)});
    if (IsSmall()) return {&entries_.back().value, true};
    if (HashTableSize(entries_.size()) > table_.size()) {
      Rehash();
    } else {
      InsertIntoHashTable(table_, hash, position);
    }
    return {&entries_.back().value, true};
  }

  V& operator[](Key key) { return *Insert(std::move(key), V()).first; }

 private:
  // So few entries are looked through faster than a key is hashed; there is no table.
  bool IsSmall() const noexcept { return entries_.size() <= kFew; }
  uint32_t Scan(std::string_view key) const noexcept {
    for (uint32_t at = 0; at < entries_.size(); ++at) {
      if (EqualText(entries_[at].key, key)) return at;
    }
    return kNoPosition;
  }

  uint32_t Hash(std::string_view key) const noexcept {
    return static_cast<uint32_t>(SipHash(key, seed_));
  }

  uint32_t Position(std::string_view key, uint32_t hash) const noexcept {
    return FindInHashTable(table_, hash, [&](uint32_t at) { return entries_[at].key == key; });
  }

  void Rehash() {
    table_.resize(HashTableSize(entries_.size()) * 2);
    ClearHashTable(table_);
    for (uint32_t at = 0; at < entries_.size(); ++at) {
      InsertIntoHashTable(table_, Hash(entries_[at].key), at);
    }
  }

  static constexpr size_t kFew = 8;

  HashSeed seed_;
  std::vector<Entry> entries_;
  std::vector<HashSlot> table_;
};

}  // namespace galley

#endif  // GALLEY_BASE_ORDERED_MAP_H_
