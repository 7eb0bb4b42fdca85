// Tokens, then statements; the first problem in the order of the text is the one that is told.
#include "engine/jinja/parser.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"

namespace galley::jinja {
namespace {

Diagnostic OutOfMemory(const Source& source) {
  return Report(Code::kLimitHeap, source, {}, "the template takes more memory than the limit");
}

}  // namespace

Parser::Parser(const SyntaxOptions& options, const Limits& limits)
    : options_(options),
      limits_(limits),
      problem_(ProblemOf(options)),
      openings_(options),
      builder_(&tree_),
      cursor_(options),
      statements_(&cursor_, &builder_, limits) {}

Result<void> Parser::Parse(const Source& source) {
  TRY(ReadTokens(source));
  return ParseTokens(source);
}

Result<void> Parser::ReadTokens(const Source& source) {
  if (!problem_.empty()) return Report(Code::kInvalidParams, source, {}, std::string(problem_));
  Lex(source, openings_, limits_, &tokens_);
  // A text that failed the first checks is not even copied.
  if (tokens_.error && tokens_.tokens.size() == 1) return *std::move(tokens_.error);
  return {};
}

Result<void> Parser::ParseTokens(const Source& source) {
  builder_.Start(source.text(), options_.newline_sequence, tokens_.tokens.size());
  if (!builder_.ok()) return OutOfMemory(source);
  cursor_.Start(source, tokens_);
  tree_.mark_tags = options_.mark_tags;
  tree_.translates = options_.i18n;
  if (!statements_.Parse(&tree_.body)) return cursor_.TakeError();
  if (!builder_.ok()) return OutOfMemory(source);
  return {};
}

Result<Tree> Parse(const Source& source, const SyntaxOptions& options, const Limits& limits) {
  Parser parser(options, limits);
  TRY(parser.Parse(source));
  return std::move(parser.tree());
}

}  // namespace galley::jinja
