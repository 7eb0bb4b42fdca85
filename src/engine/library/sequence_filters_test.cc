#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(SequenceFiltersTest, Length) {
  constexpr Row kRows[] = {
      {"[1, 2]|length", "2"},
      {"'né😀'|length", "3"},
      {"{'a': 1}|count", "1"},
      {"(1,)|length", "1"},
      {"range(7)|length", "7"},
      {"missing|length", "0"},
      {"''|length", "0"},
      {"1|length", "error[template-type]"},
      {"none|length", "error[template-type]"},
      {"gen([1])|length", "error[template-type]"},
      {"[1]|map('abs')|length", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(SequenceFiltersTest, FirstAndLast) {
  constexpr Row kRows[] = {
      {"[1, 2]|first", "1"},
      {"[1, 2]|last", "2"},
      {"'né'|first", "'n'"},
      {"'né'|last", "'é'"},
      {"{'a': 1, 'b': 2}|first", "'a'"},
      {"{'a': 1, 'b': 2}|last", "'b'"},
      {"[]|first", "Undefined"},
      {"[]|last", "Undefined"},
      {"''|first", "Undefined"},
      {"missing|first", "Undefined"},
      {"missing|last", "Undefined"},
      {"gen([1, 2])|first", "1"},
      {"gen([1, 2])|last", "error[template-type]"},
      {"1|first", "error[template-type]"},
      {"1|last", "error[template-type]"},
      {"range(3)|last", "2"},
      {"markup('<b>')|first", "'<'"},
      {"markup('<b>')|last", "Markup('>')"},
  };
  ExpectRows(kRows);
}

TEST(SequenceFiltersTest, Reverse) {
  constexpr Row kRows[] = {
      {"'né😀'|reverse", "'😀én'"},
      {"[1, 2, 3]|reverse", "<generator> [3, 2, 1]"},
      {"(1, 2)|reverse", "<generator> [2, 1]"},
      {"{'a': 1, 'b': 2}|reverse", "<generator> ['b', 'a']"},
      {"gen([1, 2])|reverse", "[2, 1]"},
      {"range(3)|reverse", "<generator> [2, 1, 0]"},
      {"missing|reverse", "<generator> []"},
      {"1|reverse", "error[template-type]"},
      {"none|reverse", "error[template-type]"},
      {"markup('<b>')|reverse", "Markup('>b<')"},
  };
  ExpectRows(kRows);
}

TEST(SequenceFiltersTest, Items) {
  constexpr Row kRows[] = {
      {"{'a': 1}|items", "<generator> [('a', 1)]"},
      {"missing|items", "<generator> []"},
      {"[]|items", "error[template-type]"},
      {"1|items", "error[template-type]"},
      {"{}|items", "<generator> []"},
  };
  ExpectRows(kRows);
}

TEST(SequenceFiltersTest, Join) {
  constexpr Row kRows[] = {
      {"[1, 2]|join", "'12'"},
      {"[1, none, 'a']|join(', ')", "'1, None, a'"},
      {"[{'n': 'bob', 'v': 2, 'g': 'x'}, {'n': 'Al', 'v': 1, 'g': 'Y'}, {'n': 'cy', 'v': 3, 'g': "
       "'X'}]|join('-', attribute='n')",
       "'bob-Al-cy'"},
      {"[]|join('x')", "''"},
      {"'abc'|join('.')", "'a.b.c'"},
      {"{'a': 1, 'b': 2}|join('/')", "'a/b'"},
      {"[missing, 1]|join(',')", "',1'"},
      {"[1, 2]|join(0)", "'102'"},
      {"[[1], [2]]|join(',', attribute=0)", "'1,2'"},
      {"['<', markup('<')]|join('&')", "'<&<'"},
      {"1|join", "error[template-type]"},
      {"[1]|join(d='x', attribute='y')", "''"},
  };
  ExpectRows(kRows);
}

TEST(SequenceFiltersTest, JoinEscapesWhereOutputIsEscaped) {
  constexpr Row kRows[] = {
      {"['<', markup('<')]|join('&')", "Markup('&lt;&amp;<')"},
      {"['<', '>']|join('&')", "'<&>'"},
      {"['<', '>']|join(markup('&'))", "Markup('&lt;&&gt;')"},
      {"[1, 2]|join('<')", "'1<2'"},
      {"[1, markup('')]|join('<')", "Markup('1&lt;')"},
      {"[]|join(markup('<'))", "Markup('')"},
  };
  ExpectRows(kRows, RenderPolicy(), true);
}

TEST(SequenceFiltersTest, RandomIsTheSameEverywhere) {
  EXPECT_EQ(Give("['a', 'b', 'c', 'd', 'e']|random"), Give("['a', 'b', 'c', 'd', 'e']|random"));
  EXPECT_EQ(Give("[1]|random"), "1");
  EXPECT_EQ(Give("'a'|random"), "'a'");
  EXPECT_EQ(Give("[]|random"), "Undefined");
  EXPECT_EQ(Give("range(100)|random"), "23");
}

TEST(SequenceFiltersTest, RandomNeedsASequence) {
  EXPECT_TRUE(Give("{'a': 1}|random").starts_with("error[template-type]"));
  EXPECT_TRUE(Give("gen([1])|random").starts_with("error[template-type]"));
  EXPECT_TRUE(Give("5|random").starts_with("error[template-type]"));
}

TEST(SequenceFiltersTest, ListOfAListSharesItsItems) {
  TestExpression test;
  const Value list = test.Evaluate("[1, 2, 3]");
  const Value copy = CallBuiltin(test.cx(), *FindFilter("list"), &list, {}, {});
  EXPECT_EQ(copy.items().data(), list.items().data());
}

}  // namespace
}  // namespace galley
