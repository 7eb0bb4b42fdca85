#include "base/limit_table.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(LimitTable, NamesEachLimitOnce) {
  std::set<std::string_view> names;
  for (const LimitRow& row : LimitTable()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.about.empty()) << row.name;
  }
  EXPECT_EQ(names.size() * sizeof(uint64_t), sizeof(Limits));
}

TEST(LimitTable, PointsEachRowAtItsOwnMember) {
  Limits limits;
  for (const LimitRow& row : LimitTable()) limits.*row.member = 0;
  uint64_t next = 1;
  for (const LimitRow& row : LimitTable()) {
    EXPECT_EQ(limits.*row.member, 0u) << row.name;
    limits.*row.member = next++;
  }
}

TEST(LimitTable, KeepsTheOrderOfTheStruct) {
  const Limits limits;
  const uint64_t* expected = &limits.file;
  for (const LimitRow& row : LimitTable()) EXPECT_EQ(&(limits.*row.member), expected++) << row.name;
}

TEST(LimitTable, IsOrderedServerDefaultCeiling) {
  const Limits limits;
  for (const LimitRow& row : LimitTable()) {
    EXPECT_GT(row.server, 0u) << row.name;
    EXPECT_LE(row.server, limits.*row.member) << row.name;
    EXPECT_LE(limits.*row.member, row.ceiling) << row.name;
  }
}

TEST(LimitTable, KeepsStringsAndListsWithinThirtyTwoBits) {
  EXPECT_LE(Limits::Ceiling().string, UINT32_MAX);
  EXPECT_LE(Limits::Ceiling().list, UINT32_MAX);
}

TEST(Limits, PresetsComeFromTheTable) {
  const Limits server = Limits::Server();
  const Limits ceiling = Limits::Ceiling();
  for (const LimitRow& row : LimitTable()) {
    EXPECT_EQ(server.*row.member, row.server) << row.name;
    EXPECT_EQ(ceiling.*row.member, row.ceiling) << row.name;
  }
  EXPECT_EQ(server.file, 256u << 10);
  EXPECT_EQ(server.steps, 2'000'000u);
  EXPECT_EQ(ceiling.nesting, 1'024u);
}

TEST(Lower, TakesTheLowerOfEachLimit) {
  Limits a;
  Limits b;
  a.steps = 5;
  b.steps = 7;
  a.heap = 9;
  b.heap = 3;
  const Limits lower = Lower(a, b);
  EXPECT_EQ(lower.steps, 5u);
  EXPECT_EQ(lower.heap, 3u);
  EXPECT_EQ(lower.output, Limits().output);
  EXPECT_EQ(Lower(b, a), lower);
  EXPECT_EQ(Lower(Limits(), Limits::Ceiling()), Limits());
}

}  // namespace
}  // namespace galley
