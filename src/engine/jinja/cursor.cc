// Messages name what was expected and what was found, as it is written.
#include "engine/jinja/cursor.h"

#include "diag/report.h"

namespace galley::jinja {

bool Cursor::Expect(Keyword keyword) {
  return TakeIf(keyword) || FailExpected(Quoted(Spelling(keyword)));
}

std::string Cursor::NameOf(TokenKind kind) const {
  switch (kind) {
    case TokenKind::kVariableEnd:
      return Quoted(options_.variable_end);
    case TokenKind::kBlockEnd:
      return Quoted(options_.block_end);
    case TokenKind::kName:
      return "a name";
    case TokenKind::kString:
      return "a string";
    case TokenKind::kInteger:
      return "an integer";
    case TokenKind::kFloat:
      return "a float";
    case TokenKind::kEnd:
      return "the end of the template";
    default:
      return Quoted(TokenKindName(kind));
  }
}

std::string Cursor::Found() const {
  const Token& token = current();
  switch (token.kind) {
    case TokenKind::kName:
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return Quoted(text(token));
    case TokenKind::kBlockEnd:
      return token.size == 0 ? "the end of the line" : NameOf(token.kind);
    default:
      return NameOf(token.kind);
  }
}

std::string Cursor::PlaceOf(Span span) const {
  const Position place = source_->Locate(span).start;
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

bool Cursor::Fail(Code code, Span span, std::string message, std::string hint) {
  // What is missed where the tokens end early is missed because of that.
  const bool at_end = kind() == TokenKind::kEnd && span == current().span();
  if (at_end && lexer_error()) {
    error_ = *lexer_error();
  } else {
    error_ = Report(code, *source_, span, std::move(message), std::move(hint));
  }
  return false;
}

bool Cursor::FailAt(Span span, std::string message, std::string hint) {
  return Fail(Code::kTemplateSyntax, span, std::move(message), std::move(hint));
}

bool Cursor::FailExpected(std::string_view expected, std::string hint) {
  return FailAt(current().span(), "expected " + std::string(expected) + ", found " + Found(),
                std::move(hint));
}

bool Cursor::FailExpected(TokenKind expected) {
  const bool ends = expected == TokenKind::kVariableEnd || expected == TokenKind::kBlockEnd;
  const bool compares = ends && kind() == TokenKind::kAssign;
  return FailExpected(NameOf(expected), compares ? "write `==` to compare" : "");
}

}  // namespace galley::jinja
