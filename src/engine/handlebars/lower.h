// Lowering: the tree of a Handlebars template to code.
#ifndef GALLEY_ENGINE_HANDLEBARS_LOWER_H_
#define GALLEY_ENGINE_HANDLEBARS_LOWER_H_

#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/handlebars/ast.h"
#include "engine/handlebars/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::handlebars {

Result<Unit> Lower(Tree tree, const Source& source, const CompileOptions& options,
                   const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_LOWER_H_
