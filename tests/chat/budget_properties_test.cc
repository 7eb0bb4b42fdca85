// What holds for every budget: none is exceeded, more tokens never take a message away
// where priority alone decides, and slots of one priority are filled as declared.
#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/chat/chat_testing.h"

namespace galley::chat {
namespace {

using Random = std::mt19937;

size_t Below(Random* random, size_t bound) { return (*random)() % bound; }
bool OneIn(Random* random, size_t count) { return Below(random, count) == 0; }

std::string BudgetField(Random* random) {
  return R"("budget": {"maxTokens": )" + std::to_string(1 + Below(random, 30)) + "}, ";
}

// --- Documents of every shape

std::string Text(Random* random) {
  static const std::vector<std::string> kTexts = {
      "a",
      "{{item}}",
      "{{x}} and {{item}}",
      "four words of text",
      "{{gone}}",
      "{{@index}}",
      "a sentence that is long enough to be refused, {{item}}"};
  return kTexts[Below(random, kTexts.size())];
}

std::string MessageNode(Random* random, bool in_plan) {
  static const std::vector<std::string> kRoles = {"system", "user", "assistant"};
  std::string text = R"({"kind": "message", )";
  if (in_plan && OneIn(random, 4)) text += BudgetField(random);
  return text + R"("role": ")" + kRoles[Below(random, 3)] + R"(", "content": ")" + Text(random) +
         "\"}";
}

// NOLINTNEXTLINE(misc-no-recursion): three levels deep
std::string Plan(Random* random, size_t depth) {
  std::string text = "[";
  for (size_t count = 1 + Below(random, 3); count > 0; --count) {
    if (depth < 3 && OneIn(random, 2)) {
      text += R"({"kind": "forEach", "source": {"source": ")";
      text += OneIn(random, 2) ? "xs" : "ys";
      text += R"("}, )";
      if (OneIn(random, 2)) text += BudgetField(random);
      if (OneIn(random, 3)) text += R"("stopWhenOutOfBudget": false, )";
      if (OneIn(random, 3)) text += R"("fillDir": "prepend", )";
      if (OneIn(random, 3)) text += R"("interleave": {"kind": "separator", "text": "--"}, )";
      text += R"("map": )" + Plan(random, depth + 1) + "}";
    } else {
      text += MessageNode(random, true);
    }
    text += count > 1 ? ", " : "]";
  }
  return text;
}

std::string AnyDocument(Random* random) {
  std::string layout;
  std::string slots;
  for (size_t i = 0; i < 1 + Below(random, 4); ++i) {
    const std::string name = "s" + std::to_string(i);
    layout += (i > 0 ? ", " : "") + MessageNode(random, false) +
              R"(, {"kind": "anchor", "key": "k"})" + R"(, {"kind": "slot", "name": ")" + name +
              R"(", "header": {"role": "user", "content": "head {{x}}"}})";
    slots += (i > 0 ? ", \"" : "\"") + name + R"(": {)" +
             (OneIn(random, 2) ? BudgetField(random) : "") + R"("priority": )" +
             std::to_string(Below(random, 3)) + R"(, "plan": )" + Plan(random, 0) + "}";
  }
  return R"({"id": "t", "name": "T", "task": "t", "version": 1, "layout": [)" + layout +
         R"(], "slots": {)" + slots +
         R"(}, "attachments": [{"id": "l", "reserveTokens": 3}, {"id": "m", "order": -1,
         "budget": {"maxTokens": 4}}]})";
}

constexpr uint64_t kBudgets[] = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};

constexpr std::string_view kContext = R"({
  "x": "context", "xs": ["one", "two two", "three three three", "four"],
  "ys": [1, 22, 333, 4444, 55555]})";
constexpr std::string_view kInjections = R"([
  {"lane": "l", "template": "into {{x}}", "target": {"kind": "at", "key": "k"}},
  {"lane": "m", "template": "a longer text for {{x}}", "target": {"kind": "boundary", "position": "top"}},
  {"lane": "m", "template": "m", "target": [{"kind": "offset", "key": "no", "delta": 1},
                                            {"kind": "boundary", "position": "bottom"}]}])";

TEST(BudgetPropertiesTest, IsNeverExceeded) {
  Heap heap{Limits()};
  const Value context = ReadForTest(kContext, &heap);
  Random random(8);
  for (int round = 0; round < 200; ++round) {
    TestRender render(AnyDocument(&random));
    render.Inject(kInjections);
    render.request().explain = true;
    for (const uint64_t most : kBudgets) {
      const Conversation& conversation = render.Render(context, most);
      uint64_t recorded = 0;
      for (const LedgerRecord& record : conversation.ledger) recorded += record.tokens.value_or(0);
      ASSERT_LE(conversation.tokens, most) << "round " << round;
      ASSERT_EQ(conversation.tokens, recorded) << "round " << round;
    }
  }
}

// --- Messages of one length

// Slots of one-token messages that name themselves, in random priorities.
std::string EqualDocument(Random* random, size_t slots, bool one_priority) {
  std::string layout;
  std::string text;
  for (size_t i = 0; i < slots; ++i) {
    const std::string number = std::to_string(i);
    const std::string priority = std::to_string(one_priority ? 7 : Below(random, 4));
    layout += (i > 0 ? ", " : "") + (R"({"kind": "slot", "name": "s)" + number + "\"}");
    text += (i > 0 ? ", \"s" : "\"s") + number + R"(": {"priority": )" + priority +
            R"(, "plan": [)" + R"({"kind": "message", "role": "user", "content": "m)" + number +
            R"("},)" + R"({"kind": "forEach", "source": {"source": "xs"}, "map": [)" +
            R"({"kind": "message", "role": "user", "content": ")" + number + R"(.{{item}}"}]}]})";
  }
  return R"({"id": "t", "name": "T", "task": "t", "version": 1, "layout": [)" + layout +
         R"(], "slots": {)" + text + "}}";
}

std::vector<std::string> Contents(const Conversation& conversation) {
  std::vector<std::string> contents;
  for (const Message& message : conversation.messages) contents.emplace_back(message.content);
  return contents;
}

TEST(BudgetPropertiesTest, MoreTokensTakeNothingAwayWherePriorityDecides) {
  Heap heap{Limits()};
  const Value context = ReadForTest(R"({"xs": ["a", "b", "c"]})", &heap);
  Random random(9);
  for (int round = 0; round < 50; ++round) {
    TestRender render(EqualDocument(&random, 1 + Below(&random, 6), false));
    render.request().squash = false;
    std::set<std::string> before;
    for (uint64_t most = 0; most <= 26; ++most) {
      const std::vector<std::string> contents = Contents(render.Render(context, most));
      const std::set<std::string> now(contents.begin(), contents.end());
      ASSERT_EQ(now.size(), contents.size());
      ASSERT_LE(now.size(), most);
      ASSERT_TRUE(std::includes(now.begin(), now.end(), before.begin(), before.end()))
          << "round " << round << ", " << most << " tokens";
      before = now;
    }
    EXPECT_EQ(before.size(), 4 * render.artifact().slots.size());
  }
}

TEST(BudgetPropertiesTest, EqualPrioritiesKeepTheOrderOfTheDocument) {
  Heap heap{Limits()};
  const Value context = ReadForTest(R"({"xs": ["a", "b"]})", &heap);
  Random random(10);
  TestRender render(EqualDocument(&random, 40, true));
  render.request().squash = false;
  const std::vector<std::string> all = Contents(render.Render(context));
  ASSERT_EQ(all.size(), 120u);
  for (uint64_t most = 0; most <= all.size(); ++most) {
    const std::vector<std::string> some = Contents(render.Render(context, most));
    ASSERT_TRUE(std::equal(some.begin(), some.end(), all.begin())) << most;
    ASSERT_EQ(some.size(), most);
  }
}

}  // namespace
}  // namespace galley::chat
