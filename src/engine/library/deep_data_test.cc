// Data nested very deeply, and builtins that call builtins, on a small stack: each
// gives a result or meets a limit.

#include "base/stack_testing.h"
#include "engine/library/library_testing.h"

namespace galley {
namespace {

constexpr int kDepth = 20'000;

Value NestedList(Heap* heap) {
  Value value = Value::Int(1);
  for (int i = 0; i < kDepth; ++i) value = heap->NewList({&value, 1});
  return value;
}

Value NestedTuple(Heap* heap) {
  Value value = Value::Int(1);
  for (int i = 0; i < kDepth; ++i) value = heap->NewTuple({&value, 1});
  return value;
}

Value NestedMap(Heap* heap) {
  Value value = Value::Int(1);
  for (int i = 0; i < kDepth; ++i) {
    MapEntry* entries = heap->NewEntries(1);
    entries[0] = {Value::String("k"), value};
    value = heap->NewMap(entries, 1);
  }
  return value;
}

std::string Answer(std::string_view expression) {
  TestExpression test;
  Heap& heap = test.cx().heap();
  test.Set("list", NestedList(&heap));
  test.Set("same", NestedList(&heap));
  test.Set("tuple", NestedTuple(&heap));
  test.Set("twin", NestedTuple(&heap));
  test.Set("map", NestedMap(&heap));
  return test.Show(test.Evaluate(expression));
}

std::string GiveOnSmallStack(std::string_view expression) {
  std::string answer;
  RunOnSmallStack([&] { answer = Answer(expression); });
  return answer;
}

TEST(DeepDataTest, IsPrinted) {
  EXPECT_EQ(GiveOnSmallStack("list|string|length"), std::to_string(2 * kDepth + 1));
  EXPECT_EQ(GiveOnSmallStack("list|tojson|length"), std::to_string(2 * kDepth + 1));
  EXPECT_EQ(GiveOnSmallStack("map|tojson|length"), std::to_string(7 * kDepth + 1));
  EXPECT_EQ(GiveOnSmallStack("tuple|string|length"), std::to_string(3 * kDepth + 1));
  EXPECT_EQ(GiveOnSmallStack("map|pprint|length"), std::to_string(7 * kDepth + 1));
}

TEST(DeepDataTest, MeetsALimitWhereItsIndentationIsTooLarge) {
  EXPECT_EQ(GiveOnSmallStack("list|tojson(2)|length"), "exhausted");
  EXPECT_EQ(GiveOnSmallStack("list|tojson(1000)|length"), "exhausted");
}

TEST(DeepDataTest, IsComparedSortedAndGrouped) {
  EXPECT_EQ(GiveOnSmallStack("list == same"), "True");
  EXPECT_EQ(GiveOnSmallStack("list in [1, same]"), "True");
  EXPECT_EQ(GiveOnSmallStack("[list, same]|sort|length"), "2");
  EXPECT_EQ(GiveOnSmallStack("[tuple, twin]|unique|list|length"), "1");
  EXPECT_EQ(GiveOnSmallStack("[[tuple], [twin]]|groupby(0)|length"), "1");
  EXPECT_EQ(GiveOnSmallStack("tuple in {twin: 1}"), "True");
}

TEST(DeepDataTest, BuiltinsThatCallBuiltinsFitTheStack) {
  std::string expression = "list|map(";
  for (int i = 0; i < 200; ++i) expression += "'map', ";
  EXPECT_EQ(GiveOnSmallStack(expression + "'abs')|length"),
            "error[template-type]: a function has no length");
}

}  // namespace
}  // namespace galley
