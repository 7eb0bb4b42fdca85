// The parser: tokens to a tree.
#ifndef GALLEY_ENGINE_HANDLEBARS_PARSER_H_
#define GALLEY_ENGINE_HANDLEBARS_PARSER_H_

#include "diag/source.h"
#include "engine/handlebars/ast.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::handlebars {

// The tree views the text of `source`.  Blanks are still all there: see
// whitespace.h.
Result<Tree> Parse(const Source& source, const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_PARSER_H_
