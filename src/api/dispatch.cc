// Finds the operation, lowers the limits, checks the parameters by the table and only then runs
// it: a function never sees parameters that its row does not allow.
#include "api/dispatch.h"

#include <algorithm>
#include <string>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Diagnostic DidNotFit(Exhausted reason) {
  if (reason == Exhausted::kSteps) {
    return Report(Code::kLimitSteps, "the operation took more steps than its limit");
  }
  return Report(Code::kLimitHeap, "the values of the result do not fit the limit");
}

// What was noticed before an operation failed follows the reason.
void AppendTo(Error* error, std::vector<Diagnostic>* warnings) {
  for (Diagnostic& warning : *warnings) error->diagnostics().push_back(std::move(warning));
  warnings->clear();
}

}  // namespace

Result<Value> Dispatch(std::string_view method, const Value& params, const Limits& limits,
                       Heap* heap, std::vector<Diagnostic>* warnings, const HostCallables* helpers,
                       const CallOptions* options, workspace::StoreSession* stores) {
  return Dispatch(method, {params, limits, heap, warnings, helpers, options, stores});
}

Result<Value> Dispatch(std::string_view method, const workspace::Invocation& call) {
  const Operation* operation = TRY(FindOperation(method));
  const Limits lowered = TRY(workspace::LowerLimits(call.params, call.limits));
  const std::span<const Field> options =
      call.shows_options ? operation->parameters : std::span<const Field>();
  TRY(CheckParameters(*operation, call.params, options));
  call.heap->Reset(lowered);
  call.warnings->clear();
  Result<Value> result =
      operation->run({call.params, lowered, call.heap, call.warnings, call.helpers, call.options,
                      call.stores, call.repeated_keys, call.workspace, call.sources, call.added,
                      call.units, call.shows_options, options});
  if (result && call.heap->exhausted() != Exhausted::kNo) {
    result = DidNotFit(call.heap->exhausted());
  }
  if (!result) AppendTo(&result.error(), call.warnings);
  return result;
}

}  // namespace galley::api
