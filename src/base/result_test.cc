#include "galley/result.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "base/try.h"

namespace galley {
namespace {

Diagnostic Problem(std::string message) {
  Diagnostic diagnostic;
  diagnostic.code = "internal";
  diagnostic.message = std::move(message);
  return diagnostic;
}

// Counts the objects alive, to show that each is destroyed once.
struct Counted {
  explicit Counted(int* alive) : alive_(alive) { ++*alive_; }
  Counted(const Counted& other) : alive_(other.alive_) { ++*alive_; }
  Counted(Counted&& other) noexcept : alive_(other.alive_) { ++*alive_; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --*alive_; }

  int* alive_;
};

TEST(Result, HoldsAValue) {
  const Result<int> result = 7;
  EXPECT_TRUE(result.has_value());
  EXPECT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(*result, 7);
  EXPECT_EQ(result.value(), 7);
  EXPECT_EQ(result.value_or(9), 7);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = Problem("broken");
  EXPECT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code(), "internal");
  EXPECT_EQ(result.error().diagnostics()[0].message, "broken");
  EXPECT_EQ(result.value_or(9), 9);
}

TEST(Result, TakesWhatConvertsToItsValue) {
  const Result<std::string> text = "literal";
  EXPECT_EQ(*text, "literal");
  EXPECT_EQ(text->size(), 7u);
  const Result<const int*> nothing = nullptr;
  EXPECT_EQ(*nothing, nullptr);
}

TEST(Result, CopiesBothStates) {
  Result<std::string> value = "a";
  Result<std::string> error = Problem("b");
  Result<std::string> copy = value;
  EXPECT_EQ(*copy, "a");
  copy = error;
  EXPECT_EQ(copy.error().diagnostics()[0].message, "b");
  copy = value;
  EXPECT_EQ(*copy, "a");
  EXPECT_EQ(*value, "a");
  EXPECT_EQ(error.error().diagnostics().size(), 1u);
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  Result<std::unique_ptr<int>> moved = std::move(result);
  std::unique_ptr<int> taken = *std::move(moved);
  EXPECT_EQ(*taken, 5);
  EXPECT_TRUE(moved.has_value());  // NOLINT(bugprone-use-after-move): promised
}

TEST(Result, DestroysItsValueOnce) {
  int alive = 0;
  {
    Result<Counted> first = Counted(&alive);
    Result<Counted> second = first;
    second = Problem("replaced");
    EXPECT_EQ(alive, 1);
    second = first;
    EXPECT_EQ(alive, 2);
    first = std::move(second);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Result, MayHoldNothing) {
  Result<void> fine;
  EXPECT_TRUE(fine.has_value());
  Result<void> broken = Problem("broken");
  EXPECT_FALSE(broken.has_value());
  fine = broken;
  EXPECT_EQ(fine.error().diagnostics()[0].message, "broken");
}

Result<int> Half(int number) {
  if (number % 2 != 0) return Problem("odd");
  return number / 2;
}

Result<void> Check(int number) {
  if (number < 0) return Problem("negative");
  return {};
}

Result<std::string> Quarter(int number) {
  TRY(Check(number));
  const int quarter = TRY(Half(TRY(Half(number))));
  return std::to_string(quarter);
}

TEST(Try, GivesTheValueInPlace) { EXPECT_EQ(*Quarter(12), "3"); }

TEST(Try, ReturnsTheFirstError) {
  EXPECT_EQ(Quarter(-1).error().diagnostics()[0].message, "negative");
  EXPECT_EQ(Quarter(6).error().diagnostics()[0].message, "odd");
}

Result<std::unique_ptr<int>> Make() { return std::make_unique<int>(8); }

Result<int> Use() {
  const std::unique_ptr<int> made = TRY(Make());
  return *made;
}

TEST(Try, MovesTheValueOut) { EXPECT_EQ(*Use(), 8); }

}  // namespace
}  // namespace galley
