#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(ListMethodsTest, IndexAndCount) {
  constexpr Row kRows[] = {
      {"[1, 2, 1].index(1)", "0"},
      {"[1, 2, 1].index(1, 1)", "2"},
      {"[1, 2, 1].index(1, -1)", "2"},
      {"[1, 2, 1].index(1, 1, 2)", "error[template-type]"},
      {"[1, 2].index(3)", "error[template-type]"},
      {"[1].index()", "error[template-type]"},
      {"[1].index('a', none)", "error[template-type]"},
      {"[1, 2, 1].count(1)", "2"},
      {"[1, true, 1.0].count(1)", "3"},
      {"[].count(1)", "0"},
      {"(1, 2).index(2)", "1"},
      {"(1, 1).count(1)", "2"},
      {"[1, 2].copy()", "[1, 2]"},
      {"range(5).index(3)", "3"},
      {"range(5).count(3)", "1"},
      {"[1].index(1, lowest, 9223372036854775807)", "0"},
  };
  ExpectRows(kRows);
}

TEST(ListMethodsTest, MethodsThatChangeTheListFail) {
  for (std::string_view name :
       {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}) {
    TestExpression test;
    const Value list = test.Evaluate("[1]");
    CallBuiltin(test.cx(), *FindMethod(Kind::kList, name), &list, {}, {});
    EXPECT_EQ(test.Show(Value()),
              "error[template-type]: a list of 1 item cannot be changed: values are immutable, use "
              "`namespace` or `+`")
        << name;
  }
}

TEST(ListMethodsTest, RangesAndViewsHaveNoneOfThem) {
  EXPECT_EQ(Give("range(3).append"), "Undefined");
  EXPECT_EQ(Give("{'a': 1}.keys().count"), "Undefined");
}

}  // namespace
}  // namespace galley
