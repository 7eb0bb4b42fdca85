#include "engine/library/builtin.h"

#include <gtest/gtest.h>

#include "engine/library/library_testing.h"

namespace galley {
namespace {

// Gives its arguments back as a list.
Value Echo(CallContext& cx, std::span<const Value> args) { return cx.heap().NewList(args); }

constexpr Parameter kTwo[] = {{"first", {}, true}, {"second", Value::Int(2)}};

struct Argument {
  std::string_view name;
  Value value;
};

std::string Bind(const Builtin& builtin, const std::vector<Argument>& arguments,
                 const Value* operand = nullptr) {
  TestExpression test;
  std::vector<Value> values;
  std::vector<std::string_view> names;
  for (const Argument& argument : arguments) {
    values.push_back(argument.value);
    names.push_back(argument.name);
  }
  return test.Show(CallBuiltin(test.cx(), builtin, operand, values, names));
}

const Value kA = Value::String("a");
const Value kB = Value::String("b");
const Value kC = Value::String("c");

TEST(BindArgumentsTest, FillsParametersByPositionNameAndFallback) {
  const Builtin echo = {"echo", Echo, kTwo};
  EXPECT_EQ(Bind(echo, {{"", kA}}), "['a', 2]");
  EXPECT_EQ(Bind(echo, {{"", kA}, {"", kB}}), "['a', 'b']");
  EXPECT_EQ(Bind(echo, {{"", kA}, {"second", kB}}), "['a', 'b']");
  EXPECT_EQ(Bind(echo, {{"second", kB}, {"first", kA}}), "['a', 'b']");
}

TEST(BindArgumentsTest, PutsTheOperandFirst) {
  const Builtin echo = {"echo", Echo, kTwo};
  EXPECT_EQ(Bind(echo, {{"", kA}}, &kC), "['c', 'a', 2]");
}

TEST(BindArgumentsTest, ExtrasFollowTheParameters) {
  const Builtin both = {"echo", Echo, kTwo, true, true};
  EXPECT_EQ(Bind(both, {{"", kA}}), "['a', 2, {}]");
  EXPECT_EQ(Bind(both, {{"", kA}, {"", kB}, {"", kC}, {"x", kC}}), "['a', 'b', 'c', {'x': 'c'}]");
  const Builtin positional = {"echo", Echo, {}, true};
  EXPECT_EQ(Bind(positional, {}), "[]");
  EXPECT_EQ(Bind(positional, {{"", kA}, {"", kB}}), "['a', 'b']");
}

TEST(BindArgumentsTest, RefusesWhatDoesNotFit) {
  const Builtin echo = {"echo", Echo, kTwo};
  EXPECT_EQ(Bind(echo, {}), "error[template-type]: `echo` lacks its argument `first`");
  EXPECT_EQ(Bind(echo, {{"", kA}, {"", kB}, {"", kC}}),
            "error[template-type]: `echo` takes at most 2 arguments, not 3");
  EXPECT_EQ(Bind(echo, {{"", kA}, {"first", kB}}),
            "error[template-type]: `echo` gets its argument `first` twice");
  EXPECT_EQ(Bind(echo, {{"first", kA}, {"first", kB}}),
            "error[template-type]: `echo` gets its argument `first` twice");
  EXPECT_EQ(Bind(echo, {{"", kA}, {"third", kB}}),
            "error[template-type]: `echo` has no argument `third`");
  const Builtin keywords = {"echo", Echo, {}, false, true};
  EXPECT_EQ(Bind(keywords, {{"x", kA}, {"x", kB}}),
            "error[template-type]: `echo` gets a keyword argument twice");
}

TEST(CallContextTest, TheFirstFailureSticks) {
  TestExpression test;
  CallContext& cx = test.cx();
  EXPECT_FALSE(cx.stopped());
  cx.FailType("first");
  cx.Fail(Code::kUnknownFilter, "second");
  EXPECT_TRUE(cx.stopped());
  EXPECT_EQ(cx.message(), "first");
  EXPECT_EQ(cx.code(), Code::kTemplateType);
}

TEST(CallContextTest, AFailureCanBePutOff) {
  TestExpression test;
  CallContext& cx = test.cx();
  EXPECT_EQ(cx.PutOffFailure(), nullptr);
  cx.Fail(Code::kUnknownTest, "message", "hint");
  const Failure* failure = cx.PutOffFailure();
  ASSERT_NE(failure, nullptr);
  EXPECT_FALSE(cx.failed());
  cx.Fail(*failure);
  EXPECT_TRUE(cx.failed());
  EXPECT_EQ(cx.code(), Code::kUnknownTest);
  EXPECT_EQ(cx.message(), "message");
  EXPECT_EQ(cx.hint(), "hint");
}

TEST(DescribeValueTest, NamesTypesAndLengthsOnly) {
  TestExpression test;
  const auto describe = [&](std::string_view text) { return DescribeValue(test.Evaluate(text)); };
  EXPECT_EQ(describe("missing"), "an undefined value");
  EXPECT_EQ(describe("none"), "`none`");
  EXPECT_EQ(describe("true"), "a boolean");
  EXPECT_EQ(describe("12345"), "an integer");
  EXPECT_EQ(describe("1.5"), "a float");
  EXPECT_EQ(describe("'né'"), "a string of 2 characters");
  EXPECT_EQ(describe("'x'"), "a string of 1 character");
  EXPECT_EQ(describe("[1, 2]"), "a list of 2 items");
  EXPECT_EQ(describe("(1,)"), "a tuple of 1 item");
  EXPECT_EQ(describe("{}"), "a map of 0 items");
  EXPECT_EQ(describe("range"), "a function");
}

}  // namespace
}  // namespace galley
