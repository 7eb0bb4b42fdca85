// Template::RenderChat: a chat template and a context to a conversation of its own.
#include <memory>
#include <utility>

#include "base/limit_table.h"
#include "base/try.h"
#include "diag/report.h"
#include "galley/template.h"
#include "handles/context_state.h"
#include "handles/conversation_state.h"
#include "handles/guarded.h"
#include "handles/snapshot.h"
#include "handles/template_state.h"
#include "history/message_value.h"
#include "profiles/request_counter.h"
#include "telemetry/described.h"
#include "value/json_access.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"
#include "workspace/mark_plan.h"

namespace galley {
namespace {

// The parameters of a session that say what `options` says.
Value InputsOf(const Value& context, const ChatOptions& options, Heap* heap) {
  const Value* injections = JsonAccess::ValueOf(options.injections);
  const Value* macros = JsonAccess::ValueOf(options.macros);
  const auto name = [&](std::string_view text) {
    return text.empty() ? Value() : heap->NewString(text);
  };
  return NewRecord(heap, {{"context", context},
                          {"injections", injections ? *injections : Value()},
                          {"model", name(options.model)},
                          {"tokenizer", name(options.tokenizer)},
                          {"estimator", name(options.estimator)},
                          {"macros", macros ? *macros : Value()},
                          {"squash", Value::Bool(options.squash)}});
}

// A copy of `rendered` that needs the session no more.
void Keep(const chat::Conversation& rendered, const workspace::ChatSession& session,
          uint64_t max_tokens, bool explain, ConversationAccess::State* made) {
  made->tokens = rendered.tokens;
  made->estimator = session.estimator();
  const RequestCounter& counter = *session.counting().counter;
  made->exactness = workspace::ExactnessOf(session, rendered);
  made->margin = counter.MarginOf(rendered.tokens);
  made->marks = workspace::MakeMarkPlan(session, rendered, made->limits);
  if (session.counting().model) made->model = session.counting().model->name;
  made->values = workspace::ConversationRecord(rendered, session, max_tokens, explain, &made->heap);
  if (made->heap.exhausted() != Exhausted::kNo) return;
  const std::span<const Value> records = FindItem(made->values, "messages")->items();
  for (size_t at = 0; at < records.size(); ++at) {
    chat::Message kept = rendered.messages[at];
    const Value* content = FindItem(records[at], "content");
    Json parts;
    if (kept.is_text() && !kept.name.data() && !kept.ttl.data()) {
      kept.content = content->as_string();
    } else {
      kept = history::CopyMessage(kept, &made->heap);
      if (!kept.is_text()) parts = JsonAccess::Of(content);
    }
    made->as_rendered.push_back(kept);
    made->messages.push_back({chat::RoleName(kept.role), kept.content, kept.prefix, parts,
                              kept.name, kept.pin, kept.cache});
  }
}

Result<Conversation> Run(const handles::TemplateState& state, const Context& context,
                         const ChatOptions& options) {
  const handles::Core& core = state.snapshot->core();
  const Limits limits = options.limits ? Lower(*options.limits, core.limits) : core.limits;
  auto made = std::make_unique<ConversationAccess::State>(limits);
  Heap heap(limits);
  const workspace::Invocation call = core.NewCall(limits, &heap, &made->warnings);
  const Value given = InputsOf(TRY(ContextAccess::Values(context)), options, &heap);
  const workspace::Params params = TRY(workspace::Params::In(
      given, "options",
      {"context", "injections", "model", "tokenizer", "estimator", "macros", "squash"}));
  const bool must_be_strict = options.strict && !state.chat.artifact->strict;
  const workspace::CheckedTemplate& checked =
      must_be_strict ? *TRY(state.snapshot->StrictForm(state)) : state.chat;
  const workspace::Counting& counting =
      *TRY(state.snapshot->CountingFor(params, checked.artifact->model));
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(checked, counting, params, call));
  const uint64_t max_tokens = session->BudgetFor(options.budget);
  const chat::Conversation& rendered =
      *TRY(session->Render(max_tokens, session->squash(), options.explain));
  Keep(rendered, *session, max_tokens, options.explain, made.get());
  // The rules of requests go by the version in a name, which a profile of several models lacks.
  if (!options.model.empty()) made->model = options.model;
  if (made->heap.exhausted() != Exhausted::kNo) {
    return Report(Code::kLimitHeap, "the conversation does not fit the limit");
  }
  return ConversationAccess::Of(made.release());
}

// As Run, and tells of it.
Result<Conversation> RunTraced(const handles::TemplateState& state, const Context& context,
                               const ChatOptions& options, const Trace& trace) {
  telemetry::Span span = TRY(telemetry::Span::Begin(trace, state.name));
  span.SetVersion(state.snapshot->VersionOf(state));
  if (!options.model.empty()) span.Set(telemetry::kRequestModel, options.model);
  Result<Conversation> done = Run(state, context, options);
  if (done) {
    telemetry::DescribeResult(*JsonAccess::ValueOf(done->values()), &span);
    span.Set(telemetry::kWarningCount, done->warnings().size());
  }
  span.End(done ? std::string_view() : done.error().code());
  return done;
}

}  // namespace

Result<Conversation> Template::RenderChat(const Context& context,
                                          const ChatOptions& options) const {
  return handles::Guarded([&]() -> Result<Conversation> {
    if (state_->language != Language::kChat) {
      return Report(Code::kWrongTemplateType,
                    Quoted(name()) + " renders to text; a chat template is needed");
    }
    const telemetry::OwnTrace& given = state_->snapshot->core().trace;
    if (!options.trace.file.empty()) return RunTraced(*state_, context, options, options.trace);
    if (given.is_on()) return RunTraced(*state_, context, options, given.view());
    return Run(*state_, context, options);
  });
}

}  // namespace galley
