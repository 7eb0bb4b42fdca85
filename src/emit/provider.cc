// Chooses the writer of a provider, and warns of what the provider has no field for.
#include "emit/provider.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "emit/outline.h"
#include "emit/request_parts.h"
#include "format/json_data.h"
#include "history/message_value.h"
#include "value/record.h"

namespace galley {
namespace {

using history::Part;
using Type = Part::Type;

constexpr std::string_view kNames[] = {"messages", "openai",  "responses",   "anthropic",
                                       "gemini",   "mistral", "huggingface", "text"};

// A form of the answer, or tools, for which a provider has no field.
void WarnOfFields(const Outgoing& outgoing, Provider provider, std::vector<Diagnostic>* warnings) {
  const AnswerForm form = FormOf(outgoing.response_format);
  const bool is_plain = provider == Provider::kText || provider == Provider::kHuggingFace;
  const bool loses_schema = form == AnswerForm::kSchema && is_plain;
  const bool loses_json =
      form == AnswerForm::kJson && (is_plain || provider == Provider::kAnthropic);
  if (loses_schema || loses_json) {
    warnings->push_back(
        Report(Code::kResponseFormatDropped,
               Quoted(NameOf(provider)) + " has no field for this response format"));
  }
  if (provider != Provider::kGemini) return;
  for (size_t at = 0; at < outgoing.tools.size(); ++at) {
    if (!outgoing.tools[at].strict.is_bool()) continue;
    warnings->push_back(Report(Code::kStrictDropped, "`tools[" + std::to_string(at) +
                                                         "]`: `gemini` has no field for `strict`"));
    return;
  }
}

// Most chat templates have nothing to say then.
void WarnOfNoTurns(const Outline& outline, std::vector<Diagnostic>* warnings) {
  for (const OutlineMessage& message : outline) {
    if (!message.is_system()) return;
  }
  warnings->push_back(Report(Code::kNoTurns,
                             "the conversation has no message but the system's, which most chat "
                             "templates refuse"));
}

Value ToolValue(const Tool& tool, Heap* heap) {
  return NewRecord(heap, {{"name", Value::String(tool.name)},
                          {"description", TextOr(tool.description)},
                          {"parameters", tool.parameters},
                          {"strict", tool.strict}});
}

Value CanonicalRequest(const Outgoing& outgoing, Heap* heap) {
  std::vector<Value> tools;
  for (const Tool& tool : outgoing.tools) tools.push_back(ToolValue(tool, heap));
  return NewRecord(heap, {{"tools", ListOrNone(tools, heap)},
                          {"toolChoice", outgoing.tool_choice},
                          {"messages", MessageValues(outgoing.messages, heap)},
                          {"responseFormat", outgoing.response_format}});
}

Value WriteRequest(const Outline& outline, const RequestContext& context) {
  switch (context.provider) {
    case Provider::kResponses:
      return WriteResponsesRequest(outline, context);
    case Provider::kAnthropic:
      return WriteAnthropicRequest(outline, context);
    case Provider::kGemini:
      return WriteGeminiRequest(outline, context);
    default:
      return WriteChatRequest(outline, context);
  }
}

// --- Text

void WriteTextOfResult(const Part& result, size_t message, Writer* out, Losses* losses) {
  out->Append("[result ");
  out->Append(result.id);
  out->Append("]");
  for (const Part& part : result.content()) {
    out->Append('\n');
    if (part.is_media()) {
      losses->Add(Code::kMediaDropped, message, "media are left out of a text");
      out->Append('[');
      out->Append(PartTypeName(part.type));
      out->Append(" left out]");
    } else {
      out->Append(part.text);
    }
  }
}

void WriteTextOfPart(const Part& part, size_t message, Writer* out, Losses* losses) {
  switch (part.type) {
    case Type::kText:
    case Type::kRefusal:
      return out->Append(part.text);
    case Type::kToolCall:
      out->Append("[call ");
      out->Append(part.id);
      out->Append("] ");
      out->Append(part.name);
      out->Append(' ');
      return out->Append(part.text);
    case Type::kToolResult:
      return WriteTextOfResult(part, message, out, losses);
    case Type::kThinking:
      return losses->Add(Code::kThinkingDropped, message, "thinking is left out");
    case Type::kOpaque:
      return losses->Add(Code::kOpaqueDropped, message,
                         "a part that only its provider understands is left out");
    case Type::kImage:
    case Type::kAudio:
    case Type::kFile:
      losses->Add(Code::kMediaDropped, message, "media are left out of a text");
      out->Append('[');
      out->Append(PartTypeName(part.type));
      out->Append(" left out]");
  }
}

bool HasText(const Part& part) {
  return part.type != Type::kThinking && part.type != Type::kOpaque;
}

}  // namespace

std::string_view NameOf(Provider provider) noexcept {
  return kNames[static_cast<size_t>(provider)];
}

std::span<const std::string_view> ProviderNames() noexcept { return kNames; }

ToolNames ToolNamesOf(Provider provider) noexcept {
  switch (provider) {
    case Provider::kOpenAi:
    case Provider::kResponses:
    case Provider::kAnthropic:
    case Provider::kMistral:
      return ToolNames::kNarrow;
    default:
      return ToolNames::kWide;
  }
}

Result<Value> EmitRequest(const Outgoing& outgoing, Provider provider, Heap* heap,
                          std::vector<Diagnostic>* warnings) {
  if (provider == Provider::kMessages) return CanonicalRequest(outgoing, heap);
  Losses losses;
  Outline outline = MakeOutline(outgoing, provider, heap, &losses);
  if (heap->exhausted() != Exhausted::kNo) return Value::None();  // which the caller tells
  SetMarks(outgoing, provider, &outline);
  MoveSystemMessages(outgoing, provider, &outline, &losses);
  if (provider != Provider::kHuggingFace) TRY(CheckOrder(outgoing, provider, outline, &losses));
  if (provider == Provider::kHuggingFace) WarnOfNoTurns(outline, warnings);
  JsonDataReader json;
  const Value request = WriteRequest(outline, {outgoing, provider, heap, &losses, &json});
  losses.Tell(warnings);
  WarnOfFields(outgoing, provider, warnings);
  return request;
}

Result<void> EmitText(const Outgoing& outgoing, Writer* out, std::vector<Diagnostic>* warnings) {
  Losses losses;
  const std::span<const history::Message> messages = outgoing.messages;
  for (size_t at = 0; at < messages.size(); ++at) {
    const history::Message& message = messages[at];
    if (message.prefix && at + 1 < messages.size()) {
      return Report(Code::kPrefixUnsupported,
                    MessageName(at) +
                        " is marked as a prefix, but others follow it: the answer "
                        "can go on from the last message only");
    }
    if (at > 0) out->Append('\n');
    out->Append('[');
    out->Append(RoleName(message.role));
    out->Append("]\n");
    out->Append(message.content);
    bool first = true;
    for (const Part& part : message.parts) {
      if (HasText(part) && !std::exchange(first, false)) out->Append('\n');
      WriteTextOfPart(part, at, out, &losses);
    }
    if (!message.prefix) out->Append('\n');
  }
  losses.Tell(warnings);
  WarnOfFields(outgoing, Provider::kText, warnings);
  return {};
}

}  // namespace galley
