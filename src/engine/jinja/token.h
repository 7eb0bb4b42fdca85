// Tokens: what the lexer makes of a template.
//
// A token is a kind and a run of bytes of the source.  Whitespace control is
// already applied: the bytes of a kText token are the ones to print, comments and
// the delimiters of raw blocks are gone, line statements look like blocks.
#ifndef GALLEY_ENGINE_JINJA_TOKEN_H_
#define GALLEY_ENGINE_JINJA_TOKEN_H_

#include <cstdint>
#include <string_view>

#include "diag/source.h"
#include "engine/jinja/keyword.h"

namespace galley::jinja {

enum class TokenKind : uint8_t {
  kText,
  kVariableBegin,
  kVariableEnd,
  kBlockBegin,
  kBlockEnd,  // of no bytes at the end of a line statement

  kName,
  kString,   // with its quotes
  kInteger,  // as written
  kFloat,

  kAdd,
  kSub,
  kMul,
  kDiv,
  kFloorDiv,
  kMod,
  kPow,
  kTilde,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAssign,
  kDot,
  kColon,
  kPipe,
  kComma,
  kSemicolon,
  kOpenParen,
  kCloseParen,
  kOpenBracket,
  kCloseBracket,
  kOpenBrace,
  kCloseBrace,

  kEnd,  // of the template, or of what could be read of it
};

struct Token {
  TokenKind kind;
  Keyword keyword;  // of a kName; kNone for all others
  uint32_t offset;
  uint32_t size;

  Span span() const noexcept { return {offset, offset + size}; }
  std::string_view text(std::string_view source) const noexcept {
    return source.substr(offset, size);
  }
};

// What a kind is called in messages and dumps: operators as they are written,
// the others in words.
std::string_view TokenKindName(TokenKind kind) noexcept;

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_TOKEN_H_
