#include <string>

#include <gtest/gtest.h>

#include "engine/library/builtin.h"

namespace galley {
namespace {

class ChatTemplateGlobalsTest : public testing::Test {
 protected:
  Value Call(std::string_view name, const Value& argument) {
    return CallBuiltin(cx_, *FindChatTemplateGlobal(name), nullptr, {&argument, 1}, {});
  }

  Heap heap_{Limits()};
  RenderPolicy policy_;
  CallContext cx_{&heap_, &policy_};
};

TEST_F(ChatTemplateGlobalsTest, StrftimeNowShowsTheTimeThatWasPassed) {
  policy_.now = "2026-11-15T09:30:00";
  EXPECT_EQ(Call("strftime_now", Value::String("%B %d, %Y")).as_string(), "November 15, 2026");
}

TEST_F(ChatTemplateGlobalsTest, StrftimeNowFailsWithoutATime) {
  Call("strftime_now", Value::String("%Y"));
  EXPECT_EQ(cx_.code(), Code::kTemplateType);
  EXPECT_EQ(cx_.message(), "`strftime_now` was called, but no time was given");
  EXPECT_NE(cx_.hint(), "");
}

TEST_F(ChatTemplateGlobalsTest, StrftimeNowFailsForWhatIsNoTime) {
  policy_.now = "yesterday";
  Call("strftime_now", Value::String("%Y"));
  EXPECT_EQ(cx_.code(), Code::kTemplateType);
}

TEST_F(ChatTemplateGlobalsTest, StrftimeNowRefusesAWidthOverTheLimit) {
  policy_.now = "2026-11-15";
  Call("strftime_now", Value::String("%2147483647Y"));
  EXPECT_EQ(heap_.exhausted(), Exhausted::kString);
}

TEST_F(ChatTemplateGlobalsTest, RaiseExceptionShowsAMessageOfTheTemplate) {
  Call("raise_exception", Value::String("roles must alternate", kWritten));
  EXPECT_EQ(cx_.code(), Code::kTemplateRaised);
  EXPECT_EQ(cx_.message(), "roles must alternate");
}

TEST_F(ChatTemplateGlobalsTest, RaiseExceptionDoesNotShowData) {
  Call("raise_exception", Value::String("secret"));
  EXPECT_EQ(cx_.code(), Code::kTemplateRaised);
  EXPECT_EQ(cx_.message(), "`raise_exception` was called with a message of 6 characters");
}

TEST_F(ChatTemplateGlobalsTest, RaiseExceptionTakesTheTextOfDataForData) {
  const Value secret = Value::String("secret");
  Call("raise_exception", Value::List({&secret, 1}));
  EXPECT_EQ(cx_.message(), "`raise_exception` was called with a message of 10 characters");
}

}  // namespace
}  // namespace galley
