// The lexer: template text to tokens, in one pass over the bytes.
#ifndef GALLEY_ENGINE_JINJA_LEXER_H_
#define GALLEY_ENGINE_JINJA_LEXER_H_

#include <optional>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "engine/jinja/opening.h"
#include "engine/jinja/options.h"
#include "engine/jinja/token.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"

namespace galley::jinja {

// All tokens up to the end of the template, or up to what cannot be read: the
// last one is kEnd in both cases, and `error` says which.  A parser reports
// `error` only when it gets that far, so the first mistake in a template is the
// one its author hears of.
struct TokenList {
  std::vector<Token> tokens;
  std::optional<Diagnostic> error;
};

// What is wrong with the delimiters, or nothing.
std::string_view ProblemOf(const SyntaxOptions& options) noexcept;

// Replaces what `list` holds, keeping its memory.  Checks that the text is not too
// long and valid UTF-8 first.  The options of `openings` have no problem.
void Lex(const Source& source, const OpeningFinder& openings, const Limits& limits,
         TokenList* list);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_LEXER_H_
