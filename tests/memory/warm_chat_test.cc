// A warm renderer asks the system for no memory, with turns, injections and budgets.
#include <string>

#include <gtest/gtest.h>

#include "tests/chat/chat_testing.h"
#include "tests/memory/allocations.h"

namespace galley::chat {
namespace {

constexpr std::string_view kTurnWriter = R"json({
  "id": "turn_writer", "name": "Turn writer", "task": "turn_generation", "version": 1,
  "layout": [
    {"kind": "message", "role": "system", "content": "You write vivid, concise third-person prose."},
    {"kind": "message", "role": "user", "content": "Respect this intent: {{currentIntent.description}}"},
    {"kind": "slot", "name": "summaries", "header": {"role": "user", "content": "Earlier events:"}},
    {"kind": "slot", "name": "turns", "header": [{"role": "user", "content": "Recent turns:"}, {"kind": "anchor", "key": "top"}]},
    {"kind": "anchor", "key": "end"},
    {"kind": "message", "role": "user", "content": "Write the next turn."},
    {"kind": "message", "role": "assistant", "content": "{", "prefix": true}],
  "slots": {
    "turns": {"priority": 0, "budget": {"maxTokens": 6000}, "plan": [
      {"kind": "forEach", "source": {"source": "turns"}, "order": "desc", "fillDir": "prepend",
       "interleave": {"kind": "separator", "text": "-- {{item.turnNo}}"}, "map": [
        {"kind": "anchor", "key": "turn {{item.turnNo}}"},
        {"kind": "if", "when": {"type": "nonEmpty", "ref": {"source": "$item", "args": {"path": "content"}}},
         "then": [{"kind": "message", "role": "user", "content": "[{{item.turnNo}}] {{item.authorName}}: {{item.content}}",
                   "skipIfEmptyInterpolation": true}]}]}]},
    "summaries": {"priority": 1, "when": {"type": "neq", "ref": {"source": "chapterSummaries"}, "value": []}, "plan": [
      {"kind": "forEach", "source": {"source": "chapterSummaries"}, "map": [
        {"kind": "message", "role": "user", "from": {"source": "$item", "args": {"path": "summary"}}}]}]}},
  "attachments": [{"id": "lore", "role": "user", "template": "Lore {{n}} for {{currentIntent.description}}", "reserveTokens": 400,
                   "payload": {"n": 0}}]})json";

std::string Context(int turns) {
  std::string text = R"({"currentIntent": {"description": "get inside"}, "chapterSummaries": [
    {"summary": "They met."}, {"summary": "They parted."}], "turns": [)";
  for (int i = 0; i < turns; ++i) {
    text += (i > 0 ? "," : "") + (R"({"turnNo": )" + std::to_string(i)) +
            R"(, "authorName": "Ida", "content": "The gate was locked, so she climbed the wall."})";
  }
  return text + "]}";
}

std::string FiftyRequests() {
  std::string text = "[";
  for (int i = 0; i < 50; ++i) {
    text += (i > 0 ? "," : "") + (R"({"lane": "lore", "priority": )" + std::to_string(i % 7)) +
            R"(, "payload": {"n": )" + std::to_string(i) +
            R"(}, "target": [{"kind": "at", "key": "turn )" + std::to_string(4 * i) +
            R"("}, {"kind": "offset", "key": "end", "delta": -1}]})";
  }
  return text + "]";
}

TEST(WarmChatTest, TwoHundredTurnsAndFiftyInjectionsAskForNothing) {
  Heap heap{Limits()};
  const Value context = ReadForTest(Context(200), &heap);
  for (const bool squash : {true, false}) {
    TestRender render(kTurnWriter);
    render.Inject(FiftyRequests());
    render.request().squash = squash;
    DefaultBudget budget(8000, EstimateTokens);
    size_t before = 0;
    for (int round = 0; round < 13; ++round) {
      if (round == 3) before = AllocationCount();
      budget.Reset(8000);
      const Conversation& conversation = render.Render(context, &budget);
      ASSERT_GT(conversation.tokens, 3000u);
    }
    EXPECT_EQ(AllocationCount() - before, 0u);
  }
}

}  // namespace
}  // namespace galley::chat
