// Cursor: a place in a list of tokens, and the first problem met there.
//
// What reads tokens returns false once it failed, and the cursor then holds the
// diagnostic; nothing is read after that.
#ifndef GALLEY_ENGINE_JINJA_CURSOR_H_
#define GALLEY_ENGINE_JINJA_CURSOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "diag/registry.h"
#include "diag/source.h"
#include "engine/jinja/lexer.h"
#include "engine/jinja/options.h"
#include "engine/jinja/token.h"
#include "galley/diagnostic.h"

namespace galley::jinja {

class Cursor {
 public:
  // The options outlive the cursor.
  explicit Cursor(const SyntaxOptions& options) noexcept : options_(options) {}

  // Goes to the first of `tokens`; the arguments outlive what is read from them.
  void Start(const Source& source, const TokenList& tokens) noexcept {
    source_ = &source;
    tokens_ = tokens.tokens;
    lexer_error_ = &tokens.error;
    at_ = 0;
    error_.reset();
  }

  const Source& source() const noexcept { return *source_; }
  const SyntaxOptions& options() const noexcept { return options_; }

  const Token& current() const noexcept { return tokens_[at_]; }
  TokenKind kind() const noexcept { return current().kind; }
  Keyword keyword() const noexcept { return current().keyword; }
  // The token behind the current one; the last one follows itself.
  const Token& following() const noexcept {
    return tokens_[at_ + 1 < tokens_.size() ? at_ + 1 : at_];
  }
  // The token `distance` behind the current one, or the last one.
  const Token& Peek(size_t distance) const noexcept {
    return tokens_[std::min(at_ + distance, tokens_.size() - 1)];
  }
  // The end of the token before the current one.
  uint32_t last_end() const noexcept { return at_ == 0 ? 0 : tokens_[at_ - 1].span().end; }
  std::string_view text(const Token& token) const noexcept { return token.text(source_->text()); }

  // Returns the current token and goes on to the next.
  const Token& Take() noexcept {
    const Token& token = current();
    at_ += at_ + 1 < tokens_.size();
    return token;
  }
  bool TakeIf(TokenKind kind) noexcept {
    if (current().kind != kind) return false;
    Take();
    return true;
  }
  bool TakeIf(Keyword keyword) noexcept {
    if (current().keyword != keyword) return false;
    Take();
    return true;
  }
  bool Expect(TokenKind kind) { return TakeIf(kind) || FailExpected(kind); }
  bool Expect(Keyword keyword);

  // What the current token is, for a message.
  std::string Found() const;
  // What a token of this kind is called here: delimiters as the options have them.
  std::string NameOf(TokenKind kind) const;
  // "line 3, column 5"
  std::string PlaceOf(Span span) const;

  // All of these return false.
  bool Fail(Code code, Span span, std::string message, std::string hint = {});
  bool FailAt(Span span, std::string message, std::string hint = {});
  // At the current token: "expected X, found Y".
  bool FailExpected(std::string_view expected, std::string hint = {});
  bool FailExpected(TokenKind expected);
  // Adds to the problem that was reported last.
  void AddNote(std::string note) { error_->notes.push_back(std::move(note)); }

  // The problem of the lexer, where there is one: the tokens end there.
  const std::optional<Diagnostic>& lexer_error() const noexcept { return *lexer_error_; }
  Diagnostic TakeError() { return std::move(*error_); }

 private:
  const SyntaxOptions& options_;
  const Source* source_ = nullptr;
  std::span<const Token> tokens_;
  const std::optional<Diagnostic>* lexer_error_ = nullptr;
  size_t at_ = 0;
  std::optional<Diagnostic> error_;
};

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_CURSOR_H_
