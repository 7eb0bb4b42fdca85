#include "compile/text_set.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(TextSet, CompilesATemplateOnce) {
  TextSet set(JinjaCompilation{}, Limits());
  set.Add("a", "text {{ x }}");
  const Result<const Unit*> first = set.Load("a");
  ASSERT_TRUE(first);
  EXPECT_EQ((*first)->text, "text {{ x }}");
  EXPECT_EQ(*set.Load("a"), *first);
}

TEST(TextSet, CompilesAnewWhatIsAddedAnew) {
  TextSet set(JinjaCompilation{}, Limits());
  set.Add("a", "one");
  ASSERT_TRUE(set.Load("a"));
  set.Add("a", "two");
  const Result<const Unit*> again = set.Load("a");
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->text, "two");
}

TEST(TextSet, CountsTheTemplatesThatAreLinkedNow) {
  Limits limits;
  limits.units = 2;
  TextSet set(JinjaCompilation{}, limits);
  for (const char* name : {"a", "b", "c"}) set.Add(name, "x");
  EXPECT_TRUE(set.Load("a"));
  EXPECT_TRUE(set.Load("b"));
  ASSERT_FALSE(set.Load("c"));
  EXPECT_EQ(set.Load("c").error().code(), "limit-depth");
  set.Add("a", "y");
  EXPECT_TRUE(set.Load("c"));
  EXPECT_FALSE(set.Load("a"));
}

TEST(TextSet, SaysWhatIsWrongEachTime) {
  TextSet set(JinjaCompilation{}, Limits());
  set.Add("a", "{{ x");
  for (int round = 0; round < 2; ++round) {
    const Result<const Unit*> unit = set.Load("a");
    ASSERT_FALSE(unit);
    EXPECT_EQ(unit.error().code(), "template-syntax");
  }
  EXPECT_EQ(set.Load("b").error().code(), "template-not-found");
}

}  // namespace
}  // namespace galley
