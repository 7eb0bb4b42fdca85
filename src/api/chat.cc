// Chat templates: `chat.check`, `chat.render` and `chat.transform`.
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "api/cache_requests.h"
#include "api/emit.h"
#include "api/operation.h"
#include "base/try.h"
#include "compile/volatility.h"
#include "diag/report.h"
#include "render/conversation.h"
#include "transform/transform.h"
#include "value/record.h"
#include "value/scalars.h"
#include "workspace/chat_inspect.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"
#include "workspace/chat_template.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

using chat::Artifact;

Value NewNames(Heap* heap, const std::vector<std::string_view>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Result<uint64_t> ReadMaxTokens(const Params& params) {
  if (!params.has("maxTokens")) return kUnlimited;
  const std::optional<int64_t> most = WholeNumber(TRY(params.Any("maxTokens")));
  if (!most)
    return Report(Code::kInvalidParams, Quoted(params.PathOf("maxTokens")) + " must be an integer");
  if (*most >= 0) return static_cast<uint64_t>(*most);
  return Report(Code::kInvalidParams, Quoted(params.PathOf("maxTokens")) + " must be at least 0");
}

Value TransformText(std::span<const Value> list, std::string_view path, std::string_view text,
                    const Invocation& call) {
  Transformed transformed = ApplyTransforms(list, path, text, call.limits);
  for (Diagnostic& warning : transformed.warnings) call.warnings->push_back(std::move(warning));
  const Value applied = NewListOf(call.heap, transformed.applied.size(),
                                  [&](size_t at) { return Value::Int(transformed.applied[at]); });
  return NewRecord(call.heap,
                   {{"text", call.heap->NewString(transformed.text)}, {"applied", applied}});
}

}  // namespace

// {template, task?, allowedSources?} -> {digest, sources, anchors, slots}
Result<Value> CheckChat(const Invocation& call) {
  const Params params = Params::Of(call);
  const workspace::CheckedTemplate checked =
      TRY(workspace::CompileTemplate(params, TRY(workspace::ReadTerms(params, false, call)), call));
  const Artifact& artifact = *checked.artifact;
  chat::LintForCache(artifact, checked.kind.get(), call.limits, call.warnings);
  std::vector<std::string_view> slots;
  for (const chat::Slot& slot : artifact.slots) slots.push_back(slot.name);
  return NewRecord(call.heap, {{"digest", call.heap->NewString(artifact.digest)},
                               {"sources", NewNames(call.heap, workspace::SourceNames(artifact))},
                               {"anchors", NewNames(call.heap, workspace::AnchorKeys(artifact))},
                               {"slots", NewNames(call.heap, slots)}});
}

// {template, context, sources?, task?, allowedSources?, maxTokens?, model?, tokenizer?,
//  injections? or injectionsText?: {text, name, format = yaml}, laneDefaults?, squash = true,
//  explain = false, strict = false, macros?: {name: text}, as?} ->
//   {messages, usage: {tokens, maxTokens, estimator}, dropped: [{where, source, items, shown,
//    overBudget, skipped}], responseFormat?, ledger?}
Result<Value> RenderChat(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(params, call));
  const uint64_t max_tokens = session->BudgetFor(TRY(ReadMaxTokens(params)));
  const bool explain = TRY(params.Bool("explain", false));
  const chat::Conversation& conversation =
      *TRY(session->Render(max_tokens, session->squash(), explain));
  std::vector<Tool> tools;
  std::vector<CacheMark> marks;
  if (params.has("as")) {
    const Provider provider = TRY(ReadProvider(params));
    Outgoing outgoing{conversation.messages};
    if (conversation.tools.is_list()) {
      tools = TRY(ReadTools(conversation.tools, ToolNamesOf(provider)));
    }
    outgoing.tools = tools;
    outgoing.model = ModelOf(params, *session);
    marks = TRY(MarksFor(*session, conversation, outgoing, provider, call));
  }
  return workspace::ConversationRecord(conversation, *session, max_tokens, explain, call.heap,
                                       marks);
}

// {transforms or template, text} -> {text, applied}
Result<Value> TransformReply(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view text = TRY(params.String("text"));
  if (!params.has("template")) {
    return TransformText(TRY(params.List("transforms")), "transforms", text, call);
  }
  if (params.has("transforms")) {
    return Report(Code::kInvalidParams, Quoted(params.PathOf("transforms")) + " and " +
                                            Quoted(params.PathOf("template")) +
                                            " exclude each other");
  }
  // What is worth saying about the template is for `chat.check` to say.
  std::vector<Diagnostic> unsaid;
  Invocation quiet = call;
  quiet.warnings = &unsaid;
  // Nothing is rendered, so nobody need resolve its sources.
  workspace::TemplateTerms terms;
  terms.has_registry = true;
  const workspace::CheckedTemplate checked = TRY(workspace::CompileTemplate(params, terms, quiet));
  const Value& list = checked.artifact->response_transforms;
  return TransformText(list.is_list() ? list.items() : std::span<const Value>(),
                       "responseTransforms", text, call);
}

}  // namespace galley::api
