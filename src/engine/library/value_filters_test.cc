#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(ValueFiltersTest, Default) {
  constexpr Row kRows[] = {
      {"missing|default", "''"},
      {"missing|default('x')", "'x'"},
      {"missing|d('x')", "'x'"},
      {"''|default('x')", "''"},
      {"''|default('x', true)", "'x'"},
      {"0|default('x', boolean=true)", "'x'"},
      {"1|default('x', true)", "1"},
      {"none|default('x')", "None"},
      {"{}.a|default(default_value=1)", "1"},
      {"[]|first|default('none')", "'none'"},
  };
  ExpectRows(kRows);
}

TEST(ValueFiltersTest, DefaultWorksOnStrictUndefined) {
  constexpr Row kRows[] = {
      {"missing|default('x')", "'x'"},
      {"missing|default('x', true)", "'x'"},
      {"{}.a|d(1)", "1"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(ValueFiltersTest, AttrFindsAttributesAndNoItems) {
  constexpr Row kRows[] = {
      {"{'a': 1}|attr('a')", "Undefined"},
      {"{'a': 1}|attr('keys')()", "dict_keys(['a'])"},
      {"'ab'|attr('upper')()", "'AB'"},
      {"5|attr('real')", "5"},
      {"missing|attr('a')", "error[undefined-variable]"},
      {"{}|attr(1)", "error[template-type]"},
      {"{}|attr('update')", "Undefined"},
      {"([{'g': 1}]|groupby('g'))[0]|attr('list')", "[{'g': 1}]"},
  };
  ExpectRows(kRows);
}

TEST(ValueFiltersTest, ChainableUndefinedHasAnyAttr) {
  constexpr Row kRows[] = {
      {"missing|attr('a')", "Undefined"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kChainable));
}

TEST(ValueFiltersTest, AttrReadsObjects) {
  EXPECT_EQ(Give("namespace(a=1)|attr('a')"), "1");
  EXPECT_EQ(Give("namespace(a=1)|attr('b')"), "Undefined");
  EXPECT_EQ(Give("cycler(1, 2)|attr('current')"), "1");
}

}  // namespace
}  // namespace galley
