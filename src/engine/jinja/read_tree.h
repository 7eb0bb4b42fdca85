// What of its variables a Jinja template can read: which fields, which items.
#ifndef GALLEY_ENGINE_JINJA_READ_TREE_H_
#define GALLEY_ENGINE_JINJA_READ_TREE_H_

#include "diag/source.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/read_tree.h"
#include "galley/result.h"

namespace galley::jinja {

// Adds to `reads`, which has its first node.  Names that the template gives itself are taken for
// variables too.  Fails where the text cannot be parsed.
Result<void> AddReads(const Source& source, const SyntaxOptions& options, const Limits& limits,
                      ReadTree* reads);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_READ_TREE_H_
