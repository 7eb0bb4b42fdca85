#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(SubscriptTest, ItemsAreFoundByKeyAndIndex) {
  constexpr Row kRows[] = {
      {"[1, 2, 3][0]", "1"},
      {"[1, 2, 3][-1]", "3"},
      {"[1, 2, 3][true]", "2"},
      {"(1, 2)[1]", "2"},
      {"{'a': 1}['a']", "1"},
      {"{1: 'x'}[1.0]", "'x'"},
      {"{1: 'x'}[true]", "'x'"},
      {"{(1, 2): 'x'}[(1, 2)]", "'x'"},
      {"'abc'[0]", "'a'"},
      {"'abc'[-1]", "'c'"},
      {"'né😀'[2]", "'😀'"},
      {"'né😀'[-2]", "'é'"},
      {"range(5)[3]", "3"},
      {"range(5)[-1]", "4"},
      {"markup('<b>')[0]", "Markup('<')"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, WhatIsNotThereIsUndefined) {
  constexpr Row kRows[] = {
      {"[1][1]", "Undefined"},
      {"[1][-2]", "Undefined"},
      {"[1]['a']", "Undefined"},
      {"[1][1.0]", "Undefined"},
      {"[1][none]", "Undefined"},
      {"{'a': 1}['b']", "Undefined"},
      {"{}[[]]", "Undefined"},
      {"'abc'[3]", "Undefined"},
      {"'abc'[-4]", "Undefined"},
      {"''[0]", "Undefined"},
      {"'é'[-2]", "Undefined"},
      {"1['a']", "Undefined"},
      {"none['a']", "Undefined"},
      {"{'a': 1}.b", "Undefined"},
      {"[1].a", "Undefined"},
      {"'abc'.nope", "Undefined"},
      {"{'a': 1}.keys()[0]", "Undefined"},
      {"[1][missing]", "Undefined"},
      {"{}[missing]", "Undefined"},
      {"[1][9223372036854775807]", "Undefined"},
      {"'a'[lowest]", "Undefined"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, MethodsComeBeforeFieldsForAttributesOnly) {
  constexpr Row kRows[] = {
      {"{'items': 5}['items']", "5"},
      {"{'a': 1}['items']()", "dict_items([('a', 1)])"},
      {"{'items': 5}.items()", "dict_items([('items', 5)])"},
      {"{'keys': 5}.keys()", "dict_keys(['keys'])"},
      {"{'update': 5}.update", "Undefined"},
      {"{'update': 5}['update']", "5"},
      {"{'append': 5}.append", "5"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, NamesOfPythonObjectsAreNotThere) {
  constexpr Row kRows[] = {
      {"{}.__class__", "Undefined"},    {"[].__class__", "Undefined"},
      {"''.__class__", "Undefined"},    {"1 .__class__", "Undefined"},
      {"{}['__class__']", "Undefined"}, {"''['__init__']", "Undefined"},
      {"{}.mro", "Undefined"},          {"[].__globals__", "Undefined"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, NumbersHaveTheirParts) {
  constexpr Row kRows[] = {
      {"5 .real", "5"},        {"5 .imag", "0"},   {"5 .numerator", "5"},
      {"5 .denominator", "1"}, {"true.real", "1"}, {"(2.5).real", "2.5"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, GroupsHaveNames) {
  constexpr Row kRows[] = {
      {"[{'g': 1}]|groupby('g')|first", "(1, [{'g': 1}])"},
      {"([{'g': 1}]|groupby('g'))[0].grouper", "1"},
      {"([{'g': 1}]|groupby('g'))[0].list", "[{'g': 1}]"},
      {"(1, [2]).grouper", "Undefined"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, UndefinedOperandsFail) {
  constexpr Row kRows[] = {
      {"missing.a", "error[undefined-variable]"},
      {"missing['a']", "error[undefined-variable]"},
      {"missing[0]", "error[undefined-variable]"},
      {"missing[1:2]", "error[undefined-variable]"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, ChainableUndefinedGivesItself) {
  constexpr Row kRows[] = {
      {"missing.a", "Undefined"},
      {"missing['a'].b[0]", "Undefined"},
      {"missing[1:2]", "Undefined"},
      {"{}.a.b.c", "Undefined"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kChainable));
}

TEST(SubscriptTest, StrictUndefinedIsNoKey) {
  constexpr Row kRows[] = {
      {"{}[missing]", "error[undefined-variable]"},
      {"[1][missing]", "Undefined"},
      {"{}.a", "Undefined"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(SubscriptTest, SlicesAreThoseOfPython) {
  constexpr Row kRows[] = {
      {"[1, 2, 3, 4][1:3]", "[2, 3]"},
      {"[1, 2, 3, 4][:-1]", "[1, 2, 3]"},
      {"[1, 2, 3, 4][::2]", "[1, 3]"},
      {"[1, 2, 3, 4][::-1]", "[4, 3, 2, 1]"},
      {"[1, 2, 3, 4][5:]", "[]"},
      {"[1, 2, 3, 4][3:1]", "[]"},
      {"[1, 2, 3, 4][-100:100]", "[1, 2, 3, 4]"},
      {"[1, 2, 3, 4][3:0:-2]", "[4, 2]"},
      {"(1, 2, 3)[1:]", "(2, 3)"},
      {"'hello'[1:3]", "'el'"},
      {"'hello'[::-1]", "'olleh'"},
      {"'né😀x'[1:3]", "'é😀'"},
      {"'né😀x'[::-2]", "'xé'"},
      {"'né😀x'[-2:]", "'😀x'"},
      {"range(10)[2:5]", "range(2, 5)"},
      {"''[1:2]", "''"},
      {"[1, 2][lowest:9223372036854775807]", "[1, 2]"},
      {"[1, 2, 3][::9223372036854775807]", "[1]"},
      {"[1, 2, 3][::lowest]", "[3]"},
      {"[1, 2, 3][true:]", "[2, 3]"},
      {"markup('<b>')[1:]", "Markup('b>')"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, SlicesOfOtherThingsFail) {
  constexpr Row kRows[] = {
      {"{}[1:2]", "error[template-type]"},       {"1[1:2]", "error[template-type]"},
      {"none[1:]", "error[template-type]"},      {"[1][::0]", "error[template-type]"},
      {"[1]['a':]", "error[template-type]"},     {"[1][1.0:]", "error[template-type]"},
      {"[1][missing:]", "error[template-type]"}, {"{'a': 1}.keys()[1:]", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(SubscriptTest, SlicesWithAStepOfOneShareTheirItems) {
  TestExpression test;
  const Value list = test.Evaluate("[1, 2, 3, 4]");
  const Value part = GetSlice(test.cx(), list, Value::Int(1), Value::None(), Value::None());
  EXPECT_EQ(part.items().data(), list.items().data() + 1);
}

TEST(SubscriptTest, MethodsThatChangeTheirOperandSayWhatToDoInstead) {
  EXPECT_EQ(Give("[1].append(2)"),
            "error[undefined-variable]: `list.append` is not allowed: values are immutable, use "
            "`namespace` or `+`");
  EXPECT_EQ(Give("{}.update({})"),
            "error[undefined-variable]: `dict.update` is not allowed: values are immutable, use "
            "`dict(map, key=value)`; a field of that name is read as an item");
  EXPECT_EQ(Give("[1].pop"), "Undefined");
}

TEST(SubscriptTest, KeysFromDataAreNotNamed) {
  EXPECT_EQ(Give("{}['naem'].x"),
            "error[undefined-variable]: a map with 0 fields has no field `naem`");
  EXPECT_EQ(Give("{}[data('secret')].x"),
            "error[undefined-variable]: a map with 0 fields has no field under a string of 6 "
            "characters");
  EXPECT_EQ(Give("[1][7].x"),
            "error[undefined-variable]: a value of type list has no item under an integer");
  EXPECT_EQ(Give("missing.x"), "error[undefined-variable]: `missing` is undefined");
}

}  // namespace
}  // namespace galley
