// Reading histories: what fixtures cannot show, which is mostly what hostile lists cost and
// what holds for every list.
#include "history/read.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "history/message_value.h"
#include "value/record.h"
#include "value/value_testing.h"

namespace galley::history {
namespace {

class ReadTest : public ValueTest {
 protected:
  Result<MessageList> Read(std::span<const Value> items, Repair repair = Repair::kStub) {
    warnings_.clear();
    return ReadMessages(items, {.form = {}, .repair = repair}, &heap_, &warnings_);
  }
  Value Call(const Value& id, std::string_view name) {
    return NewRecord(&heap_, {{"type", S("tool_call")}, {"id", id}, {"name", S(name)}});
  }
  Value Answer(const Value& id, std::string_view name) {
    return NewRecord(&heap_, {{"type", S("tool_result")},
                              {"id", id},
                              {"name", name.empty() ? Value() : S(name)},
                              {"content", S("r")}});
  }
  Value Say(std::string_view role, const Value& content) {
    return NewRecord(&heap_, {{"role", S(role)}, {"content", content}});
  }
  std::string Json(const Value& value) {
    BufferWriter out;
    PrintJson(value, {}, &out, &meter());
    return out.ToString();
  }

  std::vector<Diagnostic> warnings_;
};

// Each call is answered by one result in the next message, but for open calls at the end,
// and each result has its call.
void ExpectPaired(std::span<const Message> messages) {
  std::vector<std::string_view> open;
  for (const Message& message : messages) {
    if (message.role == Role::kTool) {
      ASSERT_EQ(message.parts.size(), open.size());
      for (const Part& result : message.parts) {
        ASSERT_EQ(result.type, Part::Type::kToolResult);
        ASSERT_EQ(std::count(open.begin(), open.end(), result.id), 1);
      }
      open.clear();
      continue;
    }
    ASSERT_TRUE(open.empty());
    for (const Part& part : message.parts) {
      if (part.type == Part::Type::kToolCall) open.push_back(part.id);
    }
  }
}

TEST_F(ReadTest, WhatIsMendedIsPaired) {
  std::mt19937 random(7);
  const auto draw = [&](uint32_t below) { return static_cast<uint32_t>(random() % below); };
  const std::string_view names[] = {"run", "search"};
  for (int round = 0; round < 3000; ++round) {
    heap_.Reset(Limits::Ceiling());
    std::vector<Value> items;
    uint32_t next_id = 0;
    const uint32_t size = draw(12);
    for (uint32_t i = 0; i < size; ++i) {
      std::vector<Value> parts;
      const uint32_t what = draw(3);
      for (uint32_t n = draw(4); n > 0 && what != 0; --n) {
        const bool without_id = draw(4) == 0;
        const uint32_t number = what == 1 ? next_id++ : draw(next_id + 2);
        const Value id = without_id ? None() : heap_.NewString("c" + std::to_string(number));
        parts.push_back(what == 1 ? Call(id, names[draw(2)])
                                  : Answer(id, draw(3) == 0 ? "" : names[draw(2)]));
      }
      if (what == 2 && parts.empty()) continue;
      const std::string_view roles[] = {"user", "assistant", draw(2) == 0 ? "tool" : "user"};
      items.push_back(Say(roles[what], what == 0 ? S("u") : heap_.NewList(parts)));
    }
    for (const Repair repair : {Repair::kStub, Repair::kDrop}) {
      const Result<MessageList> list = Read(items, repair);
      ASSERT_TRUE(list) << list.error().code();
      ExpectPaired(list->messages);
      // What was mended needs no mending.
      const Value again = MessageValues(list->messages, &heap_);
      const Result<MessageList> second = Read(again.items(), Repair::kError);
      ASSERT_TRUE(second) << second.error().code();
      ASSERT_EQ(Json(MessageValues(second->messages, &heap_)), Json(again));
    }
  }
}

TEST_F(ReadTest, ManyCallsAndResultsWithoutIdsAreLinear) {
  constexpr size_t kMany = 20'000;
  std::vector<Value> calls;
  std::vector<Value> results;
  for (size_t i = 0; i < kMany; ++i) {
    calls.push_back(Call(Value(), "run"));
    results.push_back(Answer(Value(), i % 2 == 0 ? "run" : ""));
  }
  const Value items[] = {Say("assistant", heap_.NewList(calls)),
                         Say("tool", heap_.NewList(results))};
  const uint64_t before = heap_.meter().steps_left();
  const Result<MessageList> list = Read(items);
  ASSERT_TRUE(list);
  EXPECT_LT(before - heap_.meter().steps_left(), kMany * 40);
  ASSERT_EQ(list->messages[1].parts.size(), kMany);
  EXPECT_EQ(list->messages[1].parts[kMany - 1].id, "call_19999");
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(ReadTest, ComplaintsAreFew) {
  std::vector<Value> items;
  const Value parts[] = {Answer(S("x"), "")};
  for (int i = 0; i < 5000; ++i) {
    items.push_back(Say("user", S("u")));
    items.push_back(Say("tool", heap_.NewList(parts)));
  }
  ASSERT_TRUE(Read(items));
  EXPECT_EQ(warnings_.size(), 100u);
}

TEST_F(ReadTest, StopsAtTheLimitOfTheHeap) {
  std::vector<Value> items(1000, Say("user", S("u")));
  Limits limits;
  limits.heap = 10'000;
  Heap small(limits);
  const Result<MessageList> list = ReadMessages(items, {}, &small, &warnings_);
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code(), "limit-heap");
}

TEST_F(ReadTest, NamesTheIndexAndNoValue) {
  const Value items[] = {Say("user", S("u")), Say("secret", S("secret"))};
  const Result<MessageList> list = Read(items);
  ASSERT_FALSE(list);
  EXPECT_EQ(list.error().code(), "invalid-history");
  const std::string& message = list.error().diagnostics()[0].message;
  EXPECT_NE(message.find("messages[1]"), message.npos);
  EXPECT_EQ(message.find("secret"), message.npos);
}

}  // namespace
}  // namespace galley::history
