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
#include "value/json_access.h"
#include "value/record.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"

namespace galley {
namespace {

// The parameters of a session that say what `options` says.
Value InputsOf(const Value& context, const ChatOptions& options, Heap* heap) {
  const Value* injections = JsonAccess::ValueOf(options.injections);
  const std::string_view estimator = options.estimator.empty() ? options.model : options.estimator;
  return NewRecord(
      heap,
      {{"context", context},
       {"injections", injections ? *injections : Value()},
       {"estimator", estimator.empty() ? Value() : heap->NewString(estimator)},
       {"squash", Value::Bool(options.squash)}});
}

// A copy of `rendered` that needs the session no more.
void Keep(const chat::Conversation& rendered, const workspace::ChatSession& session, bool explain,
          ConversationAccess::State* made) {
  made->tokens = rendered.tokens;
  made->estimator = session.estimator();
  for (const chat::Message& message : rendered.messages) {
    chat::Message kept = message;
    kept.content = made->heap.NewString(message.content).as_string();
    made->as_rendered.push_back(kept);
    made->messages.push_back({chat::RoleName(kept.role), kept.content, kept.prefix});
  }
  made->response_format = made->heap.Copy(session.artifact().response_format);
  if (!explain) return;
  made->ledger = NewListOf(&made->heap, rendered.ledger.size(), [&](size_t at) {
    return workspace::LedgerEntry(rendered.ledger[at], session.file(), &made->heap);
  });
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
      given, "options", {"context", "injections", "estimator", "squash"}));
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(state.chat, params, call));
  const chat::Conversation& rendered =
      *TRY(session->Render(options.budget, session->squash(), options.explain));
  Keep(rendered, *session, options.explain, made.get());
  if (made->heap.exhausted() != Exhausted::kNo) {
    return Report(Code::kLimitHeap, "the conversation does not fit the limit");
  }
  return ConversationAccess::Of(made.release());
}

}  // namespace

Result<Conversation> Template::RenderChat(const Context& context,
                                          const ChatOptions& options) const {
  return handles::Guarded([&]() -> Result<Conversation> {
    if (state_->language != Language::kChat) {
      return Report(Code::kWrongTemplateType,
                    Quoted(name()) + " renders to text; a chat template is needed");
    }
    return Run(*state_, context, options);
  });
}

}  // namespace galley
