// How many tokens a rendered text takes, for operations that give texts.
#ifndef GALLEY_API_TEXT_USAGE_H_
#define GALLEY_API_TEXT_USAGE_H_

#include <string_view>

#include "galley/result.h"
#include "value/value.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {

// `result`, a map, with `usage` {tokens, maxTokens, estimator, exactness, estimatedMargin?,
// model?} of `text` where the parameters name a model or a tokenizer; else as it is.  Fails
// as ReadCounting does.
Result<Value> WithTextUsage(const Value& result, std::string_view text,
                            const workspace::Params& params, workspace::Workspace* workspace,
                            const workspace::Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_TEXT_USAGE_H_
