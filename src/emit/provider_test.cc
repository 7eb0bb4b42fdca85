#include "emit/provider.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "value/print.h"

namespace galley {
namespace {

using chat::Message;
using chat::Role;

Message Says(Role role, std::string_view content, bool prefix = false) {
  return {.role = role, .prefix = prefix, .content = content};
}

struct Emitted {
  std::string text;  // the request, or the code of the failure
  std::vector<std::string> warnings;
};

Emitted Emit(const std::vector<Message>& messages, Provider provider,
             const Value& format = Value()) {
  Heap heap{Limits()};
  std::vector<Diagnostic> warnings;
  const Outgoing outgoing{messages, format};
  const Result<Value> request = EmitRequest(outgoing, provider, &heap, &warnings);
  Emitted emitted;
  for (const Diagnostic& warning : warnings) emitted.warnings.emplace_back(warning.code);
  BufferWriter out;
  if (request) PrintJson(*request, {}, &out, &heap.meter());
  emitted.text = request ? out.ToString() : std::string(request.error().code());
  return emitted;
}

// Every text of a conversation is somewhere in the request, whatever its role and
// its place.
TEST(Provider, LosesNoText) {
  const Role roles[] = {Role::kSystem, Role::kUser, Role::kAssistant};
  for (int code = 0; code < 81; ++code) {
    std::vector<Message> messages;
    const std::string names[] = {"one", "two", "three", "four"};
    for (int at = 0, rest = code; at < 4; ++at, rest /= 3) {
      messages.push_back(Says(roles[rest % 3], names[at]));
    }
    for (const Provider provider :
         {Provider::kMessages, Provider::kOpenAi, Provider::kAnthropic, Provider::kGemini}) {
      const std::string text = Emit(messages, provider).text;
      for (const std::string& name : names) EXPECT_NE(text.find(name), text.npos) << text;
    }
  }
}

TEST(Provider, KeepsTheSystemsMessagesTogether) {
  const std::vector<Message> messages = {Says(Role::kSystem, "a"), Says(Role::kUser, "b"),
                                         Says(Role::kSystem, "c")};
  const Emitted anthropic = Emit(messages, Provider::kAnthropic);
  EXPECT_EQ(anthropic.text, R"({"system":"a\nc","messages":[{"role":"user","content":"b"}]})");
  EXPECT_EQ(anthropic.warnings, std::vector<std::string>{"system-moved"});
  EXPECT_EQ(Emit(messages, Provider::kOpenAi).warnings, std::vector<std::string>());
}

TEST(Provider, RefusesAPrefixThatItCannotExpress) {
  const std::vector<Message> last = {Says(Role::kUser, "a"), Says(Role::kAssistant, "{", true)};
  EXPECT_EQ(Emit(last, Provider::kOpenAi).text, "prefix-unsupported");
  EXPECT_EQ(Emit(last, Provider::kGemini).text, "prefix-unsupported");
  EXPECT_EQ(Emit(last, Provider::kAnthropic).warnings, std::vector<std::string>());
  const std::vector<Message> inside = {Says(Role::kAssistant, "{", true), Says(Role::kUser, "a")};
  EXPECT_EQ(Emit(inside, Provider::kAnthropic).text, "prefix-unsupported");
  EXPECT_EQ(Emit(inside, Provider::kMessages).text,
            R"({"messages":[{"role":"assistant","content":"{","prefix":true},)"
            R"({"role":"user","content":"a"}]})");
}

TEST(Provider, WarnsOfWhatAProviderRefusesOrTakesOtherwise) {
  EXPECT_EQ(Emit({Says(Role::kSystem, "a")}, Provider::kGemini).warnings,
            std::vector<std::string>{"no-turns"});
  EXPECT_EQ(
      Emit({Says(Role::kUser, "a"), Says(Role::kAssistant, "b")}, Provider::kAnthropic).warnings,
      std::vector<std::string>{"prefix-implied"});
  EXPECT_EQ(Emit({}, Provider::kAnthropic).warnings, std::vector<std::string>{"no-turns"});
}

TEST(Provider, CarriesTheResponseFormat) {
  const std::vector<Message> messages = {Says(Role::kUser, "a")};
  const Value json = Value::String("json");
  EXPECT_NE(Emit(messages, Provider::kOpenAi, json).text.find(R"({"type":"json_object"})"),
            std::string::npos);
  EXPECT_NE(Emit(messages, Provider::kGemini, json).text.find(R"("application/json")"),
            std::string::npos);
  EXPECT_EQ(Emit(messages, Provider::kAnthropic, json).warnings,
            std::vector<std::string>{"response-format-dropped"});
  EXPECT_EQ(Emit(messages, Provider::kAnthropic, Value::String("text")).warnings,
            std::vector<std::string>());
}

TEST(Provider, WritesText) {
  std::vector<Message> messages = {Says(Role::kSystem, "Be brief."), Says(Role::kUser, "Hi")};
  std::vector<Diagnostic> warnings;
  BufferWriter closed;
  ASSERT_TRUE(EmitText({messages, Value()}, &closed, &warnings));
  EXPECT_EQ(closed.view(), "[system]\nBe brief.\n\n[user]\nHi\n");
  messages.push_back(Says(Role::kAssistant, "Sure, ", true));
  BufferWriter open;
  ASSERT_TRUE(EmitText({messages, Value()}, &open, &warnings));
  EXPECT_EQ(open.view(), "[system]\nBe brief.\n\n[user]\nHi\n\n[assistant]\nSure, ");
}

}  // namespace
}  // namespace galley
