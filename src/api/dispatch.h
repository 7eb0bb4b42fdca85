// Calling an operation by name: the one way in for every door.
#ifndef GALLEY_API_DISPATCH_H_
#define GALLEY_API_DISPATCH_H_

#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/invocation.h"

namespace galley::api {

// Runs `method` on `params`, a map or undefined.  Drops what `*heap` held and
// makes the result there; the result lives as long as both the heap and `params`.
//
// `helpers` are those that templates may call besides the ones there are, `options` what
// else came with the call, `stores` those that stay open between calls; all may be null.
//
// Fails with unknown-method, with invalid-params where a parameter is missing,
// unknown or of the wrong shape, with limit-steps or limit-heap where the result
// did not fit, or for the operation's own reasons.
Result<Value> Dispatch(std::string_view method, const Value& params, const Limits& limits,
                       Heap* heap, std::vector<Diagnostic>* warnings,
                       const HostCallables* helpers = nullptr, const CallOptions* options = nullptr,
                       workspace::StoreSession* stores = nullptr);

// The same for a call with all that belongs to it; its limits are those before its own
// lower them.
Result<Value> Dispatch(std::string_view method, const workspace::Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_DISPATCH_H_
