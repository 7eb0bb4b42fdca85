#include "engine/library/arguments.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

class ArgumentsTest : public testing::Test {
 protected:
  Heap heap_{Limits()};
  RenderPolicy policy_;
  CallContext cx_{&heap_, &policy_};
};

TEST_F(ArgumentsTest, ReadsIntegersAndBooleans) {
  int64_t number = 0;
  EXPECT_TRUE(ReadInteger(cx_, {"f", "n"}, Value::Int(-5), &number));
  EXPECT_EQ(number, -5);
  EXPECT_TRUE(ReadInteger(cx_, {"f", "n"}, Value::Bool(true), &number));
  EXPECT_EQ(number, 1);
  EXPECT_FALSE(ReadInteger(cx_, {"f", "n"}, Value::Double(1), &number));
  EXPECT_EQ(cx_.message(), "`n` of `f` must be an integer, not a float");
}

TEST_F(ArgumentsTest, ReadsStrings) {
  std::string_view text;
  EXPECT_TRUE(ReadString(cx_, {"f", "s"}, Value::String("x"), &text));
  EXPECT_EQ(text, "x");
  EXPECT_FALSE(ReadString(cx_, {"f", "s"}, Value::None(), &text));
  EXPECT_EQ(cx_.code(), Code::kTemplateType);
}

TEST_F(ArgumentsTest, MessagesDoNotShowTheValue) {
  FailArgument(cx_, {"center", "width"}, "an integer", Value::String("secret"));
  EXPECT_EQ(cx_.message(), "`width` of `center` must be an integer, not a string of 6 characters");
}

}  // namespace
}  // namespace galley
