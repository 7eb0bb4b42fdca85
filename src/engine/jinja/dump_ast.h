// Tokens and syntax trees as indented text, for people and for tests.
#ifndef GALLEY_ENGINE_JINJA_DUMP_AST_H_
#define GALLEY_ENGINE_JINJA_DUMP_AST_H_

#include <span>
#include <string>

#include "diag/source.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/token.h"

namespace galley::jinja {

// One token a line: offset, kind, and the text of those that may differ.
std::string DumpTokens(const Source& source, std::span<const Token> tokens);

// One node a line, below its parent.  Lines are indented by 64 levels at most, so
// that the dump of a long chain stays linear.
std::string DumpTree(const Tree& tree);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_DUMP_AST_H_
