// Chat templates: `chat.check`, `chat.render` and `chat.transform`.
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "api/chat_inspect.h"
#include "api/chat_records.h"
#include "api/chat_session.h"
#include "api/chat_template.h"
#include "api/operation.h"
#include "api/params.h"
#include "base/try.h"
#include "diag/report.h"
#include "render/conversation.h"
#include "transform/transform.h"
#include "value/record.h"
#include "value/scalars.h"

namespace galley {
namespace {

using chat::Artifact;

Value NewNames(Heap* heap, const std::vector<std::string_view>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

Result<uint64_t> ReadMaxTokens(const Params& params) {
  if (!params.has("maxTokens")) return kUnlimited;
  const std::optional<int64_t> most = WholeNumber(TRY(params.Any("maxTokens")));
  if (!most) return Report(Code::kInvalidParams, "`params.maxTokens` must be an integer");
  if (*most >= 0) return static_cast<uint64_t>(*most);
  return Report(Code::kInvalidParams, "`params.maxTokens` must be at least 0");
}

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

// Undefined where there are none.
Value NewStrings(Heap* heap, const std::vector<std::string>& texts) {
  if (texts.empty()) return Value();
  return NewListOf(heap, texts.size(), [&](size_t at) { return heap->NewString(texts[at]); });
}

// {name: left, ...}; undefined where there are none.
Value CeilingsRecord(const std::vector<chat::CeilingLeft>& ceilings, Heap* heap) {
  if (ceilings.empty()) return Value();
  MapEntry* entries = heap->NewEntries(ceilings.size());
  if (!entries) return Value();
  for (size_t at = 0; at < ceilings.size(); ++at) {
    entries[at] = {heap->NewString(ceilings[at].name), Number(ceilings[at].left)};
  }
  return heap->NewMap(entries, ceilings.size());
}

}  // namespace

Value MessageRecord(const chat::Message& message, Heap* heap) {
  return NewRecord(heap, {{"role", Value::String(chat::RoleName(message.role))},
                          {"content", heap->NewString(message.content)},
                          {"prefix", message.prefix ? Value::Bool(true) : Value()}});
}

Value LedgerEntry(const chat::LedgerRecord& record, std::string_view file, Heap* heap) {
  using Reason = chat::LedgerRecord::Reason;
  const bool limited = !record.limit.empty();
  const bool placed = !file.empty() && record.line > 0;
  const Value loop =
      record.loop.empty() ? Value() : NewListOf(heap, record.loop.size(), [&](size_t at) {
        return Value::Int(record.loop[at]);
      });
  return NewRecord(
      heap,
      {{"event", Value::String(chat::EventName(record.event))},
       {"where", heap->NewString(record.where)},
       {"role", record.role ? Value::String(chat::RoleName(*record.role)) : Value()},
       {"tokens", record.tokens ? Number(*record.tokens) : Value()},
       {"reason",
        record.reason == Reason::kNone ? Value() : Value::String(chat::ReasonName(record.reason))},
       {"limit", limited ? heap->NewString(record.limit) : Value()},
       {"needed", limited ? Number(record.needed) : Value()},
       {"left", limited ? Number(record.left) : Value()},
       {"message", record.message == chat::kAbsent ? Value() : Value::Int(record.message)},
       {"source", record.source.empty() ? Value() : heap->NewString(record.source)},
       {"loop", loop},
       {"soft", NewStrings(heap, record.soft)},
       {"ceilings", CeilingsRecord(record.ceilings, heap)},
       {"file", placed ? heap->NewString(file) : Value()},
       {"line", placed ? Value::Int(record.line) : Value()}});
}

Value UsageRecord(const ChatSession& session, uint64_t tokens, uint64_t max_tokens, Heap* heap) {
  const bool limited = !session.has_own_budget() && max_tokens != kUnlimited;
  const std::string_view estimator = session.estimator();
  return NewRecord(
      heap, {{"tokens", Number(tokens)},
             {"maxTokens", limited ? Number(max_tokens) : Value::None()},
             {"estimator", session.has_own_budget() ? Value::None() : heap->NewString(estimator)}});
}

namespace {

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
  const Params params = TRY(Params::Of(call, {"template", "task", "allowedSources"}));
  const CheckedTemplate checked =
      TRY(CompileTemplate(params, TRY(ReadTerms(params, false, call)), call));
  const Artifact& artifact = *checked.artifact;
  std::vector<std::string_view> slots;
  for (const chat::Slot& slot : artifact.slots) slots.push_back(slot.name);
  return NewRecord(call.heap, {{"digest", call.heap->NewString(artifact.digest)},
                               {"sources", NewNames(call.heap, SourceNames(artifact))},
                               {"anchors", NewNames(call.heap, AnchorKeys(artifact))},
                               {"slots", NewNames(call.heap, slots)}});
}

// {template, context, sources?, task?, allowedSources?, maxTokens?, estimator?,
//  injections? or injectionsText?: {text, name, format = yaml}, laneDefaults?, squash = true,
//  explain = false} ->
//   {messages, usage: {tokens, maxTokens, estimator}, responseFormat?, ledger?}
Result<Value> RenderChat(const Invocation& call) {
  const Params params = TRY(Params::Of(
      call, {"template", "context", "sources", "task", "allowedSources", "maxTokens", "estimator",
             "injections", "injectionsText", "laneDefaults", "squash", "explain"}));
  const std::unique_ptr<ChatSession> session = TRY(ChatSession::Open(params, call));
  const uint64_t max_tokens = TRY(ReadMaxTokens(params));
  const bool explain = TRY(params.Bool("explain", false));
  const chat::Conversation& conversation =
      *TRY(session->Render(max_tokens, session->squash(), explain));

  Heap* heap = call.heap;
  const Value messages = NewListOf(heap, conversation.messages.size(), [&](size_t at) {
    return MessageRecord(conversation.messages[at], heap);
  });
  const Value ledger =
      explain ? NewListOf(heap, conversation.ledger.size(),
                          [&](size_t at) {
                            return LedgerEntry(conversation.ledger[at], session->file(), heap);
                          })
              : Value();
  return NewRecord(heap, {{"messages", messages},
                          {"usage", UsageRecord(*session, conversation.tokens, max_tokens, heap)},
                          {"responseFormat", heap->Copy(session->artifact().response_format)},
                          {"ledger", ledger}});
}

// {transforms or template, text} -> {text, applied}
Result<Value> TransformReply(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"transforms", "template", "text"}));
  const std::string_view text = TRY(params.String("text"));
  if (!params.has("template")) {
    return TransformText(TRY(params.List("transforms")), "transforms", text, call);
  }
  if (params.has("transforms")) {
    return Report(Code::kInvalidParams,
                  "`params.transforms` and `params.template` exclude each other");
  }
  // What is worth saying about the template is for `chat.check` to say.
  std::vector<Diagnostic> unsaid;
  Invocation quiet = call;
  quiet.warnings = &unsaid;
  // Nothing is rendered, so nobody need resolve its sources.
  TemplateTerms terms;
  terms.has_registry = true;
  const CheckedTemplate checked = TRY(CompileTemplate(params, terms, quiet));
  const Value& list = checked.artifact->response_transforms;
  return TransformText(list.is_list() ? list.items() : std::span<const Value>(),
                       "responseTransforms", text, call);
}

}  // namespace galley
