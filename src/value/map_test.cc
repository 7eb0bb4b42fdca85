#include "value/map.h"

#include <string>

#include "value/value_testing.h"

namespace galley {
namespace {

class MapTest : public ValueTest {
 protected:
  uint32_t Find(const Value& map, const Value& key) { return FindKey(map, key, &meter()); }
};

TEST_F(MapTest, FindsStringsInSmallAndLargeMaps) {
  for (const uint32_t size : {1u, 8u, 9u, 100'000u}) {
    const Value map = Numbered(size);
    for (uint32_t i = 0; i < size; i += 1 + size / 1000) {
      const std::string key = "k" + std::to_string(i);
      EXPECT_EQ(FindKey(map, key), i);
      EXPECT_EQ(FindKey(map, key, HashKey(key)), i);
      EXPECT_EQ(Find(map, Value::String(key)), i);
      EXPECT_EQ(FindItem(map, key)->as_int(), i);
    }
    EXPECT_EQ(FindKey(map, "K0"), kNoPosition);
    EXPECT_EQ(FindItem(map, ""), nullptr);
  }
}

TEST_F(MapTest, FindsNothingInAnEmptyMap) {
  EXPECT_EQ(FindKey(M({}), "a"), kNoPosition);
  EXPECT_EQ(Find(M({}), I(1)), kNoPosition);
  EXPECT_EQ(Find(Value::Map(nullptr, 0), None()), kNoPosition);
}

TEST_F(MapTest, TakesEqualNumbersForOneKey) {
  for (const uint32_t others : {0u, 20u}) {
    MapEntry* entries = heap_.NewEntries(others + 2);
    entries[0] = {I(1), S("one")};
    entries[1] = {D(0.5), S("half")};
    for (uint32_t i = 0; i < others; ++i) entries[i + 2] = {I(100 + i), None()};
    const Value map = heap_.NewMap(entries, others + 2);
    EXPECT_EQ(Find(map, I(1)), 0u);
    EXPECT_EQ(Find(map, D(1.0)), 0u);
    EXPECT_EQ(Find(map, B(true)), 0u);
    EXPECT_EQ(Find(map, D(0.5)), 1u);
    EXPECT_EQ(Find(map, S("1")), kNoPosition);
    EXPECT_EQ(FindKey(map, "1"), kNoPosition);
    EXPECT_EQ(Find(map, I(0)), kNoPosition);
  }
}

TEST_F(MapTest, FindsNoneUndefinedAndTuples) {
  for (const uint32_t others : {0u, 20u}) {
    MapEntry* entries = heap_.NewEntries(others + 3);
    entries[0] = {None(), I(0)};
    entries[1] = {T({I(1), T({S("a")})}), I(1)};
    entries[2] = {Value(), I(2)};
    for (uint32_t i = 0; i < others; ++i) entries[i + 3] = {I(100 + i), None()};
    const Value map = heap_.NewMap(entries, others + 3);
    EXPECT_EQ(Find(map, None()), 0u);
    EXPECT_EQ(Find(map, T({D(1), T({S("a")})})), 1u);
    EXPECT_EQ(Find(map, T({I(1), T({S("b")})})), kNoPosition);
    EXPECT_EQ(Find(map, Value()), 2u);
  }
}

TEST_F(MapTest, NeverFindsWhatCannotBeAKey) {
  const Value map = M({{S("a"), I(1)}, {T({I(1)}), I(2)}});
  EXPECT_EQ(Find(map, L({S("a")})), kNoPosition);
  EXPECT_EQ(Find(map, L({I(1)})), kNoPosition);
  EXPECT_EQ(Find(map, M({})), kNoPosition);
  EXPECT_EQ(Find(map, T({L({})})), kNoPosition);
}

TEST_F(MapTest, LiesFlatAsKeysAndValuesInTurn) {
  const Value map = M({{S("a"), I(1)}, {S("b"), I(2)}});
  const std::span<const Value> row = FlatEntriesOf(map);
  ASSERT_EQ(row.size(), 4u);
  EXPECT_EQ(row[2].as_string(), "b");
  EXPECT_EQ(row[3].as_int(), 2);
}

TEST_F(MapTest, PaysForTheWorkOfFindingAKey) {
  const Value map = Numbered(8);
  const std::string key(6400, 'x');
  const Value large = M({{Value::String(key), I(1)}});
  uint64_t before = meter().steps_left();
  EXPECT_EQ(Find(large, heap_.NewString(key)), 0u);
  EXPECT_GE(before - meter().steps_left(), 100u);
  before = meter().steps_left();
  EXPECT_EQ(Find(map, Bomb(I(1), 10, /*tuples=*/true)), kNoPosition);
  EXPECT_GE(before - meter().steps_left(), 1000u);
}

TEST_F(MapTest, StopsAtAKeyWithoutEnd) {
  const Value map = Numbered(20);
  EXPECT_EQ(Find(map, Bomb(I(1), 60, /*tuples=*/true)), kNoPosition);
  EXPECT_EQ(heap_.exhausted(), Exhausted::kSteps);
}

}  // namespace
}  // namespace galley
