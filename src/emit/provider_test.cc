// Requests: what holds for every conversation.  Shapes and losses are in tests/spec/emit.
#include "emit/provider.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emit/model_name.h"
#include "history/message_value.h"
#include "history/read.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"

namespace galley {
namespace {

using history::Form;
using history::Message;
using history::MessageList;
using history::Part;
using history::Role;
using Type = Part::Type;

Message Says(Role role, std::string_view content, bool prefix = false) {
  Message message;
  message.role = role;
  message.prefix = prefix;
  message.content = content;
  return message;
}

std::string Json(const Value& value) {
  BufferWriter out;
  Meter meter{Limits()};
  PrintJson(value, {}, &out, &meter);
  return out.ToString();
}

struct Emitted {
  std::string text;  // the request, or the code of the failure
  std::vector<std::string> warnings;
};

Emitted Emit(const std::vector<Message>& messages, Provider provider, const Value& format = Value(),
             std::string_view model = "") {
  Heap heap{Limits()};
  std::vector<Diagnostic> warnings;
  Outgoing outgoing;
  outgoing.messages = messages;
  outgoing.response_format = format;
  outgoing.model = model;
  const Result<Value> request = EmitRequest(outgoing, provider, &heap, &warnings);
  Emitted emitted;
  for (const Diagnostic& warning : warnings) emitted.warnings.emplace_back(warning.code);
  emitted.text = request ? Json(*request) : std::string(request.error().code());
  return emitted;
}

constexpr Provider kHosted[] = {Provider::kOpenAi, Provider::kResponses, Provider::kAnthropic,
                                Provider::kGemini, Provider::kMistral};

// Every text of a conversation is somewhere in the request, whatever its role and
// its place, or the request is refused.
TEST(Provider, LosesNoText) {
  const Role roles[] = {Role::kSystem, Role::kUser, Role::kAssistant};
  size_t written = 0;
  for (int code = 0; code < 81; ++code) {
    std::vector<Message> messages;
    const std::string names[] = {"one", "two", "three", "four"};
    for (int at = 0, rest = code; at < 4; ++at, rest /= 3) {
      messages.push_back(Says(roles[rest % 3], names[at]));
    }
    for (const Provider provider : kHosted) {
      const std::string text = Emit(messages, provider).text;
      if (text == "request-order") continue;
      ++written;
      for (const std::string& name : names) EXPECT_NE(text.find(name), text.npos) << text;
    }
  }
  EXPECT_GT(written, 200u);
}

// Wherever the system speaks, Anthropic gets it behind the user and before the assistant.
TEST(Provider, MovesTheSystemToWhereAnthropicTakesIt) {
  const Role roles[] = {Role::kSystem, Role::kUser, Role::kAssistant};
  for (int code = 0; code < 729; ++code) {
    std::vector<Message> messages = {Says(Role::kUser, "u")};
    for (int at = 0, rest = code; at < 6; ++at, rest /= 3) {
      messages.push_back(Says(roles[rest % 3], "m"));
    }
    messages.push_back(Says(Role::kUser, "v"));
    for (const std::string_view model : {"", "claude-opus-4-5"}) {
      const std::string text = Emit(messages, Provider::kAnthropic, Value(), model).text;
      EXPECT_EQ(text.find(R"({"role":"system","content":"m"},{"role":"user")"), text.npos) << text;
      EXPECT_EQ(text.find(R"({"role":"assistant","content":"m"},{"role":"system")"), text.npos);
      EXPECT_TRUE(model.empty() || text.find(R"("role":"system")") == text.npos) << text;
      EXPECT_NE(text, "request-order");
    }
  }
}

TEST(Provider, RefusesAPrefixThatItCannotExpress) {
  const std::vector<Message> last = {Says(Role::kUser, "a"), Says(Role::kAssistant, "{", true)};
  for (const Provider provider :
       {Provider::kOpenAi, Provider::kResponses, Provider::kGemini, Provider::kAnthropic}) {
    EXPECT_EQ(Emit(last, provider).text, "prefix-unsupported");
  }
  EXPECT_EQ(Emit(last, Provider::kMistral).warnings, std::vector<std::string>());
  EXPECT_EQ(Emit(last, Provider::kAnthropic, Value(), "claude-haiku-4-5").warnings,
            std::vector<std::string>());
  const std::vector<Message> inside = {Says(Role::kAssistant, "{", true), Says(Role::kUser, "a")};
  EXPECT_EQ(Emit(inside, Provider::kMistral).text, "prefix-unsupported");
  EXPECT_EQ(Emit(inside, Provider::kMessages).text,
            R"({"messages":[{"role":"assistant","content":"{","prefix":true},)"
            R"({"role":"user","content":"a"}]})");
}

TEST(ModelName, SaysFamilyAndVersion) {
  EXPECT_FALSE(IsSince("claude-sonnet-4-5-20250929", "claude", {4, 6}));
  EXPECT_FALSE(IsSince("claude-opus-4-20250514", "claude", {4, 6}));
  EXPECT_FALSE(IsSince("us.anthropic.claude-3-5-sonnet-20241022-v2:0", "claude", {4, 6}));
  EXPECT_TRUE(IsSince("Claude-Opus-4.8", "claude", {4, 8}));
  EXPECT_FALSE(IsSince("Claude Opus 4.5", "claude", {4, 6}));
  EXPECT_TRUE(IsSince("claude-sonnet-5", "claude", {4, 8}));
  EXPECT_FALSE(IsSince("gpt-4o-mini", "gpt", {5, 6}));
  EXPECT_FALSE(IsSince("gpt-5-2025-08-07", "gpt", {5, 6}));
  EXPECT_TRUE(IsSince("gpt-6.1-sol", "gpt", {5, 6}));
  EXPECT_FALSE(IsSince("models/gemini-2.5-pro", "gemini", {3, 0}));
  EXPECT_TRUE(IsSince("gemini-3-pro-preview", "gemini", {3, 0}));
  EXPECT_TRUE(IsSince("", "claude", {4, 6}));
  EXPECT_TRUE(IsSince("my-own-model", "claude", {4, 6}));
}

// --- Reading back what was written

// Conversations of what a form can express.
class Maker {
 public:
  Maker(Form form, Heap* heap, uint32_t seed) : form_(form), heap_(heap), random_(seed) {}

  MessageList Make() {
    std::vector<Value> items;
    if (Draw(2) == 0 && form_ != Form::kAnthropic && form_ != Form::kGemini) {
      items.push_back(Say("system", Text()));
    }
    for (uint32_t turns = 1 + Draw(3); turns > 0; --turns) {
      items.push_back(Say("user", UserContent()));
      for (uint32_t steps = Draw(3); steps > 0; --steps) AddStep(&items);
      items.push_back(Say("assistant", Text()));
    }
    items.push_back(Say("user", Text()));
    std::vector<Diagnostic> warnings;
    return *history::ReadMessages(items, {}, heap_, &warnings);
  }

 private:
  uint32_t Draw(uint32_t below) { return static_cast<uint32_t>(random_() % below); }
  Value S(std::string_view text) { return Value::String(text); }
  Value Text() {
    constexpr std::string_view kTexts[] = {"hello", "{\"k\": 1}", "naïve — 日本語", "a\nb"};
    return S(kTexts[Draw(4)]);
  }
  Value Say(std::string_view role, const Value& content) {
    return NewRecord(heap_, {{"role", S(role)}, {"content", content}});
  }
  Value TextPart() { return NewRecord(heap_, {{"type", S("text")}, {"text", Text()}}); }
  Value Image() {
    // A chat template is told no type of media.
    if (form_ == Form::kHuggingFace) {
      return NewRecord(heap_, {{"type", S("image")}, {"url", S("https://x.test/1.png")}});
    }
    return NewRecord(heap_, {{"type", S("image")},
                             {"data", S("iVBORw0K")},
                             {"mime", S("image/png")},
                             {"detail", form_ == Form::kResponses ? S("auto") : Value()}});
  }
  Value UserContent() {
    if (Draw(3) > 0) return Text();
    const Value parts[] = {TextPart(), Image()};
    return heap_->NewList(parts);
  }
  Value ResultContent() {
    if (Draw(3) > 0 || form_ == Form::kOpenAi) return Draw(4) == 0 ? S("") : Text();
    const Value parts[] = {TextPart(), Image()};
    return heap_->NewList(parts);
  }
  // Only some say that a result is an error, and who returned it.
  Value Result(const Value& id, std::string_view name) {
    const bool says_errors = form_ == Form::kAnthropic || form_ == Form::kGemini;
    const bool says_names =
        form_ == Form::kGemini || form_ == Form::kMistral || form_ == Form::kHuggingFace;
    return NewRecord(heap_,
                     {{"type", S("tool_result")},
                      {"id", id},
                      {"name", says_names ? S(name) : Value()},
                      {"content", ResultContent()},
                      {"isError", says_errors && Draw(3) == 0 ? Value::Bool(true) : Value()}});
  }
  void AddStep(std::vector<Value>* items) {
    std::vector<Value> calls;
    std::vector<Value> results;
    if (Draw(2) == 0) calls.push_back(TextPart());
    if (Draw(2) == 0 && form_ == Form::kAnthropic) {
      calls.insert(
          calls.begin(),
          NewRecord(heap_, {{"type", S("thinking")}, {"text", S("hm")}, {"signature", S("c2ln")}}));
    }
    for (uint32_t n = 1 + Draw(2); n > 0; --n) {
      const Value id = heap_->NewString("c" + std::to_string(next_id_++));
      calls.push_back(NewRecord(heap_, {{"type", S("tool_call")},
                                        {"id", id},
                                        {"name", S("run")},
                                        {"arguments", S(R"({"b":1,"a":[null]})")}}));
      results.push_back(Result(id, "run"));
    }
    items->push_back(Say("assistant", heap_->NewList(calls)));
    items->push_back(Say("tool", heap_->NewList(results)));
  }

  Form form_;
  Heap* heap_;
  std::mt19937 random_;
  uint32_t next_id_ = 0;
};

TEST(Provider, WhatIsWrittenReadsBackAsTheSame) {
  const std::string_view lists[] = {"messages", "messages", "input",   "messages",
                                    "contents", "messages", "messages"};
  for (size_t form = 0; form < std::size(lists); ++form) {
    for (uint32_t seed = 0; seed < 300; ++seed) {
      Heap heap{Limits::Ceiling()};
      Maker maker(static_cast<Form>(form), &heap, seed);
      const MessageList list = maker.Make();
      Tool tool{"run", {}, NewRecord(&heap, {}), Value()};
      Outgoing outgoing;
      outgoing.messages = list.messages;
      outgoing.tools = {&tool, 1};
      outgoing.model = "gemini-2.5-pro";  // signs nothing
      std::vector<Diagnostic> warnings;
      const Result<Value> request =
          EmitRequest(outgoing, static_cast<Provider>(form), &heap, &warnings);
      ASSERT_TRUE(request) << request.error().diagnostics()[0].message;
      EXPECT_TRUE(warnings.empty()) << warnings[0].message;
      const Value* written = FindItem(*request, lists[form]);
      ASSERT_TRUE(written);
      const history::ReadOptions options{.form = static_cast<Form>(form),
                                         .repair = history::Repair::kError};
      const Result<MessageList> again =
          history::ReadMessages(written->items(), options, &heap, &warnings);
      ASSERT_TRUE(again) << Json(*request);
      EXPECT_EQ(Json(history::MessageValues(again->messages, &heap)),
                Json(history::MessageValues(list.messages, &heap)))
          << Json(*request);
    }
  }
}

}  // namespace
}  // namespace galley
