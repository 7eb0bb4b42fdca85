// M1 to M3: where marks stand, why, and which are left out.
#include "emit/cache_marks.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

using chat::Volatility;
using history::Message;
using history::Part;
using history::Role;

constexpr auto kConstant = Volatility::kConstant;
constexpr auto kSession = Volatility::kSession;
constexpr auto kTurn = Volatility::kTurn;
constexpr auto kRequest = Volatility::kRequest;

// A conversation, each message of which takes 1,000 tokens.
class MarksTest : public ::testing::Test {
 protected:
  void Add(Role role, Volatility running, std::string_view text = "text") {
    Message message;
    message.role = role;
    message.content = text;
    messages_.push_back(message);
    plan_.classes.push_back(running);
    plan_.tokens.push_back(1'000);
  }

  void AddTool() {
    Tool tool;
    tool.name = "look";
    tools_.push_back(tool);
    plan_.tool_tokens += 1'000;
  }

  // `MESSAGE:REASON+REASON`, with `@TTL` where there is one; the tools are `t`.
  std::string Place(Provider provider = Provider::kAnthropic, std::string_view model = {}) {
    Outgoing outgoing;
    outgoing.messages = messages_;
    outgoing.tools = tools_;
    outgoing.model = model;
    Heap heap{Limits()};
    std::string all;
    for (const CacheMark& mark : PlaceMarks(outgoing, provider, plan_, rules_, &heap)) {
      if (!all.empty()) all += ' ';
      all += mark.message == UINT32_MAX ? "t" : std::to_string(mark.message);
      char joint = ':';
      for (const std::string_view reason : ReasonsOf(mark)) {
        all += joint + std::string(reason);
        joint = '+';
      }
      if (!mark.ttl.empty()) all += '@' + mark.ttl;
    }
    return all;
  }

  std::vector<Message> messages_;
  std::vector<Tool> tools_;
  MarkPlan plan_;
  MarkRules rules_{1'024, 20};
};

// M1: the system's, what stays for a session, what stays for a turn.
TEST_F(MarksTest, StandAtClassSteps) {
  Add(Role::kSystem, kConstant);
  Add(Role::kSystem, kSession);
  Add(Role::kUser, kSession);
  Add(Role::kUser, kTurn);
  Add(Role::kAssistant, kTurn);
  Add(Role::kUser, kRequest);
  EXPECT_EQ(Place(), "1:system 2:session 4:turn");
}

// M1: equal places are one mark.
TEST_F(MarksTest, EqualPlacesAreOne) {
  Add(Role::kSystem, kSession);
  Add(Role::kSystem, kSession);
  Add(Role::kUser, kRequest);
  EXPECT_EQ(Place(), "1:system+session+turn");
}

// M1: without a message of the system's the last tool; only Anthropic marks tools.
TEST_F(MarksTest, ToolsWithoutSystem) {
  AddTool();
  AddTool();
  Add(Role::kUser, kTurn);
  EXPECT_EQ(Place(), "t:tools 0:turn");
  EXPECT_EQ(Place(Provider::kOpenAi), "0:turn");
}

// M1: the tokens up to a mark, tools included, reach the minimum or it is not set.
TEST_F(MarksTest, NoneBelowTheMinimum) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kTurn);
  EXPECT_EQ(Place(), "1:turn");
  AddTool();
  EXPECT_EQ(Place(), "0:system+session 1:turn");
  rules_.minimum = 10'000;
  EXPECT_EQ(Place(), "");
}

// M1: where everything is another with each request, the last message.
TEST_F(MarksTest, LastMessageWhereNothingStays) {
  Add(Role::kSystem, kRequest);
  Add(Role::kUser, kRequest);
  EXPECT_EQ(Place(), "1:turn");
  rules_.minimum = 0;
  EXPECT_EQ(Place(), "0:system 1:turn");
}

// M1: where the outputs that were shrunk end.
TEST_F(MarksTest, BoundaryOfElision) {
  Add(Role::kSystem, kConstant);
  for (int i = 0; i < 4; ++i) Add(Role::kUser, kTurn);
  plan_.newest_elided = 2;
  EXPECT_EQ(Place(), "2:elision 4:turn");
}

// M2: one more on the message with the 20th block before the last mark's.
TEST_F(MarksTest, OneMoreWhereBlocksAreMany) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kSession);
  for (int i = 0; i < 22; ++i) Add(Role::kUser, kTurn);
  rules_.minimum = 0;
  EXPECT_EQ(Place(), "0:system 1:session 3:blocks 23:turn");
  // 20 blocks between them are looked at.
  messages_.pop_back();
  plan_.classes.pop_back();
  plan_.tokens.pop_back();
  EXPECT_EQ(Place(), "0:system 1:session 22:turn");
}

// M3: not where four are set already.
TEST_F(MarksTest, NoFifthForBlocks) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kSession);
  for (int i = 0; i < 40; ++i) Add(Role::kUser, kTurn);
  plan_.newest_elided = 3;
  rules_.minimum = 0;
  EXPECT_EQ(Place(), "0:system 1:session 3:elision 41:turn");
}

// M3: marks by hand come first, then the turn's, the system's, the session's, the elision's.
TEST_F(MarksTest, OrderOfPreference) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kSession);
  for (int i = 0; i < 5; ++i) Add(Role::kUser, kTurn);
  plan_.newest_elided = 3;
  rules_ = {0, 0};
  messages_[2].cache = true;
  EXPECT_EQ(Place(), "0:system 1:session 2:hand 6:turn");
  messages_[4].cache = true;
  EXPECT_EQ(Place(), "0:system 2:hand 4:hand 6:turn");
  messages_[5].cache = true;
  EXPECT_EQ(Place(), "2:hand 4:hand 5:hand 6:turn");
  messages_[1].cache = true;
  EXPECT_EQ(Place(), "1:hand+session 2:hand 4:hand 5:hand");
}

// M3: the ttl is that of the system and the session alone, and stands before short ones.
TEST_F(MarksTest, TtlOfWhatStaysLongest) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kSession);
  Add(Role::kUser, kTurn);
  rules_.minimum = 0;
  plan_.ttl = "1h";
  EXPECT_EQ(Place(), "0:system@1h 1:session@1h 2:turn");
  messages_[0].cache = true;
  EXPECT_EQ(Place(), "0:hand+system 1:session 2:turn");
  // OpenAI has other times, in any order.
  EXPECT_EQ(Place(Provider::kOpenAi), "0:hand+system 1:session 2:turn");
  plan_.ttl = "12h";
  EXPECT_EQ(Place(), "0:hand+system 1:session 2:turn");
  EXPECT_EQ(Place(Provider::kOpenAi), "0:hand+system 1:session@12h 2:turn");
}

// M20: OpenAI marks what goes in, from 5.6 on; others cache by themselves.
TEST_F(MarksTest, ByProviderAndModel) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kTurn);
  Add(Role::kAssistant, kTurn);
  Add(Role::kUser, kRequest);
  EXPECT_EQ(Place(), "2:turn");
  EXPECT_EQ(Place(Provider::kOpenAi, "gpt-5.6"), "1:turn");
  EXPECT_EQ(Place(Provider::kResponses), "1:turn");
  EXPECT_EQ(Place(Provider::kOpenAi, "gpt-5.5"), "");
  EXPECT_EQ(Place(Provider::kGemini), "");
  EXPECT_EQ(Place(Provider::kMessages), "");
}

// M4: what Anthropic has at the head counts there.
TEST_F(MarksTest, MovedMessagesOfTheSystem) {
  Add(Role::kSystem, kConstant);
  Add(Role::kUser, kTurn);
  Add(Role::kAssistant, kTurn);
  Add(Role::kSystem, kTurn);
  Add(Role::kAssistant, kTurn);
  Add(Role::kUser, kTurn);
  rules_.minimum = 0;
  EXPECT_EQ(Place(Provider::kAnthropic, "claude-opus-4-5"), "0:session 3:system 5:turn");
}

}  // namespace
}  // namespace galley
