#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(SelectionFiltersTest, MapCallsAFilter) {
  constexpr Row kRows[] = {
      {"[-1, 2]|map('abs')", "<generator> [1, 2]"},
      {"['1', 'x']|map('int', 7)", "<generator> [1, 7]"},
      {"['1f']|map('int', base=16)", "<generator> [31]"},
      {"[[2, 1]]|map('sort')", "<generator> [[1, 2]]"},
      {"[[1, 2]]|map('join', '-')", "<generator> ['1-2']"},
      {"[missing]|map('default', 'd')", "<generator> ['d']"},
      {"'abc'|map('string')", "<generator> ['a', 'b', 'c']"},
      {"[]|map('nosuch')", "<generator> []"},
      {"none|map('abs')", "<generator> []"},
      {"0|map('abs')", "<generator> []"},
  };
  ExpectRows(kRows);
}

TEST(SelectionFiltersTest, MapLooksUpAnAttribute) {
  constexpr Row kRows[] = {
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|map(attribute='n')",
       "<generator> ['bob', 'Al', 'cy']"},
      {"[{'a': {'b': [5]}}]|map(attribute='a.b.0')", "<generator> [5]"},
      {"[{}, {'a': 1}]|map(attribute='a')", "<generator> [Undefined, 1]"},
      {"[{}, {'a': 1}]|map(attribute='a', default=0)", "<generator> [0, 1]"},
      {"[[1, 2], [3]]|map(attribute=1)", "<generator> [2, Undefined]"},
      {"[[1, 2]]|map(attribute='1')", "<generator> [2]"},
      {"[{}]|map(attribute='a.b')", "error[undefined-variable]"},
      {"[{'a': none}]|map(attribute='a', default=1)", "<generator> [None]"},
  };
  ExpectRows(kRows);
}

TEST(SelectionFiltersTest, MapFailsWhenItIsAsked) {
  constexpr Row kRows[] = {
      {"[1]|map('nosuch')", "error[unknown-filter]"},
      {"[1]|map", "error[template-type]"},
      {"[1]|map(none)", "error[unknown-filter]"},
      {"5|map('abs')", "error[template-type]"},
      {"[1]|map(attribute='a', x=1)", "error[template-type]"},
      {"['a']|map('abs')", "error[template-type]"},
      {"[1]|map('abs', 1)", "error[template-type]"},
      {"[1]|map('int', nosuch=1)", "error[template-type]"},
      {"missing|map('abs')", "<generator> []"},
  };
  ExpectRows(kRows);
}

TEST(SelectionFiltersTest, SelectAndReject) {
  constexpr Row kRows[] = {
      {"[0, 1, '', 'a']|select", "<generator> [1, 'a']"},
      {"[0, 1, '', 'a']|reject", "<generator> [0, '']"},
      {"[1, 2, 3]|select('odd')", "<generator> [1, 3]"},
      {"[1, 2, 3]|reject('odd')", "<generator> [2]"},
      {"[1, 2, 3]|select('gt', 1)", "<generator> [2, 3]"},
      {"[1, 2, 3]|select('in', [1, 3])", "<generator> [1, 3]"},
      {"[1, missing]|select('defined')", "<generator> [1]"},
      {"{'a': 1, 'b': 2}|select('eq', 'b')", "<generator> ['b']"},
      {"[]|select('nosuch')", "<generator> []"},
      {"[1]|select('nosuch')", "error[unknown-test]"},
      {"[1]|select(none)", "error[unknown-test]"},
      {"[1]|reject('nosuch')", "error[unknown-test]"},
      {"[1, 2]|select('divisibleby', num=2)", "<generator> [2]"},
  };
  ExpectRows(kRows);
}

TEST(SelectionFiltersTest, SelectAttrAndRejectAttr) {
  constexpr Row kRows[] = {
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|selectattr('v', 'gt', 1)|map(attribute='n')",
       "<generator> ['bob', 'cy']"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|rejectattr('v', 'gt', 1)|map(attribute='n')",
       "<generator> ['Al']"},
      {"[{'a': 0}, {'a': 1}]|selectattr('a')", "<generator> [{'a': 1}]"},
      {"[{'a': 0}, {}]|rejectattr('a')", "<generator> [{'a': 0}, {}]"},
      {"[{'a': 0}, {}]|selectattr('a', 'defined')", "<generator> [{'a': 0}]"},
      {"[[1], [0]]|selectattr(0)", "<generator> [[1]]"},
      {"[{'a': {'b': 1}}]|selectattr('a.b')", "<generator> [{'a': {'b': 1}}]"},
      {"[{}]|selectattr", "error[template-type]"},
      {"[{}]|selectattr('a', 'nosuch')", "error[unknown-test]"},
      {"[{}]|selectattr('a.b')", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

std::string Nested(int depth) {
  std::string expression = "[[]]|map(";
  for (int i = 0; i < depth; ++i) expression += "'map', ";
  return Give(expression + "'list')|map('list')|list|length");
}

// `map` may name `map`, but not without end: each level is a call inside a call.
TEST(SelectionFiltersTest, NestingIsBounded) {
  std::string list = "[1]";
  for (int i = 0; i < 40; ++i) list = "[" + list + "]";
  std::string expression = list + "|map(";
  for (int i = 0; i < 30; ++i) expression += "'map', ";
  // The inner generators are lazy: what went wrong in them comes out when they
  // are walked, so each level is walked here.
  expression += "'list')";
  TestExpression test;
  Value value = test.Evaluate(expression);
  for (int i = 0; i < 31 && !test.cx().stopped(); ++i) {
    const std::span<const Value> items = Iterate(test.cx(), value);
    if (!items.empty()) value = items[0];
  }
  EXPECT_EQ(test.cx().code(), Code::kLimitDepth);
  EXPECT_EQ(Nested(3), "1");
}

TEST(SelectionFiltersTest, AMisspeltNameGetsAHint) {
  TestExpression test;
  Iterate(test.cx(), test.Evaluate("['a']|map('uper')"));
  EXPECT_EQ(test.cx().hint(), "did you mean `upper`?");
}

TEST(SelectionFiltersTest, NamesFromDataAreNotRepeated) {
  EXPECT_EQ(Give("[1]|map('nosuch')|list"), "error[unknown-filter]: there is no filter `nosuch`");
  EXPECT_EQ(Give("[1]|map(data('secret'))|list"),
            "error[unknown-filter]: there is no filter called a string of 6 characters");
}

}  // namespace
}  // namespace galley
