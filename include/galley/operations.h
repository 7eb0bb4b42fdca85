// Calling operations: what the command and `galley rpc` do, from C++.
#ifndef GALLEY_OPERATIONS_H_
#define GALLEY_OPERATIONS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/budget.h"
#include "galley/chat.h"
#include "galley/diagnostic.h"
#include "galley/export.h"
#include "galley/handlebars_helper.h"
#include "galley/json.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// What an operation returned.  Immutable; may be shared between threads.
class GALLEY_EXPORT Reply {
 public:
  Reply(Reply&& other) noexcept;
  Reply& operator=(Reply&& other) noexcept;
  ~Reply();

  // The result, a map.  It lives as long as the Reply does, wherever that moves.
  Json result() const noexcept;
  // The result as JSON text, with the warnings as `diagnostics`.
  const std::string& text() const noexcept;
  // What the caller should know though the operation succeeded.
  const std::vector<Diagnostic>& warnings() const noexcept;

 private:
  struct State;
  friend struct Caller;
  explicit Reply(State* state) noexcept : state_(state) {}

  State* state_;  // owned; null once moved from
};

// Runs the operation `method` on `params`, a JSON map.  The limits may be lowered
// further by a parameter `limits`.  `operations.list` tells which operations there
// are.  Safe to call from several threads.
//
// Fails with unknown-method, invalid-params, for the reasons of the operation, and
// where `params` is not JSON; those diagnostics name the file kParamsName.
GALLEY_EXPORT Result<Reply> Call(std::string_view method, std::string_view params = "{}",
                                 const Limits& limits = {}) noexcept;
// The same with helpers for Handlebars templates, which outlive the call.
GALLEY_EXPORT Result<Reply> Call(std::string_view method, std::string_view params,
                                 const Limits& limits, std::span<const Helper> helpers) noexcept;

// What the calling program brings along.  All of it outlives the call.
struct CallOptions {
  Limits limits = {};
  std::span<const Helper> helpers = {};        // of Handlebars templates
  std::span<const ChatTask> tasks = {};        // of chat templates
  std::span<const Estimator> estimators = {};  // what `estimator` may name
  // In place of the parameter `sources`.
  SourceRegistry* sources = nullptr;
  // In place of the parameters `maxTokens` and `estimator`.  `chat.render` uses it for one
  // render.
  BudgetManager* budget = nullptr;
};
GALLEY_EXPORT Result<Reply> CallWith(std::string_view method, std::string_view params,
                                     const CallOptions& options) noexcept;

inline constexpr std::string_view kParamsName = "<params>";

}  // namespace galley

#endif  // GALLEY_OPERATIONS_H_
