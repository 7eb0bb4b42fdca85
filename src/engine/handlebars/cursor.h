// Cursor: the tokens of a template, one after the other, and the first mistake.
#ifndef GALLEY_ENGINE_HANDLEBARS_CURSOR_H_
#define GALLEY_ENGINE_HANDLEBARS_CURSOR_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "diag/registry.h"
#include "diag/source.h"
#include "engine/handlebars/lexer.h"
#include "engine/handlebars/token.h"

namespace galley::handlebars {

class Cursor {
 public:
  Cursor(const Source& source, TokenList list)
      : source_(source), list_(std::move(list)), failure_(std::move(list_.error)) {}

  const Token& token() const noexcept { return list_.tokens[at_]; }
  TokenKind kind() const noexcept { return token().kind; }
  TokenKind next_kind() const noexcept {
    return at_ + 1 < list_.tokens.size() ? list_.tokens[at_ + 1].kind : TokenKind::kEnd;
  }
  std::string_view text() const noexcept { return token().text(source_.text()); }
  std::string_view source() const noexcept { return source_.text(); }
  // The token at hand; the next one is at hand afterwards.
  Token Take() noexcept {
    const Token taken = token();
    if (at_ + 1 < list_.tokens.size()) ++at_;
    return taken;
  }
  uint32_t last_end() const noexcept { return at_ == 0 ? 0 : list_.tokens[at_ - 1].span.end; }

  bool failed() const noexcept { return failure_.has_value(); }
  // The first failure counts.  Always false.
  bool Fail(Code code, Span span, std::string message, std::string hint = {});
  bool Fail(Span span, std::string message, std::string hint = {}) {
    return Fail(Code::kTemplateSyntax, span, std::move(message), std::move(hint));
  }
  // Fails: the token at hand is not what `wanted` describes.
  bool FailHere(std::string_view wanted);
  Diagnostic TakeFailure() { return *std::move(failure_); }

 private:
  std::string HintHere() const;

  const Source& source_;
  TokenList list_;
  size_t at_ = 0;
  std::optional<Diagnostic> failure_;
};

}  // namespace galley::handlebars

#endif  // GALLEY_ENGINE_HANDLEBARS_CURSOR_H_
