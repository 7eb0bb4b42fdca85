// The parser: the text of one Jinja template to its syntax tree.
#ifndef GALLEY_ENGINE_JINJA_PARSER_H_
#define GALLEY_ENGINE_JINJA_PARSER_H_

#include "diag/source.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/options.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

// Accepts what Jinja2 3.1 accepts, and refuses what it refuses when parsing or
// when it compiles the result, except for what needs the names of filters and
// tests or the scopes of variables.  Takes time linear in the text, and a stack
// that does not grow with it.  The tree keeps nothing of `source`.
Result<Tree> Parse(const Source& source, const SyntaxOptions& options, const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_PARSER_H_
