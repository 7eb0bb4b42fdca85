// Tokens: what the lexer makes of a Handlebars template.
//
// A token is a kind and a run of bytes of the source.  Text keeps its blanks: which
// of them are printed is decided on the tree (whitespace.h).
#ifndef GALLEY_ENGINE_HANDLEBARS_TOKEN_H_
#define GALLEY_ENGINE_HANDLEBARS_TOKEN_H_

#include <cstdint>
#include <string_view>

#include "diag/source.h"

namespace galley::handlebars {

enum class TokenKind : uint8_t {
  kContent,
  kComment,

  kOpen,              // {{  and, with flags, {{& and {{*
  kOpenUnescaped,     // {{{
  kOpenBlock,         // {{# and {{#*
  kOpenInverse,       // {{^
  kOpenInverseChain,  // {{else, with more behind it
  kOpenEndBlock,      // {{/
  kOpenPartial,       // {{>
  kOpenPartialBlock,  // {{#>
  kOpenRawBlock,      // {{{{
  kInverse,           // {{else}} or {{^}}, whole
  kClose,             // }}
  kCloseUnescaped,    // }}}
  kCloseRawBlock,     // }}}}
  kEndRawBlock,       // the name in {{{{/name}}}}

  kOpenParen,
  kCloseParen,
  kEquals,
  kSeparator,         // . or /
  kData,              // @
  kOpenBlockParams,   // as |
  kCloseBlockParams,  // |

  kId,       // a name, `.` or `..`
  kBracket,  // [name]
  kString,   // with its quotes
  kNumber,
  kTrue,
  kFalse,
  kUndefined,
  kNull,

  kInvalid,  // what cannot be read; always the last but one
  kEnd,
};

enum TokenFlag : uint8_t {
  kStripLeft = 1,   // a ~ behind the opening braces
  kStripRight = 2,  // a ~ before the closing ones
  kStar = 4,        // a decorator
  kAmpersand = 8,   // {{&
  kLongComment = 16,
};

struct Token {
  TokenKind kind;
  uint8_t flags = 0;
  Span span;

  bool has(TokenFlag flag) const noexcept { return (flags & flag) != 0; }
  std::string_view text(std::string_view source) const noexcept {
    return source.substr(span.begin, span.end - span.begin);
  }
};

// What a kind is called in messages: punctuation as it is written, the others in
// words.
std::string_view TokenKindName(TokenKind kind) noexcept;

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_TOKEN_H_
