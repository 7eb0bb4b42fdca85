// Handlebars: the blanks inside of tags.  Text, comments, raw blocks and strings are copied.
//
// A blank is never put where none was, nor taken where it parts two arguments: a bracket
// right behind a name belongs to it.
#include <algorithm>
#include <string>
#include <string_view>

#include "base/try.h"
#include "engine/handlebars/lexer.h"
#include "engine/handlebars/parser.h"
#include "engine/handlebars/token.h"
#include "tidy/tidy.h"

namespace galley::tidy {
namespace {

using handlebars::Token;
using handlebars::TokenKind;
using handlebars::TokenList;

bool IsOpen(TokenKind kind) noexcept {
  return kind >= TokenKind::kOpen && kind <= TokenKind::kOpenRawBlock;
}
bool IsClose(TokenKind kind) noexcept {
  return kind == TokenKind::kClose || kind == TokenKind::kCloseUnescaped ||
         kind == TokenKind::kCloseRawBlock;
}
bool IsText(TokenKind kind) noexcept {
  return kind == TokenKind::kContent || kind == TokenKind::kComment ||
         kind == TokenKind::kEndRawBlock;
}

// A token as it should be written: `{{ else }}` and the `{{ else` of a chain hold blanks.
std::string Written(const Token& token, std::string_view text) {
  std::string written(token.text(text));
  if (token.kind == TokenKind::kInverse || token.kind == TokenKind::kOpenInverseChain) {
    if (written.find('\n') == written.npos) {
      std::erase_if(written, [](char byte) { return byte == ' ' || byte == '\t'; });
    }
  }
  return written;
}

// What stands between two tokens of a tag that had blanks between them.
std::string_view Gap(TokenKind last, TokenKind next) noexcept {
  const bool is_partial = last == TokenKind::kOpenPartial || last == TokenKind::kOpenPartialBlock;
  if (is_partial || last == TokenKind::kOpenInverseChain) return " ";
  if (IsOpen(last) || IsClose(next)) return "";
  if (last == TokenKind::kOpenParen || next == TokenKind::kCloseParen) return "";
  if (last == TokenKind::kEquals || next == TokenKind::kEquals) return "";
  if (last == TokenKind::kOpenBlockParams || next == TokenKind::kCloseBlockParams) return "";
  return " ";
}

bool AreSame(const TokenList& a, std::string_view a_text, const TokenList& b,
             std::string_view b_text) {
  return !b.error && std::equal(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end(),
                                [&](const Token& x, const Token& y) {
                                  return x.kind == y.kind && x.flags == y.flags &&
                                         Written(x, a_text) == Written(y, b_text);
                                });
}

std::string Laid(std::string_view text, const TokenList& list) {
  std::string out;
  uint32_t copied = 0;  // of the text
  bool in_tag = false;
  TokenKind last = TokenKind::kContent;
  for (const Token& token : list.tokens) {
    if (IsText(token.kind) || token.kind == TokenKind::kEnd) continue;
    const std::string_view gap = text.substr(copied, token.span.begin - copied);
    const bool is_blank = gap.find_first_not_of(" \t\n\r\v\f") == gap.npos;
    const bool is_inside = in_tag && !gap.empty() && is_blank;
    out += is_inside ? TidyGap(gap, Gap(last, token.kind)) : std::string(gap);
    // `{{>name}}` is how nobody writes it.
    if (in_tag && gap.empty() && last == TokenKind::kOpenPartial) out += ' ';
    out += Written(token, text);
    copied = token.span.end;
    last = token.kind;
    in_tag = !IsClose(token.kind) && token.kind != TokenKind::kInverse;
  }
  out += text.substr(copied);
  return out;
}

}  // namespace

Result<std::string> TidyHandlebars(const Source& source, const Limits& limits) {
  TRY(handlebars::Parse(source, limits));
  const TokenList before = handlebars::Lex(source, limits);
  std::string laid = Laid(source.text(), before);
  const Source again(source.name(), laid);
  if (AreSame(before, source.text(), handlebars::Lex(again, limits), laid)) return laid;
  return std::string(source.text());
}

}  // namespace galley::tidy
