#include "engine/library/iterate.h"

#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(IterateTest, EverythingThatHasItemsGivesThem) {
  constexpr Row kRows[] = {
      {"[1, 2]|list", "[1, 2]"},
      {"(1, 2)|list", "[1, 2]"},
      {"'aé😀'|list", "['a', 'é', '😀']"},
      {"''|list", "[]"},
      {"{'b': 1, 'a': 2}|list", "['b', 'a']"},
      {"range(3)|list", "[0, 1, 2]"},
      {"gen([1, 2])|list", "[1, 2]"},
      {"missing|list", "[]"},
      {"{'a': 1}.items()|list", "[('a', 1)]"},
      {"{'a': 1}.values()|list", "[1]"},
      {"markup('<b>')|list", "['<', 'b', '>']"},
  };
  ExpectRows(kRows);
}

TEST(IterateTest, WhatHasNoItemsFails) {
  constexpr Row kRows[] = {
      {"1|list", "error[template-type]"},         {"1.5|list", "error[template-type]"},
      {"none|list", "error[template-type]"},      {"true|list", "error[template-type]"},
      {"range|list", "error[template-type]"},     {"namespace()|list", "error[template-type]"},
      {"cycler(1)|list", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(IterateTest, StrictUndefinedFails) {
  constexpr Row kRows[] = {
      {"missing|list", "error[undefined-variable]"},
      {"missing|first", "error[undefined-variable]"},
      {"missing|last", "error[undefined-variable]"},
      {"missing|join", "error[undefined-variable]"},
      {"missing|sum", "error[undefined-variable]"},
      {"missing|sort", "error[undefined-variable]"},
      {"missing|map('abs')|list", "error[undefined-variable]"},
      {"missing|length", "error[undefined-variable]"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(IterateTest, AGeneratorIsUsedUp) {
  TestExpression test;
  CallContext& cx = test.cx();
  const Value generator = test.Evaluate("gen([1, 2, 3])");
  Value item;
  ASSERT_TRUE(FirstItem(cx, generator, &item));
  EXPECT_EQ(item.as_int(), 1);
  EXPECT_EQ(Iterate(cx, generator).size(), 2u);
  EXPECT_EQ(Iterate(cx, generator).size(), 0u);
  EXPECT_FALSE(cx.failed());
}

TEST(IterateTest, AGeneratorFailsAtItsEnd) {
  EXPECT_EQ(Give("[1, 'a']|map('abs')|first"), "1");
  EXPECT_EQ(Give("1 in [1, 'a']|map('abs')"), "True");
  EXPECT_EQ(Give("[1, 'a']|map('abs')|list"),
            "error[template-type]: `value` of `abs` must be a number, not a string of 1 character");
  EXPECT_EQ(Give("[1, 'a']|map('abs')|map('string')|first"), "'1'");
  EXPECT_EQ(Give("['a']|map('abs')|string"), "'<generator object do_map>'");
}

}  // namespace
}  // namespace galley
