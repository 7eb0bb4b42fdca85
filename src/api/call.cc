// Operations from C++: Workspace::Call on values, and Call on JSON text, which is the same
// behind a reader.
#include <memory>
#include <mutex>
#include <utility>

#include "api/dispatch.h"
#include "api/response.h"
#include "base/limit_table.h"
#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "galley/operations.h"
#include "galley/workspace.h"
#include "handles/context_state.h"
#include "handles/guarded.h"
#include "handles/workspace_state.h"
#include "value/heap.h"
#include "value/json_access.h"
#include "value/value.h"
#include "workspace/caller_helpers.h"
#include "workspace/store_session.h"

namespace galley {

struct Reply::State {
  State(Context given, const Limits& limits) : params(std::move(given)), heap(limits) {}

  // The result may point into either.
  Context params;
  Heap heap;
  Value result;
  std::vector<Diagnostic> warnings;
  std::once_flag printed;
  std::string text;  // once somebody asked for it
};

// What may see the inside of a Reply.
struct Caller {
  // `call` has everything but where its result goes.
  static Result<Reply> Run(std::string_view method, Context params, workspace::Invocation call) {
    Reply reply(new Reply::State(std::move(params), call.limits));
    Reply::State& state = *reply.state_;
    call.params = TRY(ContextAccess::Values(state.params));
    call.heap = &state.heap;
    call.warnings = &state.warnings;
    state.result = TRY(api::Dispatch(method, call));
    return reply;
  }

  static Result<Reply> RunText(std::string_view method, std::string_view text,
                               const CallOptions& options) {
    const Limits limits = Lower(options.limits, Limits::Ceiling());
    const workspace::CallerHelpers helpers = TRY(workspace::CallerHelpers::Of(options.helpers));
    Context params(workspace::RequestLimits(limits));
    const Source source{std::string(kParamsName), text, Nature::kData};
    bool repeats_keys = false;
    TRY(ContextAccess::ReadParams(source, &params, &repeats_keys));
    workspace::Invocation call{Value(), limits, nullptr, nullptr, &helpers, &options};
    if (repeats_keys) call.text_with_repeated_keys = text;
    Reply reply = TRY(Run(method, std::move(params), call));
    // Whoever calls with text wants text, and hears at once where it is too long.
    BufferWriter printed(api::MaxResponse(limits));
    TRY(api::PrintResult(reply.state_->result, reply.state_->warnings, limits, &printed));
    std::call_once(reply.state_->printed, [&] { reply.state_->text = printed.ToString(); });
    return reply;
  }
};

// ---------------------------------------------------------------------------
// Reply

Reply::Reply(Reply&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Reply& Reply::operator=(Reply&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Reply::~Reply() { delete state_; }

Json Reply::result() const noexcept { return JsonAccess::Of(&state_->result); }
const std::vector<Diagnostic>& Reply::warnings() const noexcept { return state_->warnings; }

const std::string& Reply::text() const noexcept {
  std::call_once(state_->printed, [&] {
    BufferWriter out;
    // What is held in memory fits there as text, too.
    if (api::PrintResult(state_->result, state_->warnings, Limits::Ceiling(), &out)) {
      state_->text = out.ToString();
    }
  });
  return state_->text;
}

// ---------------------------------------------------------------------------
// Calls

Result<Reply> Workspace::Call(std::string_view method, Context params) const {
  return handles::Guarded([&]() -> Result<Reply> {
    const handles::Core& core = *state_->core;
    state_->core->is_sealed = true;
    workspace::Invocation call = core.NewCall(core.limits, nullptr, nullptr);
    call.workspace = TRY(ContextAccess::Values(state_->given));
    call.added = TRY(state_->AddedFiles());
    return Caller::Run(method, std::move(params), call);
  });
}

Result<Reply> Call(std::string_view method, std::string_view params,
                   const Limits& limits) noexcept {
  return CallWith(method, params, {.limits = limits});
}

Result<Reply> Call(std::string_view method, std::string_view params, const Limits& limits,
                   std::span<const Helper> helpers) noexcept {
  return CallWith(method, params, {.limits = limits, .helpers = helpers});
}

Result<Reply> CallWith(std::string_view method, std::string_view params,
                       const CallOptions& options) noexcept {
  return handles::Guarded([&] { return Caller::RunText(method, params, options); });
}

}  // namespace galley
