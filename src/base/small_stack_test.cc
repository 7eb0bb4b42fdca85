#include "base/small_stack.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(SmallStack, GivesBackTheLastFirst) {
  SmallStack<int, 2> stack;
  EXPECT_TRUE(stack.empty());
  EXPECT_TRUE(stack.Push(1));
  EXPECT_TRUE(stack.Push(2));
  EXPECT_EQ(stack.top(), 2);
  stack.Pop();
  EXPECT_EQ(stack.top(), 1);
  stack.Pop();
  EXPECT_TRUE(stack.empty());
}

TEST(SmallStack, KeepsEverythingWhenItOutgrowsItsInlinePart) {
  SmallStack<int, 4> stack;
  for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(stack.Push(i));
  EXPECT_EQ(stack.size(), 10'000u);
  for (int i = 9'999; i >= 0; --i, stack.Pop()) ASSERT_EQ(stack.top(), i);
}

TEST(SmallStack, TakesAnItemOfItsOwn) {
  SmallStack<int, 2> stack;
  ASSERT_TRUE(stack.Push(7));
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(stack.Push(stack[0]));
  for (size_t at = 0; at < stack.size(); ++at) EXPECT_EQ(stack[at], 7);
}

TEST(SmallStack, DropsWhatIsAboveASize) {
  SmallStack<int, 2> stack;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(stack.Push(i));
  stack.Truncate(3);
  EXPECT_EQ(stack.top(), 2);
  ASSERT_TRUE(stack.Push(42));
  EXPECT_EQ(stack[3], 42);
  EXPECT_EQ(stack.data()[0], 0);
}

}  // namespace
}  // namespace galley
