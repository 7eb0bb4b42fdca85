// ChatSession: a chat template and the data of one call, read and compiled once, to be
// rendered at any number of budgets.
#ifndef GALLEY_WORKSPACE_CHAT_SESSION_H_
#define GALLEY_WORKSPACE_CHAT_SESSION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "budget/default_budget.h"
#include "compile/artifact.h"
#include "galley/result.h"
#include "render/registry.h"
#include "render/renderer.h"
#include "workspace/chat_template.h"
#include "workspace/counting.h"
#include "workspace/invocation.h"
#include "workspace/macros.h"
#include "workspace/params.h"
#include "workspace/session_counter.h"

namespace galley::workspace {

class ChatSession {
 public:
  // Reads the parameters `context`, `set`, `sources`, `injections` or `injectionsText` {text,
  // name, format = yaml}, `laneDefaults`, `macros` and `squash`, and those of ReadCounting; what
  // they and `call` point to outlives the session.  Fails with invalid-params,
  // invalid-injection and as ReadCounting and CoerceSetInputs do.
  static Result<std::unique_ptr<ChatSession>> Open(CheckedTemplate checked, const Params& params,
                                                   const Invocation& call);
  // The same where it is known already what counts.
  static Result<std::unique_ptr<ChatSession>> Open(CheckedTemplate checked, Counting counting,
                                                   const Params& params, const Invocation& call);
  // The same for the template of the parameters.
  static Result<std::unique_ptr<ChatSession>> Open(const Params& params, const Invocation& call);

  ~ChatSession();
  ChatSession(const ChatSession&) = delete;
  ChatSession& operator=(const ChatSession&) = delete;

  const chat::Artifact& artifact() const noexcept { return *checked_.artifact; }
  // The file of the template; empty where it was given inline.
  const std::string& file() const noexcept { return checked_.file; }
  // The lanes under those of the template, and what is to be inserted; null: none.
  const chat::LaneDefaults* lane_defaults() const noexcept { return lane_defaults_.get(); }
  const chat::Injections* injections() const noexcept { return injections_.get(); }
  bool squash() const noexcept { return squash_; }
  // What counts tokens; with a budget of the caller's that counts instead.
  const Counting& counting() const noexcept { return counting_; }
  // What counts joined texts, or null.
  const SessionCounter* counter() const noexcept { return counter_.get(); }
  std::string_view estimator() const noexcept { return counting_.counter->texts().name(); }
  // `asked`, or what the model leaves where that is kUnlimited; warns where the window of the
  // model is smaller.
  uint64_t BudgetFor(uint64_t asked) const { return counting_.BudgetFor(asked, call_.warnings); }
  // The data, macros not replaced; who answers for the sources; the kind of the task, or null.
  const Value& context() const noexcept { return context_; }
  chat::Registry* registry() const noexcept { return registry_.get(); }
  const chat::TaskKind* kind() const noexcept { return checked_.kind.get(); }
  // From now on conversations have a trace.
  void set_trace(bool trace) noexcept { trace_ = trace; }
  // From now on conversations have findings; whoever renders hundreds of them reads none.
  void set_tells_findings(bool tells) noexcept { tells_findings_ = tells; }
  bool has_own_budget() const noexcept { return own_budget_ != nullptr; }

  // The conversation within `max_tokens`, valid until the next render; what was found goes to
  // the warnings of the call.  Fails as Renderer::Render does, and with all that was found
  // where an error is among it: required-dropped, and in strict templates leaf-failed,
  // source-failed and message-dropped.
  Result<const chat::Conversation*> Render(uint64_t max_tokens, bool squash, bool explain);
  // The same, whatever was found; that stays in the conversation.
  Result<const chat::Conversation*> RenderAnyway(uint64_t max_tokens, bool squash, bool explain);
  uint64_t steps() const noexcept { return steps_; }  // of all renders
  // Whether all renders together took a quarter of the steps that one may take, so that
  // whoever tries budgets should stop: to explain what was found takes more renders yet.
  bool has_spent_its_steps() const noexcept { return steps_ > call_.limits.steps / 4; }
  // The bytes that what is told of all renders may take.
  uint64_t most_bytes() const noexcept { return call_.limits.heap; }

 private:
  ChatSession(CheckedTemplate checked, Counting counting, const Invocation& call);
  Result<void> ReadRequests(const Params& params);
  void WarnOfAssistant(const chat::Conversation& conversation) const;

  CheckedTemplate checked_;
  const Invocation& call_;
  std::unique_ptr<chat::LaneDefaults> lane_defaults_;
  std::unique_ptr<chat::Injections> injections_;
  bool squash_ = true;
  Macros macros_;
  Value context_;
  std::unique_ptr<chat::Registry> sources_;   // of the task, or the caller's
  std::unique_ptr<chat::Registry> registry_;  // those and our own
  Counting counting_;
  BudgetManager* own_budget_;  // of the caller, or null
  std::unique_ptr<const SessionCounter> counter_;
  DefaultBudget budget_;
  chat::Renderer renderer_;
  bool trace_ = false;
  bool tells_findings_ = true;
  uint64_t steps_ = 0;
};

// A number of tokens from the parameter `name`: an integer, or a text such as `4096`,
// `4k`, `1.5k` or `1m`, k being a thousand: no model means less by it.  kUnlimited where
// it is absent.  Fails with invalid-params.
Result<uint64_t> ReadTokens(const Params& params, std::string_view name);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CHAT_SESSION_H_
