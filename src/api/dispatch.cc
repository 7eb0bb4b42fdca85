// Finds the operation, lowers the limits, checks the parameters by the table and only then runs
// it: a function never sees parameters that its row does not allow.
#include "api/dispatch.h"

#include <algorithm>
#include <string>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "telemetry/described.h"
#include "value/map.h"
#include "workspace/params.h"
#include "workspace/template_version.h"

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

// What a call is about, as spans name it: a template that its parameters name.
std::string_view PromptOf(const Value& params) {
  if (!params.is_map()) return {};
  const Value* name = FindItem(params, "name");
  const Value* document = FindItem(params, "template");
  if (!name && document && document->is_map()) name = FindItem(*document, "name");
  if (!name) name = document;
  return name && name->is_string() ? name->as_string() : std::string_view();
}

bool Renders(std::string_view method) { return method.ends_with(".render"); }

// Runs a call that renders, and tells of it.
Result<Value> RunTraced(const Operation& operation, const workspace::Invocation& call) {
  telemetry::Span span = TRY(telemetry::Span::Begin(call.trace, PromptOf(call.params)));
  const workspace::VersionListener listener;
  if (call.params.is_map()) telemetry::DescribeParams(call.params, &span);
  Result<Value> result = operation.run(call);
  span.SetVersion(listener.version());
  if (result && result->is_map()) telemetry::DescribeResult(*result, &span);
  span.Set(telemetry::kWarningCount, call.warnings->size());
  span.End(result ? std::string_view() : result.error().code());
  return result;
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
  const workspace::Invocation own{call.params,        lowered,      call.heap,   call.warnings,
                                  call.helpers,       call.options, call.stores, call.repeated_keys,
                                  call.workspace,     call.sources, call.added,  call.units,
                                  call.shows_options, options,      call.trace};
  const bool is_told = !call.trace.file.empty() && Renders(method);
  Result<Value> result = is_told ? RunTraced(*operation, own) : operation->run(own);
  if (result && call.heap->exhausted() != Exhausted::kNo) {
    result = DidNotFit(call.heap->exhausted());
  }
  if (!result) AppendTo(&result.error(), call.warnings);
  return result;
}

}  // namespace galley::api
