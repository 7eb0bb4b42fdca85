// Operations from C++: Workspace::Call on values, and Call on JSON text, which reads the text and
// calls the workspace of the working directory.
#include <memory>
#include <mutex>
#include <utility>

#include "api/call_on.h"
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

namespace api {

Result<Value> CallOn(const Workspace& workspace, std::string_view method,
                     const workspace::Invocation& call) {
  WorkspaceAccess::State& state = WorkspaceAccess::StateOf(workspace);
  state.core->is_sealed = true;
  workspace::Invocation with = state.core->NewCall(state.core->limits, call.heap, call.warnings);
  with.params = call.params;
  with.stores = call.stores;
  if (call.helpers) with.helpers = call.helpers;
  if (call.options) with.options = call.options;
  with.repeated_keys = call.repeated_keys;
  with.shows_options = state.core->shows_options;
  with.workspace = TRY(ContextAccess::Values(state.given));
  with.added = TRY(state.AddedFiles());
  return Dispatch(method, with);
}

}  // namespace api

// What may see the inside of a Reply.
struct Caller {
  // `run` gets a call that has the parameters and says where the result goes.
  template <class Run>
  static Result<Reply> Make(Context params, const Limits& limits, Run run) {
    Reply reply(new Reply::State(std::move(params), limits));
    Reply::State& state = *reply.state_;
    workspace::Invocation call{TRY(ContextAccess::Values(state.params)), limits, &state.heap,
                               &state.warnings};
    call.repeated_keys = ContextAccess::RepeatedKeys(state.params);
    state.result = TRY(run(call));
    return reply;
  }

  static Result<Reply> RunText(std::string_view method, std::string_view text,
                               const CallOptions& options) {
    const Limits limits = Lower(options.limits, Limits::Ceiling());
    const Workspace here = TRY(WorkspaceAccess::OfWorkingDirectory(limits));
    const workspace::CallerHelpers helpers = TRY(workspace::CallerHelpers::Of(options.helpers));
    Context params(workspace::RequestLimits(limits));
    const Source source{std::string(kParamsName), text, Nature::kData};
    TRY(ContextAccess::ReadParams(source, &params));
    Reply reply = TRY(Make(std::move(params), limits, [&](workspace::Invocation call) {
      call.helpers = &helpers;
      call.options = &options;
      return api::CallOn(here, method, call);
    }));
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

namespace {

// The stores of a call, which stay open after it: to connect takes longer than most calls.
class StoreLease {
 public:
  explicit StoreLease(WorkspaceAccess::State* workspace) : workspace_(*workspace) {
    {
      const std::lock_guard hold(workspace_.storing);
      if (!workspace_.idle_stores.empty()) {
        session_ = std::move(workspace_.idle_stores.back());
        workspace_.idle_stores.pop_back();
      }
    }
    if (!session_) {
      session_ = std::make_unique<workspace::StoreSession>(workspace::StoreSession::Life::kLong);
    }
    session_->DropMoved();
  }
  StoreLease(const StoreLease&) = delete;
  StoreLease& operator=(const StoreLease&) = delete;
  ~StoreLease() {
    const std::lock_guard hold(workspace_.storing);
    if (workspace_.idle_stores.size() < kMostIdle) {
      workspace_.idle_stores.push_back(std::move(session_));
    }
  }

  workspace::StoreSession* get() const noexcept { return session_.get(); }

 private:
  static constexpr size_t kMostIdle = 16;

  WorkspaceAccess::State& workspace_;
  std::unique_ptr<workspace::StoreSession> session_;
};

}  // namespace

Result<Reply> Workspace::Call(std::string_view method, Context params) const {
  return handles::Guarded([&] {
    const StoreLease stores(state_);
    return Caller::Make(std::move(params), state_->core->limits, [&](workspace::Invocation call) {
      call.stores = stores.get();
      return api::CallOn(*this, method, call);
    });
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
