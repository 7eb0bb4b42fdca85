// chat.emit: a conversation as the request of a provider.
#include "api/emit.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/diff_records.h"
#include "api/operation.h"
#include "base/try.h"
#include "base/writer.h"
#include "compile/tool.h"
#include "diag/report.h"
#include "emit/provider.h"
#include "history/read.h"
#include "value/record.h"
#include "workspace/counting.h"
#include "workspace/parameter_types.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

// `text`, `json`, or a map with a schema, as in a template.
Result<Value> ReadResponseFormat(const Params& params) {
  if (!params.has("responseFormat")) return Value();
  const Value format = TRY(params.Any("responseFormat"));
  if (!format.is_map()) {
    TRY(params.Choice("responseFormat", {"text", "json"}));
    return format;
  }
  const Params parts =
      TRY(Params::In(format, params.PathOf("responseFormat"), workspace::kResponseFormatFields));
  TRY(parts.Choice("type", {"json_schema"}));
  TRY(parts.Map("schema"));
  return format;
}

}  // namespace

Result<Provider> ReadProvider(const Params& params) {
  return static_cast<Provider>(
      TRY(params.Choice("as", {"messages", "openai", "responses", "anthropic", "gemini", "mistral",
                               "huggingface", "text"})));
}

// {messages, tools?, toolChoice?, responseFormat?, as, model?} -> {request}, or {text} as text;
// as huggingface, with a model that has a chat template, also {prompt, tokens}
Result<Value> EmitChat(const Invocation& call) {
  const Params params = Params::Of(call);
  const Provider provider = TRY(ReadProvider(params));
  const history::MessageList list = TRY(history::ReadMessages(
      TRY(params.List("messages")), {.repair = history::Repair::kKeep}, call.heap, call.warnings));
  Outgoing outgoing;
  outgoing.messages = list.messages;
  outgoing.response_format = TRY(ReadResponseFormat(params));
  outgoing.model = TRY(params.String("model", ""));
  std::vector<Tool> tools;
  if (params.has("tools")) tools = TRY(ReadTools(TRY(params.Any("tools")), ToolNamesOf(provider)));
  outgoing.tools = tools;
  if (params.has("toolChoice")) outgoing.tool_choice = TRY(params.Any("toolChoice"));
  TRY(CheckToolChoice(outgoing.tool_choice, tools));
  const Value emitted = TRY(EmitConversation(outgoing, provider, call));
  const Value request = ItemOr(emitted, "request");
  const std::optional<Prompt> prompt = TRY(RenderPrompt(request, provider, outgoing.model, call));
  if (!prompt) return emitted;
  return NewRecord(call.heap, {{"request", request},
                               {"prompt", call.heap->NewString(prompt->text)},
                               {"tokens", Value::Int(static_cast<int64_t>(prompt->tokens))}});
}

Result<std::optional<Prompt>> RenderPrompt(const Value& request, Provider provider,
                                           std::string_view model, const Invocation& call) {
  if (provider != Provider::kHuggingFace || model.empty()) return std::optional<Prompt>();
  const Value named = NewRecord(call.heap, {{"model", Value::String(model)}});
  const Params params = TRY(Params::In(named, "params", {"model"}));
  // No name is refused: of one that nobody knows there is no template.
  const Result<workspace::Counting> counting = workspace::ReadCounting(params, "", nullptr, call);
  if (!counting || !counting->counter->has_template()) return std::optional<Prompt>();
  Result<std::string> text = counting->counter->RenderPrompt(request);
  if (!text) {
    // The template cannot say this; the request is what it is all the same.
    for (Diagnostic& problem : text.error().diagnostics()) {
      problem.severity = Severity::kWarning;
      call.warnings->push_back(std::move(problem));
    }
    return std::optional<Prompt>();
  }
  Prompt prompt;
  prompt.text = std::move(*text);
  prompt.tokens = TRY(counting->counter->CountText(prompt.text)).tokens;
  return std::optional(std::move(prompt));
}

Result<Value> EmitConversation(const Outgoing& outgoing, Provider provider,
                               const Invocation& call) {
  if (provider != Provider::kText) {
    const Value request = TRY(EmitRequest(outgoing, provider, call.heap, call.warnings));
    return NewRecord(call.heap, {{"request", request}});
  }
  BufferWriter text(call.limits.output);
  TRY(EmitText(outgoing, call.heap, &text, call.warnings));
  if (text.overflowed()) {
    return Report(Code::kLimitOutput, "the text is longer than the limit `output`");
  }
  return NewRecord(call.heap, {{"text", call.heap->NewString(text.view())}});
}

}  // namespace galley::api
