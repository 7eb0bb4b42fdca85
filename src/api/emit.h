// Conversations as requests of providers, for the operations that end with one.
#ifndef GALLEY_API_EMIT_H_
#define GALLEY_API_EMIT_H_

#include "api/operation.h"
#include "emit/provider.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/params.h"

namespace galley::api {

// The parameter `as`.
Result<Provider> ReadProvider(const Params& params);

// {request}, or {text} for Provider::kText.  Fails with prefix-unsupported and
// limit-output.
Result<Value> EmitConversation(const Outgoing& outgoing, Provider provider, const Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_EMIT_H_
