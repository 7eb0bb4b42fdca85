#include "budget/estimator.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(EstimateTokens, CountsFourUtf16UnitsATokenAndRoundsUp) {
  EXPECT_EQ(EstimateTokens(""), 0u);
  EXPECT_EQ(EstimateTokens("a"), 1u);
  EXPECT_EQ(EstimateTokens("abcd"), 1u);
  EXPECT_EQ(EstimateTokens("abcde"), 2u);
  EXPECT_EQ(EstimateTokens("\u00e4\u00f6\u00fc\u00df"), 1u);
  EXPECT_EQ(EstimateTokens("\U0001F600\U0001F600"), 1u) << "a pair of surrogates is two units";
  EXPECT_EQ(EstimateTokens("\U0001F600\U0001F600\U0001F600"), 2u);
}

}  // namespace
}  // namespace galley
