#include "engine/handlebars/cursor.h"

#include "diag/report.h"

namespace galley::handlebars {

bool Cursor::Fail(Code code, Span span, std::string message, std::string hint) {
  if (!failure_) failure_ = Report(code, source_, span, std::move(message), std::move(hint));
  return false;
}

bool Cursor::FailHere(std::string_view wanted) {
  std::string message = "found ";
  message += TokenKindName(kind());
  message += ", but ";
  message += wanted;
  return Fail(token().span, std::move(message), HintHere());
}

std::string Cursor::HintHere() const {
  switch (kind()) {
    case TokenKind::kCloseUnescaped:
      return "put a blank before the last brace";
    case TokenKind::kInvalid:
      if (text().starts_with("{{!")) return "close the comment";
      if (text().starts_with('"') || text().starts_with('\'')) return "close the string";
      if (text().starts_with('[')) return "close the bracket";
      return "names with such characters stand in brackets: `[a name]`";
    default:
      return {};
  }
}

}  // namespace galley::handlebars
