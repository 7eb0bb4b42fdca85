#include "engine/jinja/parser.h"

#include "diag/report.h"
#include "engine/jinja/cursor.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/statement_parser.h"
#include "engine/jinja/tree_builder.h"

namespace galley::jinja {
namespace {

Diagnostic OutOfMemory(const Source& source) {
  return Report(Code::kLimitHeap, source, {}, "the template takes more memory than the limit");
}

}  // namespace

Result<Tree> Parse(const Source& source, const SyntaxOptions& options, const Limits& limits) {
  TokenList tokens = Lex(source, options, limits);
  // A text that failed the first checks is not even copied.
  if (tokens.error && tokens.tokens.size() == 1) return *std::move(tokens.error);

  TreeBuilder tree(source.text(), options.newline_sequence, tokens.tokens.size());
  if (!tree.ok()) return OutOfMemory(source);
  Cursor cursor(source, options, tokens);
  StatementParser statements(&cursor, &tree, limits);
  ListId body;
  if (!statements.Parse(&body)) return cursor.TakeError();
  if (!tree.ok()) return OutOfMemory(source);
  Tree made = tree.Finish(body);
  made.mark_tags = options.mark_tags;
  return made;
}

}  // namespace galley::jinja
