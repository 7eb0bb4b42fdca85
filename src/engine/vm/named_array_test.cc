#include "engine/vm/named_array.h"

#include <string>

#include <gtest/gtest.h>

#include "galley/limits.h"

namespace galley {
namespace {

struct Named {
  Value name;
  int number;
};

class NamedArrayTest : public ::testing::Test {
 protected:
  void Append(const std::string& name, int number) {
    array_.Append(&heap_, {heap_.NewString(name), number});
  }
  int Find(const std::string& name) const {
    const Named* found = array_.Find(name);
    EXPECT_EQ(found, array_.Find(name, HashKey(name)));
    return found ? found->number : -1;
  }

  Heap heap_{Limits()};
  NamedArray<Named> array_;
};

TEST_F(NamedArrayTest, FindsFewAndMany) {
  for (int number = 0; number < 1'000; ++number) {
    const std::string name = "n" + std::to_string(number);
    EXPECT_EQ(Find(name), -1);
    Append(name, number);
    ASSERT_EQ(Find(name), number);
    ASSERT_EQ(Find("n0"), 0);
  }
  for (int number = 0; number < 1'000; ++number) {
    EXPECT_EQ(Find("n" + std::to_string(number)), number);
  }
}

TEST_F(NamedArrayTest, TheFirstOfEqualNamesCounts) {
  for (int number = 0; number < 100; ++number) {
    Append("same", number);
    Append("other" + std::to_string(number), number);
    ASSERT_EQ(Find("same"), 0);
  }
}

TEST_F(NamedArrayTest, StartsAnewOnceCleared) {
  for (int number = 0; number < 100; ++number) Append(std::to_string(number), number);
  array_.Clear();
  EXPECT_TRUE(array_.empty());
  EXPECT_EQ(Find("1"), -1);
  for (int number = 0; number < 100; ++number) {
    Append(std::to_string(number), -number);
    ASSERT_EQ(Find(std::to_string(number)), -number);
  }
}

}  // namespace
}  // namespace galley
