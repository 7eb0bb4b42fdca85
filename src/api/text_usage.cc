// Counts only where the call names a model or a tokenizer, so that a plain render costs nothing
// more.
#include "api/text_usage.h"

#include <algorithm>

#include "base/try.h"
#include "budget/default_budget.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/counting.h"

namespace galley::api {
namespace {

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

}  // namespace

Result<Value> WithTextUsage(const Value& result, std::string_view text,
                            const workspace::Params& params, workspace::Workspace* workspace,
                            const workspace::Invocation& call) {
  if (!params.has("model") && !params.has("tokenizer") && !params.has("estimator")) return result;
  const workspace::Counting counting = TRY(workspace::ReadCounting(params, {}, workspace, call));
  const TokenCount counted = TRY(counting.counter->CountText(text));
  Heap* heap = call.heap;
  const uint64_t room = counting.room();
  const Value usage = NewRecord(
      heap, {{"tokens", Number(counted.tokens)},
             {"maxTokens", room == kUnlimited ? Value::None() : Number(room)},
             {"estimator", heap->NewString(counting.counter->texts().name())},
             {"exactness", Value::String(ExactnessName(counted.exactness))},
             {"estimatedMargin", counted.margin > 0 ? Number(counted.margin) : Value()},
             {"model", counting.model ? heap->NewString(counting.model->name) : Value()}});
  MapEntry* entries = heap->NewEntries(result.size() + 1);
  if (!entries) return result;
  std::copy_n(result.entries(), result.size(), entries);
  entries[result.size()] = {Value::String("usage"), usage};
  return heap->NewMap(entries, result.size() + 1);
}

}  // namespace galley::api
