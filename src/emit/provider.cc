// Chooses the writer of a provider, and warns of what the provider has no field for.
#include "emit/provider.h"

#include <string>

#include "base/try.h"
#include "diag/report.h"
#include "emit/outline.h"
#include "emit/request_parts.h"
#include "format/json_data.h"
#include "history/message_value.h"
#include "value/record.h"

namespace galley {
namespace {

constexpr std::string_view kNames[] = {"messages", "openai",  "responses",   "anthropic",
                                       "gemini",   "mistral", "huggingface", "text"};

// What is said of the whole request, for which a provider has no field.
void WarnOfFields(const Outgoing& outgoing, Provider provider, std::vector<Diagnostic>* warnings) {
  const std::string name = Quoted(NameOf(provider));
  const auto warn = [&](Code code, const std::string& what) {
    warnings->push_back(Report(code, what));
  };
  const bool is_text = provider == Provider::kText;
  const bool is_plain = is_text || provider == Provider::kHuggingFace;
  const AnswerForm form = FormOf(outgoing.response_format);
  const bool loses_schema = form == AnswerForm::kSchema && is_plain;
  const bool loses_json =
      form == AnswerForm::kJson && (is_plain || provider == Provider::kAnthropic);
  if (loses_schema || loses_json) {
    warn(Code::kResponseFormatDropped, name + " has no field for this response format");
  }
  if (is_text && !outgoing.tools.empty()) {
    warn(Code::kUnknownKey, "`tools` are left out: " + name + " has no place for them");
  }
  if (is_plain && !outgoing.tool_choice.is_undefined()) {
    warn(Code::kUnknownKey, "`toolChoice` is left out: " + name + " has no place for it");
  }
  if (provider != Provider::kGemini) return;
  for (size_t at = 0; at < outgoing.tools.size(); ++at) {
    if (!outgoing.tools[at].strict.is_bool()) continue;
    return warn(Code::kStrictDropped,
                "`tools[" + std::to_string(at) + "]`: `gemini` has no field for `strict`");
  }
}

// Who answers has nothing to answer to then; those that refuse it by rule have done so.
void WarnOfNoTurns(const Outline& outline, Provider provider, std::vector<Diagnostic>* warnings) {
  const bool is_template = provider == Provider::kHuggingFace;
  if (!is_template && provider != Provider::kMistral) return;
  for (const OutlineMessage& message : outline) {
    if (!message.is_system()) return;
  }
  warnings->push_back(
      Report(Code::kNoTurns, "the conversation has no message but the system's, " +
                                 std::string(is_template ? "which most chat templates refuse"
                                                         : "which `mistral` may refuse")));
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
  TRY(CheckOrder(outgoing, provider, outline, &losses));
  WarnOfNoTurns(outline, provider, warnings);
  JsonDataReader json;
  const Value request = WriteRequest(outline, {outgoing, provider, heap, &losses, &json});
  losses.Tell(warnings);
  WarnOfFields(outgoing, provider, warnings);
  return request;
}

Result<void> EmitText(const Outgoing& outgoing, Heap* heap, Writer* out,
                      std::vector<Diagnostic>* warnings) {
  Losses losses;
  const Outline outline = MakeOutline(outgoing, Provider::kText, heap, &losses);
  TRY(CheckOrder(outgoing, Provider::kText, outline, &losses));
  WriteText(outline, out);
  losses.Tell(warnings);
  WarnOfFields(outgoing, Provider::kText, warnings);
  return {};
}

}  // namespace galley
