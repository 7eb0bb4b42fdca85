#include "budget/eviction.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(Eviction, PercentagesAreRoundedDownToAtLeastOne) {
  EXPECT_EQ(PercentageOf(50, 41), 20u);
  EXPECT_EQ(PercentageOf(25, 1'408), 352u);
  EXPECT_EQ(PercentageOf(100, 7), 7u);
  EXPECT_EQ(PercentageOf(1, 99), 1u);
  EXPECT_EQ(PercentageOf(1, 0), 1u);
  EXPECT_EQ(PercentageOf(100, UINT64_MAX), UINT64_MAX);
}

TEST(Eviction, WhatIsLeftOutIsRoundedUp) {
  EXPECT_EQ(RoundUpToGrid(0, 12), 0u);
  EXPECT_EQ(RoundUpToGrid(1, 12), 12u);
  EXPECT_EQ(RoundUpToGrid(12, 12), 12u);
  EXPECT_EQ(RoundUpToGrid(13, 12), 24u);
  EXPECT_EQ(RoundUpToGrid(13, 0), 13u);
  EXPECT_EQ(RoundUpToGrid(UINT64_MAX, 12), UINT64_MAX);
}

}  // namespace
}  // namespace galley
