#include "emit/provider.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"
#include "value/record.h"

namespace galley {
namespace {

using chat::Message;
using chat::Role;

constexpr std::array<std::string_view, 5> kNames = {"messages", "openai", "anthropic", "gemini",
                                                    "text"};
// What stands between messages that become one: the same as squashing puts there.
constexpr std::string_view kJoint = "\n";

std::string_view NameOf(Provider provider) { return kNames[static_cast<size_t>(provider)]; }

std::string MessageName(size_t at) { return "`messages[" + std::to_string(at) + "]`"; }

// --- What a provider can say ---------------------------------------------------------

// Only some go on from the end of a conversation, and none from its middle.
bool TakesPrefix(Provider provider) {
  return provider == Provider::kAnthropic || provider == Provider::kText;
}

Result<void> CheckPrefixes(std::span<const Message> messages, Provider provider) {
  if (provider == Provider::kMessages) return {};
  std::vector<Diagnostic> problems;
  for (size_t at = 0; at < messages.size(); ++at) {
    if (!messages[at].prefix) continue;
    const std::string name = MessageName(at) + " is marked as a prefix";
    if (at + 1 < messages.size()) {
      problems.push_back(Report(Code::kPrefixUnsupported,
                                name + ", but others follow it: the answer can go on from the last "
                                       "message only"));
    } else if (!TakesPrefix(provider)) {
      problems.push_back(Report(Code::kPrefixUnsupported,
                                name + ", which " + Quoted(NameOf(provider)) + " cannot express",
                                "`anthropic`, `messages` and `text` can"));
    }
  }
  if (problems.empty()) return {};
  return Error(std::move(problems));
}

// Where the system's messages leave their place for a field of their own.
void WarnOfTurns(std::span<const Message> messages, Provider provider,
                 std::vector<Diagnostic>* warnings) {
  const auto is_turn = [](const Message& message) { return message.role != Role::kSystem; };
  const auto first = std::find_if(messages.begin(), messages.end(), is_turn);
  if (first == messages.end()) {
    warnings->push_back(Report(Code::kNoTurns,
                               "the conversation has no message but the system's, "
                               "which " +
                                   Quoted(NameOf(provider)) + " refuses"));
    return;
  }
  const auto moved = std::find_if_not(first, messages.end(), is_turn);
  if (moved != messages.end()) {
    warnings->push_back(Report(Code::kSystemMoved,
                               MessageName(static_cast<size_t>(moved - messages.begin())) +
                                   " is the system's and stands behind others; " +
                                   Quoted(NameOf(provider)) + " has all such text before them"));
  }
}

void WarnOfImpliedPrefix(std::span<const Message> messages, std::vector<Diagnostic>* warnings) {
  if (messages.empty()) return;
  const Message& last = messages.back();
  if (last.role != Role::kAssistant || last.prefix) return;
  warnings->push_back(Report(Code::kPrefixImplied,
                             "the last message is the assistant's: `anthropic` goes on from it as "
                             "from a prefix"));
}

void WarnOfFormat(Provider provider, std::vector<Diagnostic>* warnings) {
  warnings->push_back(Report(Code::kResponseFormatDropped,
                             Quoted(NameOf(provider)) + " has no field for this response format"));
}

// --- Parts of requests ---------------------------------------------------------------

// All that the system says, or undefined where it says nothing.
Value SystemText(std::span<const Message> messages, Heap* heap) {
  HeapWriter text(heap);
  bool found = false;
  for (const Message& message : messages) {
    if (message.role != Role::kSystem) continue;
    if (found) text.Append(kJoint);
    text.Append(message.content);
    found = true;
  }
  return found ? text.Finish() : Value();
}

// A list of what `make` gives for each message that `wanted` holds for.
template <class Wanted, class Make>
Value ListOf(std::span<const Message> messages, Heap* heap, Wanted wanted, Make make) {
  const auto size = static_cast<size_t>(std::count_if(messages.begin(), messages.end(), wanted));
  Value* items = heap->NewItems(size);
  if (!items) return Value::List({});
  size_t at = 0;
  for (const Message& message : messages) {
    if (wanted(message)) items[at++] = make(message);
  }
  return Value::List({items, size});
}

bool IsAny(const Message&) { return true; }
bool IsTurn(const Message& message) { return message.role != Role::kSystem; }

Value PlainMessage(const Message& message, bool prefix, Heap* heap) {
  return NewRecord(heap, {{"role", Value::String(RoleName(message.role))},
                          {"content", Value::String(message.content)},
                          {"prefix", prefix ? Value::Bool(true) : Value()}});
}

// The forms that an answer may have.
enum class AnswerForm : uint8_t { kUnsaid, kText, kJson, kSchema };

AnswerForm FormOf(const Value& format) {
  if (format.is_map()) return AnswerForm::kSchema;
  if (!format.is_string()) return AnswerForm::kUnsaid;
  return format.as_string() == "json" ? AnswerForm::kJson : AnswerForm::kText;
}

Value SchemaOf(const Value& format) {
  const Value* schema = FindItem(format, "schema");
  return schema ? *schema : Value();
}

// --- Providers -----------------------------------------------------------------------

Value OpenAiFormat(const Value& format, Heap* heap) {
  switch (FormOf(format)) {
    case AnswerForm::kUnsaid:
      return Value();
    case AnswerForm::kText:
      return NewRecord(heap, {{"type", Value::String("text")}});
    case AnswerForm::kJson:
      return NewRecord(heap, {{"type", Value::String("json_object")}});
    case AnswerForm::kSchema:
      return NewRecord(heap, {{"type", Value::String("json_schema")},
                              {"json_schema", NewRecord(heap, {{"name", Value::String("response")},
                                                               {"schema", SchemaOf(format)}})}});
  }
  return Value();
}

Value OpenAiRequest(const Outgoing& outgoing, Heap* heap) {
  const Value messages = ListOf(outgoing.messages, heap, IsAny, [&](const Message& message) {
    return PlainMessage(message, false, heap);
  });
  return NewRecord(heap, {{"messages", messages},
                          {"response_format", OpenAiFormat(outgoing.response_format, heap)}});
}

Value AnthropicRequest(const Outgoing& outgoing, Heap* heap, std::vector<Diagnostic>* warnings) {
  const Value system = SystemText(outgoing.messages, heap);
  const Value messages = ListOf(outgoing.messages, heap, IsTurn, [&](const Message& message) {
    return PlainMessage(message, false, heap);
  });
  Value config;
  const AnswerForm form = FormOf(outgoing.response_format);
  if (form == AnswerForm::kSchema) {
    const Value format = NewRecord(heap, {{"type", Value::String("json_schema")},
                                          {"schema", SchemaOf(outgoing.response_format)}});
    config = NewRecord(heap, {{"format", format}});
  }
  if (form == AnswerForm::kJson) WarnOfFormat(Provider::kAnthropic, warnings);
  return NewRecord(heap, {{"system", system}, {"messages", messages}, {"output_config", config}});
}

Value GeminiParts(const Value& text, Heap* heap) {
  const Value part[] = {NewRecord(heap, {{"text", text}})};
  return heap->NewList(part);
}

Value GeminiConfig(const Value& format, Heap* heap) {
  const AnswerForm form = FormOf(format);
  if (form == AnswerForm::kUnsaid) return Value();
  const std::string_view type = form == AnswerForm::kText ? "text/plain" : "application/json";
  const Value schema = form == AnswerForm::kSchema ? SchemaOf(format) : Value();
  return NewRecord(heap, {{"responseMimeType", Value::String(type)}, {"responseSchema", schema}});
}

Value GeminiRequest(const Outgoing& outgoing, Heap* heap) {
  const Value system = SystemText(outgoing.messages, heap);
  const Value instruction =
      system.is_undefined() ? Value() : NewRecord(heap, {{"parts", GeminiParts(system, heap)}});
  const Value contents = ListOf(outgoing.messages, heap, IsTurn, [&](const Message& message) {
    const std::string_view role = message.role == Role::kAssistant ? "model" : "user";
    return NewRecord(heap, {{"role", Value::String(role)},
                            {"parts", GeminiParts(Value::String(message.content), heap)}});
  });
  return NewRecord(heap, {{"systemInstruction", instruction},
                          {"contents", contents},
                          {"generationConfig", GeminiConfig(outgoing.response_format, heap)}});
}

Value MessagesRequest(const Outgoing& outgoing, Heap* heap) {
  const Value messages = ListOf(outgoing.messages, heap, IsAny, [&](const Message& message) {
    return PlainMessage(message, message.prefix, heap);
  });
  return NewRecord(heap, {{"messages", messages}, {"responseFormat", outgoing.response_format}});
}

}  // namespace

std::span<const std::string_view> ProviderNames() noexcept { return kNames; }

Result<Value> EmitRequest(const Outgoing& outgoing, Provider provider, Heap* heap,
                          std::vector<Diagnostic>* warnings) {
  TRY(CheckPrefixes(outgoing.messages, provider));
  switch (provider) {
    case Provider::kOpenAi:
      return OpenAiRequest(outgoing, heap);
    case Provider::kAnthropic:
      WarnOfTurns(outgoing.messages, provider, warnings);
      WarnOfImpliedPrefix(outgoing.messages, warnings);
      return AnthropicRequest(outgoing, heap, warnings);
    case Provider::kGemini:
      WarnOfTurns(outgoing.messages, provider, warnings);
      return GeminiRequest(outgoing, heap);
    case Provider::kMessages:
    case Provider::kText:
      break;
  }
  return MessagesRequest(outgoing, heap);
}

Result<void> EmitText(const Outgoing& outgoing, Writer* out, std::vector<Diagnostic>* warnings) {
  TRY(CheckPrefixes(outgoing.messages, Provider::kText));
  const AnswerForm form = FormOf(outgoing.response_format);
  if (form == AnswerForm::kJson || form == AnswerForm::kSchema) {
    WarnOfFormat(Provider::kText, warnings);
  }
  for (const Message& message : outgoing.messages) {
    if (&message != outgoing.messages.data()) out->Append('\n');
    out->Append('[');
    out->Append(RoleName(message.role));
    out->Append("]\n");
    out->Append(message.content);
    if (!message.prefix) out->Append('\n');
  }
  return {};
}

}  // namespace galley
