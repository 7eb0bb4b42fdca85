// Estimators by name: the default one, and those that came with the call.
#ifndef GALLEY_WORKSPACE_ESTIMATORS_H_
#define GALLEY_WORKSPACE_ESTIMATORS_H_

#include <string_view>

#include "galley/budget.h"
#include "galley/result.h"
#include "workspace/invocation.h"
#include "workspace/params.h"

namespace galley::workspace {

// The estimator that the parameter `name` asks for; the default one where it is absent.
// Fails with invalid-params.
Result<Estimator> ReadEstimator(const Params& params, std::string_view name,
                                const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_ESTIMATORS_H_
