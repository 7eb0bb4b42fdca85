// What messages call each kind of token: its spelling where it has one, else a description.
#include "engine/handlebars/token.h"

namespace galley::handlebars {

std::string_view TokenKindName(TokenKind kind) noexcept {
  switch (kind) {
    case TokenKind::kContent:
      return "text";
    case TokenKind::kComment:
      return "a comment";
    case TokenKind::kOpen:
      return "`{{`";
    case TokenKind::kOpenUnescaped:
      return "`{{{`";
    case TokenKind::kOpenBlock:
      return "`{{#`";
    case TokenKind::kOpenInverse:
      return "`{{^`";
    case TokenKind::kOpenInverseChain:
    case TokenKind::kInverse:
      return "`{{else`";
    case TokenKind::kOpenEndBlock:
      return "`{{/`";
    case TokenKind::kOpenPartial:
      return "`{{>`";
    case TokenKind::kOpenPartialBlock:
      return "`{{#>`";
    case TokenKind::kOpenRawBlock:
      return "`{{{{`";
    case TokenKind::kClose:
      return "`}}`";
    case TokenKind::kCloseUnescaped:
      return "`}}}`";
    case TokenKind::kCloseRawBlock:
      return "`}}}}`";
    case TokenKind::kEndRawBlock:
      return "the end of a raw block";
    case TokenKind::kOpenParen:
      return "`(`";
    case TokenKind::kCloseParen:
      return "`)`";
    case TokenKind::kEquals:
      return "`=`";
    case TokenKind::kSeparator:
      return "`.`";
    case TokenKind::kData:
      return "`@`";
    case TokenKind::kOpenBlockParams:
      return "`as |`";
    case TokenKind::kCloseBlockParams:
      return "`|`";
    case TokenKind::kId:
    case TokenKind::kBracket:
      return "a name";
    case TokenKind::kString:
      return "a string";
    case TokenKind::kNumber:
      return "a number";
    case TokenKind::kTrue:
      return "`true`";
    case TokenKind::kFalse:
      return "`false`";
    case TokenKind::kUndefined:
      return "`undefined`";
    case TokenKind::kNull:
      return "`null`";
    case TokenKind::kInvalid:
      return "what cannot be read";
    case TokenKind::kEnd:
      return "the end of the template";
  }
  return "";
}

}  // namespace galley::handlebars
