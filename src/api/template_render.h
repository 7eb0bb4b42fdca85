// What `template.render` does in a workspace that is open already.
#ifndef GALLEY_API_TEMPLATE_RENDER_H_
#define GALLEY_API_TEMPLATE_RENDER_H_

#include <memory>

#include "api/operation.h"
#include "galley/result.h"
#include "value/value.h"
#include "workspace/workspace.h"

namespace galley::api {

// `params` are those of `template.render`; their `workspace` is not looked at.
Result<Value> RenderIn(const std::shared_ptr<workspace::Workspace>& workspace, const Params& params,
                       const Invocation& call);

}  // namespace galley::api

#endif  // GALLEY_API_TEMPLATE_RENDER_H_
