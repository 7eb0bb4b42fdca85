// One function a state: text, escaped tag, raw block, comment, inside of a tag.  Each takes at
// least a byte or ends.
#include "engine/handlebars/lexer.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "diag/report.h"
#include "engine/handlebars/blanks.h"

namespace galley::handlebars {
namespace {

constexpr size_t kNone = std::string_view::npos;

// True for the ASCII characters that end a name.
constexpr bool EndsName(char byte) noexcept {
  return std::string_view("!\"#%&'()*+,./;<=>@[\\]^`{|}~").find(byte) != kNone;
}

constexpr bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

class Lexer {
 public:
  Lexer(const Source& source, const Limits& limits)
      : source_(source), text_(source.text()), limits_(limits) {}

  TokenList Run() {
    list_.tokens.reserve(std::min<size_t>(text_.size() / 4, limits_.tokens) + 8);
    while (at_ < text_.size() && !done_) {
      switch (state_) {
        case State::kText:
          LexText();
          break;
        case State::kTag:
          LexTag();
          break;
        case State::kRaw:
          LexRaw();
          break;
      }
    }
    Push(TokenKind::kEnd, text_.size(), text_.size());
    return std::move(list_);
  }

 private:
  enum class State : uint8_t { kText, kTag, kRaw };

  bool At(std::string_view words, size_t at) const noexcept {
    return text_.substr(std::min(at, text_.size())).starts_with(words);
  }
  bool At(std::string_view words) const noexcept { return At(words, at_); }
  // The byte there, or NUL at the end, which no template holds.
  char Byte(size_t at) const noexcept { return at < text_.size() ? text_[at] : '\0'; }
  bool IsBlank(size_t at) const noexcept { return at < text_.size() && BlankSize(text_, at) > 0; }

  void Push(TokenKind kind, size_t begin, size_t end, uint8_t flags = 0) {
    if (list_.tokens.size() >= limits_.tokens && !done_) {
      list_.error = Report(
          Code::kLimitSize, source_, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)},
          "the template holds more tokens than the limit of " + std::to_string(limits_.tokens));
      done_ = true;
    }
    list_.tokens.push_back(
        {kind, flags, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}});
  }
  // A token from here to `end`.
  void Take(TokenKind kind, size_t end, uint8_t flags = 0) {
    Push(kind, at_, end, flags);
    at_ = end;
  }
  void Refuse(size_t end) {
    Take(TokenKind::kInvalid, std::min(end, text_.size()));
    done_ = true;
  }
  // The character there cannot be read; at the end of the text nothing is wrong yet.
  void RefuseAt(size_t at) {
    at_ = at;
    if (at == text_.size()) return;
    const bool is_ascii = static_cast<unsigned char>(text_[at]) < 0x80;
    Refuse(at + (is_ascii ? 1 : DecodeUtf8(text_, at).size));
  }
  void TakeContent(size_t end) {
    if (end > at_) Push(TokenKind::kContent, at_, end);
  }

  // Text up to the next tag.  A backslash before a tag makes it text, two are one.
  void LexText() {
    const size_t open = text_.find("{{", at_);
    if (open == kNone) return Take(TokenKind::kContent, text_.size());
    const std::string_view before = text_.substr(at_, open - at_);
    const bool escaped = before.ends_with('\\');
    TakeContent(escaped ? open - 1 : open);
    at_ = open;
    if (escaped && !before.ends_with("\\\\")) return LexEscapedTag();
    state_ = State::kTag;
  }

  // The braces of a tag that is text, and what follows up to the next tag or its
  // backslashes.
  void LexEscapedTag() {
    const size_t first = at_ + 2;
    size_t end = text_.find("{{", first);
    if (end == kNone) return Take(TokenKind::kContent, text_.size());
    for (int i = 0; i < 2 && end > first && text_[end - 1] == '\\'; ++i) --end;
    Take(TokenKind::kContent, end);
  }

  // What is between {{{{name}}}} and its end, other raw blocks included.
  void LexRaw() {
    if (At("{{{{") && Byte(at_ + 4) != '/' && at_ + 4 < text_.size()) {
      ++raw_depth_;
      return Take(TokenKind::kContent, at_ + 4);
    }
    if (At("{{{{/")) {
      const size_t name = at_ + 5;
      const size_t end = NameEnd(name);
      if (end > name && At("}}}}", end)) return EndRaw(name, end);
    }
    const size_t next = text_.find("{{{{", at_ + 1);
    if (next == kNone) return Refuse(text_.size());
    Take(TokenKind::kContent, next);
  }

  void EndRaw(size_t name, size_t end) {
    if (--raw_depth_ > 0) return Take(TokenKind::kContent, end + 4);
    Push(TokenKind::kEndRawBlock, name, end);
    at_ = end + 4;
    state_ = State::kText;
  }

  // One token inside a tag.
  void LexTag() {
    if (const size_t size = BlankSize(text_, at_)) {
      at_ += size;
      return;
    }
    switch (text_[at_]) {
      case '(':
        return Take(TokenKind::kOpenParen, at_ + 1);
      case ')':
        return Take(TokenKind::kCloseParen, at_ + 1);
      case '=':
        return Take(TokenKind::kEquals, at_ + 1);
      case '@':
        return Take(TokenKind::kData, at_ + 1);
      case '|':
        return Take(TokenKind::kCloseBlockParams, at_ + 1);
      case '/':
        return Take(TokenKind::kSeparator, at_ + 1);
      case '.':
        return LexDot();
      case '{':
        return At("{{") ? LexOpening() : Refuse(at_ + 1);
      case '}':
      case '~':
        return LexClosing();
      case '"':
      case '\'':
        return LexQuoted(TokenKind::kString, text_[at_]);
      case '[':
        return LexQuoted(TokenKind::kBracket, ']');
      default:
        return LexWord();
    }
  }

  void LexDot() {
    if (At("..")) return Take(TokenKind::kId, at_ + 2);
    const char next = Byte(at_ + 1);
    const bool alone =
        IsBlank(at_ + 1) || (next != '\0' && std::string_view("=~}/.)|").find(next) != kNone);
    Take(alone ? TokenKind::kId : TokenKind::kSeparator, at_ + 1);
  }

  void LexClosing() {
    if (At("}}}}")) {
      Take(TokenKind::kCloseRawBlock, at_ + 4);
      state_ = State::kRaw;
      raw_depth_ = 1;
      return;
    }
    if (At("}}}")) return LeaveTag(TokenKind::kCloseUnescaped, 3, 0);
    if (At("}~}}")) return LeaveTag(TokenKind::kCloseUnescaped, 4, kStripRight);
    if (At("}}")) return LeaveTag(TokenKind::kClose, 2, 0);
    if (At("~}}")) return LeaveTag(TokenKind::kClose, 3, kStripRight);
    Refuse(at_ + 1);
  }

  void LeaveTag(TokenKind kind, size_t size, uint8_t flags) {
    Take(kind, at_ + size, flags);
    state_ = State::kText;
  }

  // At `{{`.
  void LexOpening() {
    if (At("{{{{")) return Take(TokenKind::kOpenRawBlock, at_ + 4);
    const bool strips = Byte(at_ + 2) == '~';
    const uint8_t flags = strips ? kStripLeft : 0;
    const size_t next = at_ + (strips ? 3 : 2);
    switch (Byte(next)) {
      case '>':
        return Take(TokenKind::kOpenPartial, next + 1, flags);
      case '#':
        return LexOpenBlock(next + 1, flags);
      case '/':
        return Take(TokenKind::kOpenEndBlock, next + 1, flags);
      case '^':
        if (LexInverse(next + 1, flags)) return;
        return Take(TokenKind::kOpenInverse, next + 1, flags);
      case '{':
        return Take(TokenKind::kOpenUnescaped, next + 1, flags);
      case '&':
        return Take(TokenKind::kOpen, next + 1, static_cast<uint8_t>(flags | kAmpersand));
      case '!':
        return LexComment(next, flags);
      case '*':
        return Take(TokenKind::kOpen, next + 1, static_cast<uint8_t>(flags | kStar));
      default:
        break;
    }
    const size_t word = SkipBlanks(text_, next);
    if (At("else", word)) {
      if (LexInverse(word + 4, flags)) return;
      if (!IsWordCharacter(Byte(word + 4))) {
        return Take(TokenKind::kOpenInverseChain, word + 4, flags);
      }
    }
    Take(TokenKind::kOpen, next, flags);
  }

  void LexOpenBlock(size_t next, uint8_t flags) {
    if (Byte(next) == '>') return Take(TokenKind::kOpenPartialBlock, next + 1, flags);
    const bool star = Byte(next) == '*';
    Take(TokenKind::kOpenBlock, next + star, static_cast<uint8_t>(flags | (star ? kStar : 0)));
  }

  // `{{else}}` and `{{^}}`, where the tag ends behind `next`.
  bool LexInverse(size_t next, uint8_t flags) {
    next = SkipBlanks(text_, next);
    const bool strips = Byte(next) == '~';
    if (!At("}}", next + strips)) return false;
    LeaveTag(TokenKind::kInverse, next + strips + 2 - at_,
             static_cast<uint8_t>(flags | (strips ? kStripRight : 0)));
    return true;
  }

  // `mark` is where the exclamation mark stands.
  void LexComment(size_t mark, uint8_t flags) {
    const bool is_long = At("!--", mark);
    size_t end = is_long ? FindLongEnd(mark + 1) : text_.find("}}", mark);
    if (end == kNone) return Refuse(text_.size());
    end += 2;
    if (Byte(end - 3) == '~') flags = static_cast<uint8_t>(flags | kStripRight);
    LeaveTag(TokenKind::kComment, end - at_, flags);
  }

  // Where the braces of the first `--}}` or `--~}}` stand.
  size_t FindLongEnd(size_t from) const noexcept {
    for (size_t at = from; (at = text_.find("--", at)) != kNone; ++at) {
      if (At("}}", at + 2)) return at + 2;
      if (At("~}}", at + 2)) return at + 3;
    }
    return kNone;
  }

  // A string or a name in brackets.  A closing character behind a backslash does
  // not count, unless there is no other.
  void LexQuoted(TokenKind kind, char close) {
    size_t last_escaped = kNone;
    for (size_t at = at_ + 1; at < text_.size(); ++at) {
      if (text_[at] == close) return Take(kind, at + 1);
      if (text_[at] == '\\' && Byte(at + 1) == close) last_escaped = ++at;
    }
    if (last_escaped == kNone) return Refuse(at_ + 1);
    Take(kind, last_escaped + 1);
  }

  // Where a name that begins at `at` ends.
  size_t NameEnd(size_t at) const noexcept {
    while (at < text_.size() && !EndsName(text_[at])) {
      if (BlankSize(text_, at) > 0) break;
      at += static_cast<unsigned char>(text_[at]) < 0x80 ? 1 : DecodeUtf8(text_, at).size;
    }
    return at;
  }

  // A literal counts as one only where it ends.
  bool EndsLiteral(size_t at) const noexcept {
    return IsBlank(at) || Byte(at) == '~' || Byte(at) == '}' || Byte(at) == ')';
  }

  bool LexLiteral(std::string_view word, TokenKind kind) {
    if (!At(word) || !EndsLiteral(at_ + word.size())) return false;
    Take(kind, at_ + word.size());
    return true;
  }

  bool LexNumber() {
    size_t end = at_ + (text_[at_] == '-');
    if (!IsDigit(Byte(end))) return false;
    while (IsDigit(Byte(end))) ++end;
    if (Byte(end) == '.' && IsDigit(Byte(end + 1))) {
      ++end;
      while (IsDigit(Byte(end))) ++end;
    }
    if (!EndsLiteral(end)) return false;
    Take(TokenKind::kNumber, end);
    return true;
  }

  bool LexBlockParams() {
    if (!At("as")) return false;
    const size_t bar = SkipBlanks(text_, at_ + 2);
    if (bar == at_ + 2 || Byte(bar) != '|') return false;
    Take(TokenKind::kOpenBlockParams, bar + 1);
    return true;
  }

  // True behind a `.` or `/`, where digits are a name.
  bool IsBehindSeparator() const noexcept {
    const Token& last = list_.tokens.back();
    return last.kind == TokenKind::kSeparator && last.span.end == at_;
  }

  void LexWord() {
    if (LexLiteral("true", TokenKind::kTrue) || LexLiteral("false", TokenKind::kFalse) ||
        LexLiteral("undefined", TokenKind::kUndefined) || LexLiteral("null", TokenKind::kNull)) {
      return;
    }
    if (!IsBehindSeparator() && LexNumber()) return;
    if (LexBlockParams()) return;
    const size_t end = NameEnd(at_);
    const char next = Byte(end);
    const bool ends =
        IsBlank(end) || (next != '\0' && std::string_view("=~}/.)|[").find(next) != kNone);
    if (end == at_ || !ends) return RefuseAt(end);
    Take(TokenKind::kId, end);
  }

  const Source& source_;
  std::string_view text_;
  const Limits& limits_;
  size_t at_ = 0;
  State state_ = State::kText;
  uint32_t raw_depth_ = 0;
  bool done_ = false;
  TokenList list_;
};

TokenList Fail(Diagnostic diagnostic) {
  TokenList list;
  list.tokens.push_back({TokenKind::kEnd, 0, {}});
  list.error = std::move(diagnostic);
  return list;
}

}  // namespace

TokenList Lex(const Source& source, const Limits& limits) {
  if (const size_t at = FindInvalidUtf8(source.text()); at != kAllValid) {
    const auto offset = static_cast<uint32_t>(at);
    return Fail(Report(Code::kInvalidUtf8, source, {offset, offset + 1},
                       "the template is not valid UTF-8"));
  }
  return Lexer(source, limits).Run();
}

}  // namespace galley::handlebars
