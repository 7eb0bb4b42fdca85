// Jinja: the blanks inside of tags.  Text, comments, raw blocks and strings are copied.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "engine/jinja/options.h"
#include "engine/jinja/parser.h"
#include "engine/jinja/token.h"
#include "tidy/tidy.h"

namespace galley::tidy {
namespace {

using jinja::Keyword;
using jinja::Token;
using jinja::TokenKind;
using jinja::TokenList;

bool IsBegin(TokenKind kind) noexcept {
  return kind == TokenKind::kVariableBegin || kind == TokenKind::kBlockBegin;
}
bool IsEnd(TokenKind kind) noexcept {
  return kind == TokenKind::kVariableEnd || kind == TokenKind::kBlockEnd;
}
bool IsOpen(TokenKind kind) noexcept {
  return kind == TokenKind::kOpenParen || kind == TokenKind::kOpenBracket ||
         kind == TokenKind::kOpenBrace;
}
bool IsClose(TokenKind kind) noexcept {
  return kind == TokenKind::kCloseParen || kind == TokenKind::kCloseBracket ||
         kind == TokenKind::kCloseBrace;
}

// Words that an operand follows.  Any other name is an operand itself, or stands before one
// with a blank between them anyway.
bool WantsOperand(const Token& token) noexcept {
  switch (token.keyword) {
    case Keyword::kAnd:
    case Keyword::kOr:
    case Keyword::kNot:
    case Keyword::kIn:
    case Keyword::kIs:
    case Keyword::kIf:
    case Keyword::kElif:
    case Keyword::kElse:
    case Keyword::kFor:
    case Keyword::kSet:
    case Keyword::kPrint:
    case Keyword::kDo:
    case Keyword::kInclude:
    case Keyword::kExtends:
    case Keyword::kImport:
    case Keyword::kFrom:
      return true;
    default:
      return false;
  }
}

// One tag, token by token: how far each stands from the one before it.
class TagSpacing {
 public:
  std::string_view Before(const Token& token) {
    const std::string_view gap = Gap(token);
    Take(token);
    return gap;
  }

 private:
  // Whether the token before ends an operand, so that what follows is an operator, a call
  // or a subscript.
  bool AfterOperand() const noexcept {
    switch (last_.kind) {
      case TokenKind::kName:
        return after_dot_ || !WantsOperand(last_);
      case TokenKind::kString:
      case TokenKind::kInteger:
      case TokenKind::kFloat:
        return true;
      default:
        return IsClose(last_.kind);
    }
  }

  std::string_view Gap(const Token& token) const noexcept {
    if (IsBegin(last_.kind) || IsEnd(token.kind)) return " ";
    if (IsOpen(last_.kind) || IsClose(token.kind) || last_is_unary_) return "";
    switch (token.kind) {
      case TokenKind::kDot:
      case TokenKind::kComma:
      case TokenKind::kSemicolon:
      case TokenKind::kColon:
        return "";
      case TokenKind::kAssign:
        return IsArgument() ? "" : " ";
      case TokenKind::kOpenParen:
      case TokenKind::kOpenBracket:
        if (AfterOperand()) return "";
        break;
      default:
        break;
    }
    switch (last_.kind) {
      case TokenKind::kDot:
        return "";
      case TokenKind::kAssign:
        return IsArgument() ? "" : " ";
      case TokenKind::kColon:
        return InSlice() ? "" : " ";
      default:
        return " ";
    }
  }

  bool IsArgument() const noexcept {
    return !brackets_.empty() && brackets_.back() == TokenKind::kOpenParen;
  }
  bool InSlice() const noexcept {
    return !brackets_.empty() && brackets_.back() == TokenKind::kOpenBracket;
  }
  // A sign, or the star of arguments that are spread.
  bool IsUnary(const Token& token) const noexcept {
    const bool is_sign = token.kind == TokenKind::kAdd || token.kind == TokenKind::kSub;
    const bool is_star = token.kind == TokenKind::kMul || token.kind == TokenKind::kPow;
    return (is_sign || is_star) && !AfterOperand();
  }

  void Take(const Token& token) {
    last_is_unary_ = IsUnary(token);
    after_dot_ = last_.kind == TokenKind::kDot || last_.kind == TokenKind::kPipe;
    if (IsOpen(token.kind)) brackets_.push_back(token.kind);
    if (IsClose(token.kind) && !brackets_.empty()) brackets_.pop_back();
    last_ = token;
  }

  Token last_{TokenKind::kText, Keyword::kNone, 0, 0};
  bool last_is_unary_ = false;
  bool after_dot_ = false;
  std::vector<TokenKind> brackets_;
};

// What a text prints depends on its options, what its tags are does not.  A statement that
// some options allow is none that is broken.
jinja::SyntaxOptions EveryStatement() {
  jinja::SyntaxOptions options;
  options.keep_trailing_newline = true;
  options.do_statement = true;
  options.loop_controls = true;
  options.generation = true;
  options.i18n = true;
  options.debug = true;
  return options;
}

bool AreSame(const TokenList& a, std::string_view a_text, const TokenList& b,
             std::string_view b_text) {
  return std::equal(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end(),
                    [&](const Token& x, const Token& y) {
                      return x.kind == y.kind && x.text(a_text) == y.text(b_text);
                    });
}

std::string Laid(std::string_view text, const TokenList& list) {
  std::string out;
  uint32_t copied = 0;  // of the text
  bool in_tag = false;
  TagSpacing spacing;
  for (const Token& token : list.tokens) {
    if (IsBegin(token.kind)) {
      in_tag = true;
      spacing = TagSpacing();
      spacing.Before(token);
      out += text.substr(copied, token.offset + token.size - copied);
    } else if (in_tag && token.kind != TokenKind::kEnd) {
      const std::string_view gap = text.substr(copied, token.offset - copied);
      // Blanks of other languages stay what they are.
      const bool is_ascii = gap.find_first_not_of(" \t\n\r\v\f") == gap.npos;
      const std::string_view wanted = spacing.Before(token);
      out += is_ascii ? TidyGap(gap, wanted) : std::string(gap);
      out += token.text(text);
    } else {
      continue;
    }
    copied = token.offset + token.size;
    if (IsEnd(token.kind)) in_tag = false;
  }
  out += text.substr(copied);
  return out;
}

}  // namespace

Result<std::string> TidyJinja(const Source& source, const Limits& limits) {
  const jinja::SyntaxOptions options = EveryStatement();
  jinja::Parser before(options, limits);
  TRY(before.Parse(source));
  std::string laid = Laid(source.text(), before.tokens());
  const Source again(source.name(), laid);
  jinja::Parser after(options, limits);
  if (after.Parse(again) && AreSame(before.tokens(), source.text(), after.tokens(), laid)) {
    return laid;
  }
  return std::string(source.text());
}

}  // namespace galley::tidy
