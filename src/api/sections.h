// What the operations on section templates share.
#ifndef GALLEY_API_SECTIONS_H_
#define GALLEY_API_SECTIONS_H_

#include <string>

#include "api/operation.h"
#include "api/params.h"
#include "api/workspace.h"
#include "galley/result.h"
#include "resolve/flat.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// The flat template of the parameters `template` and `strict`; `workspace` is theirs.
Result<FlatTemplate> ResolveTemplate(const Invocation& call, const Params& params,
                                     Workspace* workspace);

// The text of a template filled with `values`.  Fails with input-invalid or
// limit-output.
Result<std::string> RenderFlat(const FlatTemplate& flat, const Value& values,
                               const Invocation& call);

// Checks the parameter `set`, the names of values that were given one by one: V-23 takes
// names of placeholders only.  Fails with input-invalid.
Result<void> CheckSetNames(const Params& params);

// Where every part came from, and what was overridden, removed or ignored:
// {files[], sections {N: place}, placeholders {N: {place, fields {K: place}}}, events[]}
// with places {file, line}.
Value NewTrace(const FlatTemplate& flat, Heap* heap);
// The same for people, each line after `prefix`.
std::string ShowTrace(const FlatTemplate& flat, std::string_view prefix);

}  // namespace galley

#endif  // GALLEY_API_SECTIONS_H_
