// Filling: what holds for every history and every budget.
#include "history/fill.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley::history {
namespace {

// A random conversation in which calls are answered, but for open ones at the end.
struct Story {
  std::vector<Message> messages;
  std::vector<uint64_t> tokens;
};

class FillTest : public testing::Test {
 protected:
  FillTest() {
    call_.type = Part::Type::kToolCall;
    result_.type = Part::Type::kToolResult;
  }
  uint32_t Draw(uint32_t below) { return static_cast<uint32_t>(random_() % below); }

  void Say(Role role, Story* story, std::span<const Part> parts = {}) {
    Message message;
    message.role = role;
    message.content = "x";
    message.parts = parts;
    message.pin = Draw(20) == 0;
    story->messages.push_back(message);
    story->tokens.push_back(Draw(12));
  }

  Story Make() {
    Story story;
    for (uint32_t turns = Draw(8); turns > 0; --turns) {
      if (Draw(8) == 0) Say(Role::kSystem, &story);
      if (Draw(8) > 0) Say(Role::kUser, &story);
      for (uint32_t steps = Draw(4); steps > 0; --steps) {
        const bool calls = Draw(2) == 0;
        Say(Role::kAssistant, &story,
            calls ? std::span<const Part>(&call_, 1) : std::span<const Part>());
        if (calls) Say(Role::kTool, &story, {&result_, 1});
      }
    }
    if (!story.messages.empty() && Draw(4) == 0) Say(Role::kAssistant, &story, {&call_, 1});
    return story;
  }

  FillRules Rules() {
    FillRules rules;
    rules.keep_first = Draw(3) == 0 ? Draw(3) : 0;
    rules.start_with_any = Draw(3) == 0;
    rules.chunk = Draw(2) == 0 ? 1 + Draw(40) : 0;
    return rules;
  }

  static std::vector<uint32_t> Kept(const Filling& filling) {
    std::vector<uint32_t> kept;
    for (const Step& step : filling.steps) {
      for (uint32_t at = step.begin; step.kept && at < step.end; ++at) kept.push_back(at);
    }
    return kept;
  }

  static Filling Fill(const Story& story, const FillRules& rules,
                      const std::function<bool(uint64_t)>& fits) {
    const auto measure = [&](uint32_t at) { return story.tokens[at]; };
    return FillHistory(story.messages, measure, rules, fits);
  }

  std::mt19937 random_{11};
  Part call_;
  Part result_;
};

TEST_F(FillTest, NeverApartAndNeverOverBudget) {
  size_t cut = 0;
  size_t evicted = 0;
  for (int round = 0; round < 20'000; ++round) {
    const Story story = Make();
    const FillRules rules = Rules();
    const uint64_t budget = Draw(120);
    const auto fits = [&](uint64_t tokens) { return tokens <= budget; };
    const Filling filling = Fill(story, rules, fits);
    if (filling.refused != kAbsent) continue;
    uint64_t taken = 0;
    const std::vector<uint32_t> kept = Kept(filling);
    for (size_t i = 0; i < kept.size(); ++i) {
      const uint32_t at = kept[i];
      taken += story.tokens[at];
      const bool calls = HasCalls(story.messages[at]);
      const bool answered = i + 1 < kept.size() && kept[i + 1] == at + 1 &&
                            story.messages[at + 1].role == Role::kTool;
      EXPECT_TRUE(!calls || answered || at + 1 == story.messages.size());
      if (story.messages[at].role == Role::kTool) {
        ASSERT_TRUE(i > 0 && kept[i - 1] == at - 1 && HasCalls(story.messages[at - 1]));
      }
    }
    EXPECT_LE(taken, budget);
    // Pins, then one unbroken stretch up to the end.
    bool stretch = false;
    for (const Turn& turn : filling.turns) {
      if (turn.pinned) {
        EXPECT_EQ(turn.fate, Turn::Fate::kKept);
        continue;
      }
      const bool shown = turn.is_shown();
      EXPECT_TRUE(shown || !stretch || &turn == &filling.turns.back());
      stretch |= shown;
      cut += turn.fate == Turn::Fate::kCut;
      evicted += turn.fate == Turn::Fate::kEvicted;
    }
    // What begins with another than the user is told of.
    for (const uint32_t at : kept) {
      if (story.messages[at].role == Role::kSystem) continue;
      const bool by_user = story.messages[at].role == Role::kUser;
      EXPECT_TRUE(by_user || rules.start_with_any || filling.assistant_first);
      break;
    }
  }
  EXPECT_GT(cut, 100u);
  EXPECT_GT(evicted, 100u);
}

// As long as the grid does not step, a longer conversation begins as the shorter one did.
TEST_F(FillTest, EvictionKeepsThePrefix) {
  size_t steps = 0;
  for (int round = 0; round < 300; ++round) {
    Story story;
    FillRules rules;
    rules.chunk = 20 + Draw(40);
    uint32_t first = 0;
    for (int turns = 0; turns < 60; ++turns) {
      Say(Role::kUser, &story);
      Say(Role::kAssistant, &story);
      for (Message& message : story.messages) message.pin = false;
      const auto fits = [&](uint64_t tokens) { return tokens <= 150; };
      const std::vector<uint32_t> kept = Kept(Fill(story, rules, fits));
      ASSERT_FALSE(kept.empty());
      ASSERT_GE(kept[0], first);
      steps += kept[0] > first;
      first = kept[0];
    }
  }
  // A sliding window would step with almost every turn: 60 turns of 11 tokens on average
  // leave 510 out.
  EXPECT_LT(steps, 300u * 30u);
}

// What lies behind the first turn that does not fit is never measured, and nothing twice; that
// changes nothing of what is kept.
TEST_F(FillTest, MeasuresWhatItAsksFor) {
  size_t unmeasured = 0;
  for (int round = 0; round < 5'000; ++round) {
    const Story story = Make();
    FillRules rules = Rules();
    const uint64_t budget = Draw(120);
    const auto fits = [&](uint64_t tokens) { return tokens <= budget; };
    std::vector<uint32_t> asked(story.messages.size(), 0);
    const auto measure = [&](uint32_t at) {
      ++asked[at];
      return story.tokens[at];
    };
    const Filling filling = FillHistory(story.messages, measure, rules, fits);
    for (const uint32_t times : asked) {
      EXPECT_LE(times, 1u);
      unmeasured += times == 0;
    }
    for (const uint32_t at : Kept(filling)) EXPECT_EQ(asked[at], 1u);
    rules.measures_all = true;
    EXPECT_EQ(Kept(filling), Kept(Fill(story, rules, fits)));
  }
  EXPECT_GT(unmeasured, 5'000u);
}

TEST_F(FillTest, LongHistoriesAreMeasuredFromTheEnd) {
  Story story;
  for (int i = 0; i < 10'000; ++i) Say(Role::kUser, &story);
  for (Message& message : story.messages) message.pin = false;
  size_t measured = 0;
  const auto measure = [&](uint32_t) { return ++measured > 0 ? 10 : 0; };
  const auto fits = [](uint64_t tokens) { return tokens <= 1'000; };
  EXPECT_EQ(Kept(FillHistory(story.messages, measure, {}, fits)).size(), 100u);
  EXPECT_EQ(measured, 101u);
}

TEST_F(FillTest, ManyTurnsAreLinear) {
  Story story;
  for (int i = 0; i < 100'000; ++i) Say(Role::kUser, &story);
  for (Message& message : story.messages) message.pin = false;
  size_t asked = 0;
  const auto fits = [&](uint64_t) { return ++asked > 0; };
  const Filling filling = Fill(story, {}, fits);
  EXPECT_EQ(Kept(filling).size(), story.messages.size());
  EXPECT_EQ(asked, story.messages.size());
}

}  // namespace
}  // namespace galley::history
