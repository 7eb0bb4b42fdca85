// The lexer: template text to tokens, in one pass over the bytes.
#ifndef GALLEY_ENGINE_JINJA_LEXER_H_
#define GALLEY_ENGINE_JINJA_LEXER_H_

#include <optional>
#include <vector>

#include "diag/source.h"
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

// Checks the options, and that the text is not too long and valid UTF-8, first.
TokenList Lex(const Source& source, const SyntaxOptions& options, const Limits& limits);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_LEXER_H_
