#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(SortFiltersTest, SortIgnoresCaseUnlessToldOtherwise) {
  constexpr Row kRows[] = {
      {"['b', 'A', 'a', 'B']|sort", "['A', 'a', 'b', 'B']"},
      {"['b', 'A', 'a', 'B']|sort(case_sensitive=true)", "['A', 'B', 'a', 'b']"},
      {"['b', 'A']|sort(true)", "['b', 'A']"},
      {"['É', 'é', 'e']|sort", "['e', 'É', 'é']"},
      {"[3, 1, 2.5, true]|sort", "[1, True, 2.5, 3]"},
      {"[]|sort", "[]"},
      {"'bCa'|sort", "['a', 'b', 'C']"},
      {"{'b': 1, 'a': 2}|sort", "['a', 'b']"},
      {"(2, 1)|sort", "[1, 2]"},
  };
  ExpectRows(kRows);
}

TEST(SortFiltersTest, SortIsStableAlsoInReverse) {
  constexpr Row kRows[] = {
      {"[(1, 'b'), (0, 'x'), (1, 'a')]|sort(attribute=0)", "[(0, 'x'), (1, 'b'), (1, 'a')]"},
      {"[(1, 'b'), (0, 'x'), (1, 'a')]|sort(reverse=true, attribute=0)",
       "[(1, 'b'), (1, 'a'), (0, 'x')]"},
      {"['a', 'A', 'a']|sort(reverse=true)", "['a', 'A', 'a']"},
  };
  ExpectRows(kRows);
}

TEST(SortFiltersTest, SortByAttributes) {
  constexpr Row kRows[] = {
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|sort(attribute='v')|map(attribute='n')",
       "<generator> ['Al', 'bob', 'cy']"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|sort(attribute='g,v')|map(attribute='n')",
       "<generator> ['bob', 'cy', 'Al']"},
      {"[{'a': {'b': 2}}, {'a': {'b': 1}}]|sort(attribute='a.b')",
       "[{'a': {'b': 1}}, {'a': {'b': 2}}]"},
      {"[[1, 2], [0, 3]]|sort(attribute='0')", "[[0, 3], [1, 2]]"},
      {"[{'a': 1}, {}]|sort(attribute='a')", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(SortFiltersTest, OnlyWhatDiffersNeedsAnOrder) {
  constexpr Row kRows[] = {
      {"[none, none]|sort", "[None, None]"},
      {"[{}, {}]|sort", "[{}, {}]"},
      {"[none]|sort", "[None]"},
      {"[none, 1]|sort", "error[template-type]"},
      {"[1, 'a']|sort", "error[template-type]"},
      {"[{}, {'a': 1}]|sort", "error[template-type]"},
      {"[missing, missing]|sort", "[Undefined, Undefined]"},
      {"[missing, 1]|sort", "error[undefined-variable]"},
      {"1|sort", "error[template-type]"},
      {"[1]|sort('x')", "error[template-type]"},
      {"[1]|sort(none)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(SortFiltersTest, DictSort) {
  constexpr Row kRows[] = {
      {"{'b': 1, 'A': 2}|dictsort", "[('A', 2), ('b', 1)]"},
      {"{'b': 1, 'A': 2}|dictsort(true)", "[('A', 2), ('b', 1)]"},
      {"{'b': 1, 'A': 2}|dictsort(by='value')", "[('b', 1), ('A', 2)]"},
      {"{'b': 1, 'A': 2}|dictsort(reverse=true)", "[('b', 1), ('A', 2)]"},
      {"{'b': 'x', 'A': 'X'}|dictsort(false, 'value')", "[('b', 'x'), ('A', 'X')]"},
      {"{}|dictsort", "[]"},
      {"{'a': 1}|dictsort(by='x')", "error[template-type]"},
      {"[]|dictsort", "error[template-type]"},
      {"missing|dictsort", "error[undefined-variable]"},
      {"{1: 2, 'a': 3}|dictsort", "error[template-type]"},
      {"{'a': 1, 'b': 'x'}|dictsort(by='value')", "error[template-type]"},
      {"{'a': none, 'b': none}|dictsort(by='value')", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(SortFiltersTest, Unique) {
  constexpr Row kRows[] = {
      {"['a', 'A', 'b', 'a']|unique", "<generator> ['a', 'b']"},
      {"['a', 'A']|unique(true)", "<generator> ['a', 'A']"},
      {"[1, 1.0, true, '1']|unique", "<generator> [1, '1']"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|unique(attribute='g')|map(attribute='n')",
       "<generator> ['bob', 'Al']"},
      {"[]|unique", "<generator> []"},
      {"[[1]]|unique", "error[template-type]"},
      {"[missing, missing]|unique|list|length", "1"},
      {"'abA'|unique", "<generator> ['a', 'b']"},
      {"1|unique", "error[template-type]"},
      {"[(1, 2), (1, 2)]|unique", "<generator> [(1, 2)]"},
      {"[(1, [])]|unique", "error[template-type]"},
  };
  ExpectRows(kRows);
}

// 2000 numbers in an order that looks random: as many passes of the merge as that
// takes, and a remainder in each.
TEST(SortFiltersTest, ManyItemsAreSorted) {
  TestExpression test;
  std::vector<Value> items;
  uint64_t state = 1;
  for (int i = 0; i < 2001; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    items.push_back(Value::Int(static_cast<int64_t>(state >> 40)));
  }
  const Value list = Value::List(items);
  const Value sorted = CallBuiltin(test.cx(), *FindFilter("sort"), &list, {}, {});
  ASSERT_EQ(sorted.size(), items.size());
  for (size_t i = 1; i < sorted.size(); ++i) {
    EXPECT_LE(sorted.items()[i - 1].as_int(), sorted.items()[i].as_int());
  }
}

TEST(SortFiltersTest, ComparisonsWithoutAnAnswerEnd) {
  EXPECT_NE(Give("['nan'|float, 1.0, 'nan'|float, 0.0, 2.0]|sort|length"), "");
  EXPECT_EQ(Give("['nan'|float, 1.0, 'nan'|float, 0.0, 2.0]|sort|length"), "5");
}

}  // namespace
}  // namespace galley
