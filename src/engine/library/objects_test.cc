#include "engine/library/objects.h"

#include <gtest/gtest.h>

#include "engine/library/library_testing.h"

namespace galley {
namespace {

class NamespaceTest : public testing::Test {
 protected:
  const Namespace& Make(std::string_view expression) {
    return static_cast<const Namespace&>(*test_.Evaluate(expression).function());
  }
  void Set(const Namespace& object, std::string_view name, int64_t value) {
    SetAttribute(test_.cx(), object, test_.cx().heap().NewString(name), Value::Int(value));
  }
  // -1 where there is none.
  int64_t Get(const Namespace& object, std::string_view name) {
    const Value* found = FindAttribute(object, name);
    return found ? found->as_int() : -1;
  }

  TestExpression test_;
};

TEST_F(NamespaceTest, AttributesAreAssignedAndReplaced) {
  const Namespace& object = Make("namespace(a=1)");
  EXPECT_EQ(Get(object, "a"), 1);
  EXPECT_EQ(Get(object, "b"), -1);
  Set(object, "b", 2);
  Set(object, "a", 3);
  EXPECT_EQ(Get(object, "a"), 3);
  EXPECT_EQ(Get(object, "b"), 2);
  EXPECT_EQ(object.size, 2u);
}

TEST_F(NamespaceTest, ManyAttributesAreFoundAndKeepTheirOrder) {
  const Namespace& object = Make("namespace()");
  for (int64_t i = 0; i < 500; ++i) Set(object, "name" + std::to_string(i), i);
  for (int64_t i = 0; i < 500; ++i) {
    EXPECT_EQ(Get(object, "name" + std::to_string(i)), i);
    EXPECT_EQ(object.entries[i].value.as_int(), i);
  }
  EXPECT_EQ(Get(object, "name500"), -1);
  for (int64_t i = 0; i < 500; ++i) Set(object, "name" + std::to_string(i), -2);
  EXPECT_EQ(object.size, 500u);
  EXPECT_EQ(Get(object, "name499"), -2);
}

TEST_F(NamespaceTest, StartsFromALargeMap) {
  std::string map = "{";
  for (int i = 0; i < 50; ++i) map += "'k" + std::to_string(i) + "': " + std::to_string(i) + ", ";
  const Namespace& object = Make("namespace(" + map + "}, last=99)");
  EXPECT_EQ(object.size, 51u);
  EXPECT_EQ(Get(object, "k49"), 49);
  EXPECT_EQ(Get(object, "last"), 99);
  Set(object, "more", 7);
  EXPECT_EQ(Get(object, "more"), 7);
  EXPECT_EQ(Get(object, "k0"), 0);
}

TEST_F(NamespaceTest, DoesNotChangeTheMapItWasMadeOf) {
  const Value map = test_.Evaluate("{'a': 1}");
  const Value made = NewNamespace(test_.cx(), map);
  Set(static_cast<const Namespace&>(*made.function()), "a", 2);
  EXPECT_EQ(FindItem(map, "a")->as_int(), 1);
}

TEST(GeneratorTest, GivesItsItemsOnceAndThenItsFailure) {
  TestExpression test;
  CallContext& cx = test.cx();
  const Value items[] = {Value::Int(1), Value::Int(2)};
  const Failure failure = {Code::kTemplateType, "the end", ""};
  const Value value = NewGenerator(cx, items, "gen", &failure);
  const auto& generator = static_cast<const Generator&>(*value.function());
  Value item;
  EXPECT_TRUE(NextItem(cx, generator, &item));
  EXPECT_TRUE(NextItem(cx, generator, &item));
  EXPECT_EQ(item.as_int(), 2);
  EXPECT_FALSE(cx.failed());
  EXPECT_FALSE(NextItem(cx, generator, &item));
  EXPECT_EQ(cx.message(), "the end");
}

TEST(CallObjectTest, RefusesWhatCannotBeCalled) {
  EXPECT_EQ(Give("5()"), "error[template-type]: an integer cannot be called");
  EXPECT_EQ(Give("'a'()"), "error[template-type]: a string of 1 character cannot be called");
  EXPECT_EQ(Give("missing()"), "error[undefined-variable]: `missing` is undefined");
  EXPECT_EQ(Give("namespace()()"), "error[template-type]: `Namespace` cannot be called");
}

TEST(CallObjectTest, CallsMethodsAndFunctionsThatWereKept) {
  TestExpression test;
  const Value method = test.Evaluate("{'a': 1}.get");
  const Value key = Value::String("a");
  EXPECT_EQ(CallObject(test.cx(), method, std::span(&key, 1), {}).as_int(), 1);
  const Value function = test.Evaluate("dict");
  const std::string_view names[] = {"x"};
  EXPECT_EQ(test.Show(CallObject(test.cx(), function, std::span(&key, 1), names)), "{'x': 'a'}");
}

}  // namespace
}  // namespace galley
