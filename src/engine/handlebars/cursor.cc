// Keeps the first failure; later ones are consequences.
#include "engine/handlebars/cursor.h"

#include "diag/report.h"

namespace galley::handlebars {

bool Cursor::Fail(Code code, Span span, std::string message, std::string hint) {
  if (!failure_) failure_ = Report(code, source_, span, std::move(message), std::move(hint));
  return false;
}

bool Cursor::FailHere(std::string_view wanted) {
  if (kind() == TokenKind::kInvalid) return FailInvalid();
  std::string message = "found ";
  message += TokenKindName(kind());
  message += ", but ";
  message += wanted;
  const bool three = kind() == TokenKind::kCloseUnescaped;
  return Fail(token().span, std::move(message), three ? "put a blank before the last brace" : "");
}

bool Cursor::FailInvalid() {
  const Span span = {token().span.begin, token().span.begin + 1};
  if (text().starts_with("{{")) return Fail(span, "the comment is not closed");
  switch (text()[0]) {
    case '"':
    case '\'':
      return Fail(span, "the string is not closed");
    case '[':
      return Fail(span, "the bracket is not closed");
    default:
      return Fail(token().span, "found " + Quoted(text()) + ", which means nothing here",
                  "names with such characters stand in brackets: `[a name]`");
  }
}

}  // namespace galley::handlebars
