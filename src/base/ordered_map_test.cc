#include "base/ordered_map.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/hash_table.h"

namespace galley {
namespace {

std::string Key(uint64_t number) { return "key" + std::to_string(number); }

uint32_t Hash(const std::string& key, const HashSeed& seed) {
  return static_cast<uint32_t>(SipHash(key, seed));
}

// How many taken slots are passed, in all, to put `keys` into a table of their
// size under `seed`.
uint64_t CountProbes(const std::vector<std::string>& keys, const HashSeed& seed) {
  std::vector<HashSlot> table(HashTableSize(keys.size()));
  ClearHashTable(table);
  for (uint32_t at = 0; at < keys.size(); ++at) {
    InsertIntoHashTable(table, Hash(keys[at], seed), at);
  }
  const size_t mask = table.size() - 1;
  uint64_t probes = 0;
  for (size_t slot = 0; slot < table.size(); ++slot) {
    if (table[slot].position != kNoPosition) probes += (slot - table[slot].hash) & mask;
  }
  return probes;
}

// `count` keys that all want the same slot under `seed`.
std::vector<std::string> CollidingKeys(size_t count, const HashSeed& seed) {
  const auto mask = static_cast<uint32_t>(HashTableSize(count) - 1);
  std::vector<std::string> keys;
  for (uint64_t number = 0; keys.size() < count; ++number) {
    std::string key = Key(number);
    if ((Hash(key, seed) & mask) == 0) keys.push_back(std::move(key));
  }
  return keys;
}

TEST(OrderedMap, IsEmptyAtFirst) {
  OrderedMap<int> map;
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(map.Find("anything"), nullptr);
}

TEST(OrderedMap, KeepsTheFirstOfEqualKeys) {
  OrderedMap<int> map;
  EXPECT_TRUE(map.Insert("a", 1).second);
  const auto [value, is_new] = map.Insert("a", 2);
  EXPECT_FALSE(is_new);
  EXPECT_EQ(*value, 1);
  EXPECT_EQ(map.size(), 1u);
}

TEST(OrderedMap, MakesAValueOnFirstUse) {
  OrderedMap<int> map;
  map["a"] += 3;
  map["a"] += 4;
  EXPECT_EQ(*map.Find("a"), 7);
}

TEST(OrderedMap, TellsKeysWithNulAndEmptyKeysApart) {
  OrderedMap<int> map;
  map.Insert("", 1);
  map.Insert(std::string("\0", 1), 2);
  map.Insert(std::string("\0\0", 2), 3);
  EXPECT_EQ(map.size(), 3u);
  EXPECT_EQ(*map.Find(""), 1);
  EXPECT_EQ(*map.Find(std::string_view("\0\0", 2)), 3);
}

TEST(OrderedMap, IteratesInInsertionOrderUnderAnySeed) {
  for (const HashSeed& seed : {HashSeed{0, 0}, HashSeed{1, 2}, ProcessHashSeed()}) {
    OrderedMap<uint64_t> map(seed);
    for (uint64_t i = 0; i < 1000; ++i) map.Insert(Key(i * 7919 % 1000), i);
    uint64_t next = 0;
    for (const auto& entry : map) {
      EXPECT_EQ(entry.value, next);
      EXPECT_EQ(entry.key, Key(next * 7919 % 1000));
      ++next;
    }
    EXPECT_EQ(next, 1000u);
  }
}

TEST(OrderedMap, FindsEachKeyWhateverItsSize) {
  OrderedMap<uint64_t> map;
  for (uint64_t size = 0; size < 20; ++size) {
    for (uint64_t i = 0; i < size; ++i) EXPECT_EQ(*map.Find(Key(i)), i) << size;
    EXPECT_EQ(map.Find(Key(size)), nullptr);
    EXPECT_TRUE(map.Insert(Key(size), size).second);
    EXPECT_FALSE(map.Insert(Key(size), 0).second);
  }
}

TEST(OrderedMap, TakesKeysOwnedElsewhere) {
  const std::string owned = "some key";
  OrderedMap<int, std::string_view> map;
  map.Insert(owned, 5);
  EXPECT_EQ(*map.Find("some key"), 5);
  EXPECT_EQ(map.begin()->key.data(), owned.data());
}

TEST(OrderedMap, FindsAMillionKeysInOrder) {
  constexpr uint64_t kCount = 1'000'000;
  OrderedMap<uint64_t> map;
  for (uint64_t i = 0; i < kCount; ++i) map.Insert(Key(i), i);
  ASSERT_EQ(map.size(), kCount);
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < kCount; ++i) {
    const uint64_t* found = map.Find(Key(i));
    wrong += !found || *found != i || (map.begin() + static_cast<ptrdiff_t>(i))->value != i;
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(map.Find(Key(kCount)), nullptr);
}

TEST(OrderedMap, StaysRightForKeysThatCollide) {
  constexpr HashSeed kKnown = {0, 0};
  OrderedMap<size_t> map(kKnown);
  const std::vector<std::string> keys = CollidingKeys(500, kKnown);
  for (size_t i = 0; i < keys.size(); ++i) map.Insert(keys[i], i);
  for (size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(*map.Find(keys[i]), i);
  EXPECT_EQ(map.Find("another key"), nullptr);
}

TEST(HashTable, ChosenKeysCollideOnlyUnderTheSeedTheyWereChosenFor) {
  constexpr HashSeed kKnown = {0, 0};
  const std::vector<std::string> keys = CollidingKeys(2000, kKnown);
  EXPECT_EQ(CountProbes(keys, kKnown), 2000u * 1999 / 2);
  EXPECT_LT(CountProbes(keys, ProcessHashSeed()), 4u * 2000);
}

TEST(HashTable, AMillionKeysTakeLinearlyManyProbes) {
  constexpr size_t kCount = 1'000'000;
  std::vector<std::string> keys;
  for (uint64_t i = 0; i < kCount; ++i) keys.push_back(Key(i));
  EXPECT_LT(CountProbes(keys, ProcessHashSeed()), 2u * kCount);
}

TEST(HashTable, IsAtMostHalfFull) {
  for (size_t entries = 1; entries < 5000; ++entries) {
    EXPECT_GE(HashTableSize(entries), entries * 2);
    EXPECT_TRUE(std::has_single_bit(HashTableSize(entries)));
  }
}

}  // namespace
}  // namespace galley
