// Section templates of a call: the flat one that its parameters mean, and its text.
#ifndef GALLEY_WORKSPACE_SECTION_TEMPLATE_H_
#define GALLEY_WORKSPACE_SECTION_TEMPLATE_H_

#include <string>

#include "galley/result.h"
#include "resolve/flat.h"
#include "value/value.h"
#include "workspace/invocation.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::workspace {

// The flat template of the parameters `template` and `strict`; `workspace` is theirs.
Result<FlatTemplate> ResolveTemplate(const Invocation& call, const Params& params,
                                     Workspace* workspace);

// The text of a template filled with `values`.  Fails with input-invalid or
// limit-output.
Result<std::string> RenderFlat(const FlatTemplate& flat, const Value& values,
                               const Invocation& call);

// Checks the parameter `set`, the names of values that were given one by one: V-23 takes
// names of placeholders only.  Fails with input-invalid.
// `values`, with what the parameter `set` names made into what its placeholder asks for: a
// number, a boolean, or a list or map that is written as JSON.  Fails with input-invalid
// where a text cannot be that.
Result<Value> CoerceSetValues(const FlatTemplate& flat, const Value& values, const Params& params,
                              const Invocation& call);

Result<void> CheckSetNames(const Params& params);

// Whether the file at a path of the workspace is a section template; one that cannot be
// read is none, which whoever reads it will explain.
Result<bool> IsSectionFile(Workspace* workspace, std::string_view path, const Limits& limits);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_SECTION_TEMPLATE_H_
