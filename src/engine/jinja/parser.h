// The parser: the text of one Jinja template to its syntax tree.
#ifndef GALLEY_ENGINE_JINJA_PARSER_H_
#define GALLEY_ENGINE_JINJA_PARSER_H_

#include <string_view>

#include "diag/source.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/cursor.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/options.h"
#include "engine/jinja/statement_parser.h"
#include "engine/jinja/tree_builder.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::jinja {

// Accepts what Jinja2 3.1 accepts, and refuses what it refuses when parsing or
// when it compiles the result, except for what needs the names of filters and
// tests or the scopes of variables.  Takes time linear in the text, and a stack
// that does not grow with it.
//
// Reads one template after the other, keeping its memory.
class Parser {
 public:
  // The arguments outlive the parser.
  Parser(const SyntaxOptions& options, const Limits& limits);
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // Makes tree() that of `source`, of which it keeps nothing.
  Result<void> Parse(const Source& source);
  // The same in two steps: tokens(), then the tree of what was read last.
  Result<void> ReadTokens(const Source& source);
  Result<void> ParseTokens(const Source& source);

  const TokenList& tokens() const noexcept { return tokens_; }
  // Whoever takes its heap away leaves the rest to the next template.
  Tree& tree() noexcept { return tree_; }

 private:
  const SyntaxOptions& options_;
  const Limits& limits_;
  std::string_view problem_;  // of the options
  const OpeningFinder openings_;
  TokenList tokens_;
  Tree tree_;
  TreeBuilder builder_;
  Cursor cursor_;
  StatementParser statements_;
};

// The tree of one template.
Result<Tree> Parse(const Source& source, const SyntaxOptions& options, const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_PARSER_H_
