#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(GroupFiltersTest, Batch) {
  constexpr Row kRows[] = {
      {"[1, 2, 3]|batch(2)", "<generator> [[1, 2], [3]]"},
      {"[1, 2, 3]|batch(2, 'x')", "<generator> [[1, 2], [3, 'x']]"},
      {"[1, 2]|batch(2, 'x')", "<generator> [[1, 2]]"},
      {"[]|batch(2)", "<generator> []"},
      {"[1, 2, 3]|batch(0)", "<generator> [[], [1, 2, 3]]"},
      {"[1, 2, 3]|batch(-1, 'x')", "<generator> [[1, 2, 3]]"},
      {"[1, 2, 3]|batch(2.0)", "<generator> [[1, 2], [3]]"},
      {"[1, 2, 3]|batch(2.0, 'x')", "error[template-type]"},
      {"[1, 2]|batch(none)", "<generator> [[1, 2]]"},
      {"'abc'|batch(2)", "<generator> [['a', 'b'], ['c']]"},
      {"1|batch(2)", "error[template-type]"},
      {"missing|batch(2)", "<generator> []"},
      {"[1]|batch", "error[template-type]"},
      {"[1, 2]|batch(linecount=1, fill_with=0)", "<generator> [[1], [2]]"},
  };
  ExpectRows(kRows);
}

TEST(GroupFiltersTest, Slice) {
  constexpr Row kRows[] = {
      {"[1, 2, 3]|slice(2)", "<generator> [[1, 2], [3]]"},
      {"[1, 2, 3]|slice(2, 'x')", "<generator> [[1, 2], [3, 'x']]"},
      {"[1, 2, 3, 4]|slice(2, 'x')", "<generator> [[1, 2, 'x'], [3, 4, 'x']]"},
      {"[]|slice(2)", "<generator> [[], []]"},
      {"[]|slice(2, 'x')", "<generator> [['x'], ['x']]"},
      {"[1]|slice(0)", "error[template-type]"},
      {"[1]|slice(-2)", "<generator> []"},
      {"[1, 2]|slice(5)", "<generator> [[1], [2], [], [], []]"},
      {"[1]|slice(1.0)", "error[template-type]"},
      {"1|slice(2)", "error[template-type]"},
      {"'abcd'|slice(3)", "<generator> [['a', 'b'], ['c'], ['d']]"},
      {"[1, 2]|slice(missing)", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(GroupFiltersTest, GroupBy) {
  constexpr Row kRows[] = {
      {"[{'g': 'b', 'v': 1}, {'g': 'A', 'v': 2}, {'g': 'B', 'v': 3}]|groupby('g')",
       "[('A', [{'g': 'A', 'v': 2}]), ('b', [{'g': 'b', 'v': 1}, {'g': 'B', 'v': 3}])]"},
      {"[{'g': 'b'}, {'g': 'B'}]|groupby('g', case_sensitive=true)",
       "[('B', [{'g': 'B'}]), ('b', [{'g': 'b'}])]"},
      {"[{'g': 1}, {}]|groupby('g', default=0)", "[(0, [{}]), (1, [{'g': 1}])]"},
      {"[{'g': 1}, {}]|groupby('g')", "error[undefined-variable]"},
      {"[{}, {}]|groupby('g')", "error[undefined-variable]"},
      {"[(1, 'a'), (0, 'b'), (1, 'c')]|groupby(0)", "[(0, [(0, 'b')]), (1, [(1, 'a'), (1, 'c')])]"},
      {"[{'a': {'b': 1}}]|groupby('a.b')", "[(1, [{'a': {'b': 1}}])]"},
      {"[]|groupby('g')", "[]"},
      {"1|groupby('g')", "error[template-type]"},
      {"[{'g': none}, {'g': none}]|groupby('g')", "error[template-type]"},
      {"[1]|groupby", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(GroupFiltersTest, RowsAndColumnsRespectTheLimits) {
  Limits limits;
  limits.list = 1000;
  for (std::string_view expression :
       {"[1]|batch(1000000000000, 'x')|list", "[1]|slice(1000000000000)|list"}) {
    TestExpression test({}, limits);
    EXPECT_EQ(test.Show(test.Evaluate(expression)), "exhausted") << expression;
  }
}

}  // namespace
}  // namespace galley
