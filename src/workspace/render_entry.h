// Rendering a template of a catalog, whatever its type: the one place that knows
// what each type renders to.
#ifndef GALLEY_WORKSPACE_RENDER_ENTRY_H_
#define GALLEY_WORKSPACE_RENDER_ENTRY_H_

#include <string>
#include <string_view>

#include "diag/source.h"
#include "discover/catalog.h"
#include "engine/jinja/options.h"
#include "galley/result.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::workspace {

// The text of `entry`, one of the catalog of `workspace`, for the parameters `data`,
// `options` and `set`.  Fails with wrong-template-type for what does not render to text.
Result<std::string> RenderEntry(Workspace* workspace, const Entry& entry, const Params& params,
                                const Invocation& call);

// Whether a Jinja template names no other one.
Result<void> CheckStandsAlone(const Source& source, const jinja::SyntaxOptions& syntax,
                              const Limits& limits);

// The text of a Jinja template that stands alone, called `name` in messages.
Result<std::string> RenderLiteral(std::string_view name, std::string_view text,
                                  const Params& params, const Invocation& call);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_RENDER_ENTRY_H_
