// Tokens: `tokens.count`.
#include <cstdint>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "galley/budget.h"
#include "value/record.h"
#include "workspace/estimators.h"

namespace galley::api {

// {text, tokenizer?} -> {tokens}
Result<Value> CountTokens(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"text", "tokenizer"}));
  const std::string_view text = TRY(params.String("text"));
  const Estimator estimator = TRY(workspace::ReadEstimator(params, "tokenizer", call));
  const uint64_t tokens = estimator.function(text, estimator.data);
  return NewRecord(call.heap, {{"tokens", Value::Int(static_cast<int64_t>(tokens))}});
}

}  // namespace galley::api
