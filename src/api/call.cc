// Call and Reply: the operations from C++.
#include <utility>

#include "api/dispatch.h"
#include "api/response.h"
#include "base/limit_table.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "galley/operations.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/caller_helpers.h"

namespace galley {

struct Reply::State {
  explicit State(const Limits& limits)
      : params_heap(workspace::RequestLimits(limits)), heap(limits) {}

  // The result may point into either.
  Heap params_heap;
  Heap heap;
  Value result;
  std::string text;
  std::vector<Diagnostic> warnings;
};

// What may see the inside of a Reply.
struct Caller {
  static Result<Reply> Run(std::string_view method, std::string_view params,
                           const CallOptions& options) {
    const Limits limits = Lower(options.limits, Limits::Ceiling());
    const workspace::CallerHelpers helpers = TRY(workspace::CallerHelpers::Of(options.helpers));
    Reply reply(new Reply::State(limits));
    Reply::State& state = *reply.state_;
    const Source source{std::string(kParamsName), params, Nature::kData};
    JsonDataReader reader;
    const Value parsed =
        TRY(reader.Read(source, &state.params_heap, workspace::RequestLimits(limits)));
    if (!parsed.is_map()) return Report(Code::kInvalidParams, "`params` must be a map");

    state.result =
        TRY(api::Dispatch(method, parsed, limits, &state.heap, &state.warnings, &helpers, &options,
                     nullptr, reader.has_repeated_keys() ? params : std::string_view()));
    BufferWriter text(api::MaxResponse(limits));
    TRY(api::PrintResult(state.result, state.warnings, limits, &text));
    state.text = text.ToString();
    return reply;
  }
};

Reply::Reply(Reply&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Reply& Reply::operator=(Reply&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Reply::~Reply() { delete state_; }

Json Reply::result() const noexcept { return Json(&state_->result); }
const std::string& Reply::text() const noexcept { return state_->text; }
const std::vector<Diagnostic>& Reply::warnings() const noexcept { return state_->warnings; }

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
  try {
    return Caller::Run(method, params, options);
  } catch (...) {  // std::bad_alloc: nothing of ours throws
    return Report(Code::kInternal, "out of memory");
  }
}

}  // namespace galley
