#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(DictMethodsTest, Views) {
  constexpr Row kRows[] = {
      {"{'a': 1, 'b': 2}.keys()", "dict_keys(['a', 'b'])"},
      {"{'a': 1}.values()", "dict_values([1])"},
      {"{'a': 1}.items()", "dict_items([('a', 1)])"},
      {"{}.items()", "dict_items([])"},
      {"{'a': 1}.items()|list", "[('a', 1)]"},
      {"{'a': 1}.keys()|join", "'a'"},
      {"{'a': 1}.keys() == {'a': 2}.keys()", "True"},
      {"{'a': 1}.keys()|length", "1"},
      {"{}.keys(1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(DictMethodsTest, GetAndCopies) {
  constexpr Row kRows[] = {
      {"{'a': 1}.get('a')", "1"},
      {"{'a': 1}.get('b')", "None"},
      {"{'a': 1}.get('b', 5)", "5"},
      {"{1: 2}.get(1.0)", "2"},
      {"{}.get()", "error[template-type]"},
      {"{}.get([])", "error[template-type]"},
      {"{}.get(missing)", "None"},
      {"{'a': 1}.copy()", "{'a': 1}"},
      {"{}.fromkeys('ab')", "{'a': None, 'b': None}"},
      {"{}.fromkeys([1, 2, 1], 0)", "{1: 0, 2: 0}"},
      {"{}.fromkeys(1)", "error[template-type]"},
      {"{}.get('a', default=1)", "error[template-type]"},
  };
  ExpectRows(kRows);
}

TEST(DictMethodsTest, StrictUndefinedIsNoKey) {
  constexpr Row kRows[] = {
      {"{}.get(missing)", "error[undefined-variable]"},
      {"{}.fromkeys([missing])", "error[undefined-variable]"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(DictMethodsTest, MethodsThatChangeTheMapFail) {
  for (std::string_view name : {"clear", "pop", "popitem", "setdefault", "update"}) {
    TestExpression test;
    const Value map = test.Evaluate("{'a': 1}");
    CallBuiltin(test.cx(), *FindMethod(Kind::kMap, name), &map, {}, {});
    EXPECT_EQ(test.Show(Value()),
              "error[template-type]: a map of 1 item cannot be changed: values are immutable, use "
              "`dict(map, key=value)`")
        << name;
  }
}

TEST(DictMethodsTest, PairsAreViewsOfTheEntries) {
  TestExpression test;
  const Value map = test.Evaluate("{'a': 1, 'b': 2}");
  const Value items = CallBuiltin(test.cx(), *FindMethod(Kind::kMap, "items"), &map, {}, {});
  EXPECT_EQ(static_cast<const void*>(items.items()[1].items().data()), map.entries() + 1);
}

}  // namespace
}  // namespace galley
