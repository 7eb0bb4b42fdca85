// CallOn: what Workspace::Call does, for doors that keep memory and stores of their own.
#ifndef GALLEY_API_CALL_ON_H_
#define GALLEY_API_CALL_ON_H_

#include <string_view>

#include "galley/result.h"
#include "galley/workspace.h"
#include "value/value.h"
#include "workspace/invocation.h"

namespace galley::api {

// Runs `method` with what the workspace has; `call` says with which parameters, where the result
// goes, and which stores stay open.  Fails as Dispatch does.
Result<Value> CallOn(const Workspace& workspace, std::string_view method,
                     const workspace::Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_CALL_ON_H_
