// The default by its name first, then those that came with the call.
#include "workspace/estimators.h"

#include <string>
#include <vector>

#include "base/try.h"
#include "budget/estimator.h"
#include "diag/report.h"
#include "galley/operations.h"

namespace galley::workspace {
namespace {

uint64_t EstimateByLength(std::string_view text, void*) { return EstimateTokens(text); }

constexpr Estimator kByLength = {kDefaultEstimator, EstimateByLength};

Diagnostic Unknown(const std::string& path, std::string_view asked, const Invocation& call) {
  std::vector<std::string_view> names = {kDefaultEstimator};
  if (call.options) {
    for (const Estimator& each : call.options->estimators) names.push_back(each.name);
  }
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + Quoted(name);
  return Report(Code::kInvalidParams,
                Quoted(path) + (names.size() == 1 ? " must be " : " must be one of ") + list,
                SuggestNearest(asked, names));
}

}  // namespace

Result<Estimator> ReadEstimator(const Params& params, std::string_view name,
                                const Invocation& call) {
  const std::string_view asked = TRY(params.String(name, kDefaultEstimator));
  if (asked == kDefaultEstimator) return kByLength;
  if (call.options) {
    for (const Estimator& each : call.options->estimators) {
      if (each.name == asked && each.function) return each;
    }
  }
  return Unknown(params.PathOf(name), asked, call);
}

}  // namespace galley::workspace
