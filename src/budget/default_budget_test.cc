// Section 3 of the rulings on chat templates, clause by clause.
#include "budget/default_budget.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

uint64_t Bytes(std::string_view text) { return text.size(); }

constexpr size_t kAll = 100;

TEST(DefaultBudget, NothingFitsIntoNothing) {
  const DefaultBudget budget(0, Bytes);
  EXPECT_FALSE(budget.HasAny());
  EXPECT_FALSE(budget.Fits(0, kAll)) << "no tokens fit exactly where any are left";
  EXPECT_FALSE(budget.Fits(1, kAll));
}

TEST(DefaultBudget, EverythingFitsWithoutALimit) {
  DefaultBudget budget(kUnlimited, Bytes);
  EXPECT_TRUE(budget.Fits(uint64_t{1} << 40, kAll));
  budget.Consume(uint64_t{1} << 40);
  EXPECT_TRUE(budget.HasAny());
  EXPECT_EQ(budget.consumed(), uint64_t{1} << 40);
}

TEST(DefaultBudget, FitsToTheLastToken) {
  DefaultBudget budget(5, Bytes);
  EXPECT_TRUE(budget.Fits(5, kAll));
  EXPECT_FALSE(budget.Fits(6, kAll));
  budget.Consume(5);
  EXPECT_FALSE(budget.HasAny());
  EXPECT_FALSE(budget.Fits(0, kAll));
}

TEST(DefaultBudget, ConsumingChecksNothing) {
  DefaultBudget budget(5, Bytes);
  budget.PushCeiling(2);
  budget.Consume(9);
  EXPECT_EQ(budget.consumed(), 9u);
  budget.PopCeiling();
  EXPECT_FALSE(budget.HasAny());
}

TEST(DefaultBudget, EveryCeilingCountsAndSinks) {
  DefaultBudget budget(100, Bytes);
  budget.PushCeiling(10);
  budget.PushCeiling(4);
  EXPECT_TRUE(budget.Fits(4, kAll));
  EXPECT_FALSE(budget.Fits(5, kAll));
  EXPECT_TRUE(budget.Fits(5, 1)) << "only the outermost is looked at";
  budget.Consume(3);
  budget.PopCeiling();
  EXPECT_TRUE(budget.Fits(7, kAll));
  EXPECT_FALSE(budget.Fits(8, kAll));
}

TEST(DefaultBudget, CeilingsDoNotDecideWhetherAnyIsLeft) {
  DefaultBudget budget(100, Bytes);
  budget.PushCeiling(1);
  budget.Consume(1);
  EXPECT_TRUE(budget.HasAny());
  EXPECT_TRUE(budget.Fits(0, kAll));
}

TEST(DefaultBudget, FloorsAreKeptForTheirLane) {
  DefaultBudget budget(10, Bytes);
  budget.Reserve(1, 4);
  EXPECT_TRUE(budget.Fits(6, kAll));
  EXPECT_FALSE(budget.Fits(7, kAll));
  budget.EnterLane(1);
  EXPECT_TRUE(budget.Fits(10, kAll));
  budget.Consume(6);
  budget.LeaveLane();
  EXPECT_TRUE(budget.Fits(4, kAll)) << "the floor was drawn from first";
}

TEST(DefaultBudget, ALaneRespectsTheOthers) {
  DefaultBudget budget(10, Bytes);
  budget.Reserve(0, 3);
  budget.Reserve(1, 3);
  budget.EnterLane(1);
  EXPECT_TRUE(budget.Fits(7, kAll));
  EXPECT_FALSE(budget.Fits(8, kAll));
}

TEST(DefaultBudget, FloorsLargerThanAllStarveTheRest) {
  DefaultBudget budget(10, Bytes);
  budget.Reserve(0, 50);
  EXPECT_FALSE(budget.HasAny());
  EXPECT_FALSE(budget.Fits(1, kAll));
  budget.EnterLane(0);
  EXPECT_TRUE(budget.Fits(10, kAll));
}

TEST(DefaultBudget, ReleasingTooMuchIsHarmless) {
  DefaultBudget budget(10, Bytes);
  budget.Reserve(2, 4);
  budget.Release(2, 100);
  budget.Release(7, 1);
  EXPECT_TRUE(budget.Fits(10, kAll));
}

TEST(DefaultBudget, TheRefusalNamesWhoRefused) {
  using By = BudgetRefusal::By;
  DefaultBudget budget(10, Bytes);
  EXPECT_EQ(budget.Refusal(11, kAll).by, By::kGlobal);
  EXPECT_EQ(budget.Refusal(11, kAll).left, 10u);
  budget.PushCeiling(5);
  budget.PushCeiling(5);
  EXPECT_EQ(budget.Refusal(6, kAll).by, By::kCeiling);
  EXPECT_EQ(budget.Refusal(6, kAll).index, 0u) << "the outermost of those that refuse";
  EXPECT_EQ(budget.Refusal(6, kAll).left, 5u);
  budget.Reserve(3, 8);
  EXPECT_EQ(budget.Refusal(4, kAll).by, By::kFloor);
  EXPECT_EQ(budget.Refusal(4, kAll).index, 3u);
  EXPECT_EQ(budget.Refusal(4, kAll).left, 2u);
}

}  // namespace
}  // namespace galley
