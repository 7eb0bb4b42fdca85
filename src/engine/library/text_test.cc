#include "engine/library/library_testing.h"

namespace galley {
namespace {

TEST(TextTest, ValuesPrintAsInPython) {
  constexpr Row kRows[] = {
      {"1|string", "'1'"},
      {"1.0|string", "'1.0'"},
      {"1e21|string", "'1e+21'"},
      {"none|string", "'None'"},
      {"true|string", "'True'"},
      {"[1, 'a', none]|string", "\"[1, 'a', None]\""},
      {"{'a': [1]}|string", "\"{'a': [1]}\""},
      {"(1,)|string", "'(1,)'"},
      {"range(3)|string", "'range(0, 3)'"},
      {"missing|string", "''"},
      {"[missing]|string", "'[Undefined]'"},
      {"markup('<')|string", "Markup('<')"},
      {"'a'|string", "'a'"},
      {"{'a': 1}.keys()|string", "\"dict_keys(['a'])\""},
  };
  ExpectRows(kRows);
}

TEST(TextTest, DebugUndefinedPrintsHowItCameToBe) {
  constexpr Row kRows[] = {
      {"missing|string", "'{{ missing }}'"},
      {"{}.a|string", "\"{{ no such element: dict object['a'] }}\""},
      {"{'a': 1}['b']|string", "\"{{ no such element: dict object['b'] }}\""},
      {"[1][5]|string", "'{{ no such element: list object[5] }}'"},
      {"none['x']|string", "\"{{ no such element: None['x'] }}\""},
      {"[]|first|string", "'{{ undefined value printed: No first item, sequence was empty. }}'"},
      {"[]|max|string", "'{{ undefined value printed: No aggregated item, sequence was empty. }}'"},
      {"'abc'.nope|string", "\"{{ no such element: str object['nope'] }}\""},
      {"1 .x|string", "\"{{ no such element: int object['x'] }}\""},
      {"[missing]|string", "'[Undefined]'"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kDebug));
}

TEST(TextTest, StrictUndefinedDoesNotPrint) {
  constexpr Row kRows[] = {
      {"missing|string", "error[undefined-variable]"},
      {"{}.a|string", "error[undefined-variable]"},
      {"[missing]|string", "'[Undefined]'"},
      {"[]|first|string", "error[undefined-variable]"},
      {"[]|last|string", "error[undefined-variable]"},
      {"[]|max|string", "error[undefined-variable]"},
      {"[]|random|string", "error[undefined-variable]"},
  };
  ExpectRows(kRows, PolicyOf(UndefinedPolicy::kStrict));
}

TEST(TextTest, ObjectsPrintWhatTheyAre) {
  EXPECT_EQ(Give("namespace(a=1, b='x')|string"), "\"<Namespace {'a': 1, 'b': 'x'}>\"");
  EXPECT_EQ(Give("[namespace(a=[1]), 2]|string"), "\"[<Namespace {'a': [1]}>, 2]\"");
  EXPECT_EQ(Give("[1]|map('abs')|string"), "'<generator object do_map>'");
  EXPECT_EQ(Give("range|string"), "'<function range>'");
}

TEST(TextTest, ANamespacePrintsWhatItHoldsNow) {
  TestExpression test;
  const Value value = test.Evaluate("namespace(a=1)");
  const auto& object = static_cast<const Namespace&>(*value.function());
  for (std::string_view name : {"b", "c", "d", "e", "f"}) {
    SetAttribute(test.cx(), object, Value::String(name), Value::Int(2));
  }
  EXPECT_EQ(test.Show(value), "<Namespace {'a': 1, 'b': 2, 'c': 2, 'd': 2, 'e': 2, 'f': 2}>");
}

TEST(TextTest, ANamespaceThatHoldsItselfMeetsALimit) {
  TestExpression test;
  const Value value = test.Evaluate("namespace()");
  SetAttribute(test.cx(), static_cast<const Namespace&>(*value.function()), Value::String("self"),
               value);
  ToText(test.cx(), value);
  EXPECT_NE(test.cx().heap().exhausted(), Exhausted::kNo);
}

TEST(TextTest, DebugUndefinedNamesTheObjectItWasLookedUpIn) {
  const RenderPolicy debug = PolicyOf(UndefinedPolicy::kDebug);
  EXPECT_EQ(Give("namespace().a|string", debug),
            "\"{{ no such element: jinja2.utils.Namespace object['a'] }}\"");
  EXPECT_EQ(Give("cycler(1).a|string", debug),
            "\"{{ no such element: jinja2.utils.Cycler object['a'] }}\"");
}

TEST(TextTest, AChainableUndefinedKnowsItsName) {
  const RenderPolicy chainable = PolicyOf(UndefinedPolicy::kChainable);
  EXPECT_EQ(Give("missing.a.b._undefined_name", chainable), "'missing'");
  EXPECT_EQ(Give("{}.a.b._undefined_name", chainable), "'a'");
}

}  // namespace
}  // namespace galley
