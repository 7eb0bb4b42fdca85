// The lexer: template text to tokens, in one pass over the bytes.
//
// It follows the rules of Handlebars.js one by one, in their order, since the first
// rule that matches counts there and not the longest.  Beyond them, digits behind
// a `.` and brackets behind a name are parts of a path.
#ifndef GALLEY_ENGINE_HANDLEBARS_LEXER_H_
#define GALLEY_ENGINE_HANDLEBARS_LEXER_H_

#include <optional>
#include <vector>

#include "diag/source.h"
#include "engine/handlebars/token.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"

namespace galley::handlebars {

// All tokens up to the end of the template, or up to what cannot be read, which is
// kInvalid; the last one is always kEnd.  `error` is set where the text is too long
// for the limits, or no text.
struct TokenList {
  std::vector<Token> tokens;
  std::optional<Diagnostic> error;
};

TokenList Lex(const Source& source, const Limits& limits);

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_LEXER_H_
