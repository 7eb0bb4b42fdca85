// Bytes are classified by a table.  Whitespace control is settled as tags are met: a text token
// holds what is printed.
#include "engine/jinja/lexer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "base/small_stack.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "engine/jinja/blanks.h"
#include "engine/jinja/number_text.h"
#include "engine/jinja/opening.h"

namespace galley::jinja {
namespace {

// Offsets have 32 bits, whatever the limits say.
constexpr uint64_t kLargestText = std::numeric_limits<uint32_t>::max() - 1;

// What a byte may start inside a tag.
enum class ByteClass : uint8_t { kOther, kBlank, kQuote, kOperator, kName, kDigit };

constexpr std::array<ByteClass, 256> ClassifyBytes() {
  std::array<ByteClass, 256> classes{};
  const auto set = [&](std::string_view bytes, ByteClass value) {
    for (const char byte : bytes) classes[static_cast<unsigned char>(byte)] = value;
  };
  set("\t\n\v\f\r \x1c\x1d\x1e\x1f", ByteClass::kBlank);
  set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", ByteClass::kName);
  set("0123456789", ByteClass::kDigit);
  set("'\"", ByteClass::kQuote);
  set("+-/*%~[](){}=!><.:|,;", ByteClass::kOperator);
  return classes;
}

constexpr std::array<ByteClass, 256> kByteClasses = ClassifyBytes();

ByteClass ClassOf(char byte) noexcept { return kByteClasses[static_cast<unsigned char>(byte)]; }

// A byte of ASCII that may go on in a name.
bool IsWordByte(char byte) noexcept { return ClassOf(byte) >= ByteClass::kName; }

constexpr std::array<TokenKind, 256> SingleOperators() {
  std::array<TokenKind, 256> kinds{};
  kinds.fill(TokenKind::kEnd);
  const auto set = [&](char byte, TokenKind kind) {
    kinds[static_cast<unsigned char>(byte)] = kind;
  };
  set('+', TokenKind::kAdd);
  set('-', TokenKind::kSub);
  set('*', TokenKind::kMul);
  set('/', TokenKind::kDiv);
  set('%', TokenKind::kMod);
  set('~', TokenKind::kTilde);
  set('<', TokenKind::kLess);
  set('>', TokenKind::kGreater);
  set('=', TokenKind::kAssign);
  set('.', TokenKind::kDot);
  set(':', TokenKind::kColon);
  set('|', TokenKind::kPipe);
  set(',', TokenKind::kComma);
  set(';', TokenKind::kSemicolon);
  set('(', TokenKind::kOpenParen);
  set(')', TokenKind::kCloseParen);
  set('[', TokenKind::kOpenBracket);
  set(']', TokenKind::kCloseBracket);
  set('{', TokenKind::kOpenBrace);
  set('}', TokenKind::kCloseBrace);
  return kinds;
}

constexpr std::array<TokenKind, 256> kSingleOperators = SingleOperators();

// True for the second byte of an operator of two.
bool MayEndOperator(char byte) noexcept { return byte == '=' || byte == '*' || byte == '/'; }

// The operator of two bytes, or kEnd.
TokenKind DoubleOperator(char first, char second) noexcept {
  if (second == '*' && first == '*') return TokenKind::kPow;
  if (second == '/' && first == '/') return TokenKind::kFloorDiv;
  if (second != '=') return TokenKind::kEnd;
  switch (first) {
    case '=':
      return TokenKind::kEqual;
    case '!':
      return TokenKind::kNotEqual;
    case '<':
      return TokenKind::kLessEqual;
    case '>':
      return TokenKind::kGreaterEqual;
    default:
      return TokenKind::kEnd;
  }
}

char ClosingOf(char open) noexcept { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

// The text without the line break at its end, which Jinja2 drops unless told.
std::string_view TextToRead(const Source& source, const SyntaxOptions& options) noexcept {
  std::string_view text = source.text();
  if (options.keep_trailing_newline || text.empty() || !IsLineBreak(text.back())) return text;
  const bool two = text.ends_with("\r\n");
  text.remove_suffix(two ? 2 : 1);
  return text;
}

// How the end of a tag may be written, besides with a `-`.
struct ClosingRule {
  std::string_view delimiter;
  bool plus = false;  // with a `+`
  bool trim = false;  // eats the line break behind it
};

class Lexer {
 public:
  Lexer(const Source& source, const OpeningFinder& openings, const Limits& limits, TokenList* list)
      : source_(source),
        options_(openings.options()),
        limits_(limits),
        text_(TextToRead(source, options_)),
        openings_(openings),
        result_(*list) {}

  void Run();

 private:
  // Each of these reads on from at_, or sets error and returns false.
  bool ReadAll();
  bool ReadOpened(const Opening& opening);
  bool ReadComment(const Opening& opening);
  bool ReadRaw(const Opening& opening);
  void SkipLineComment();
  bool ReadTag(const Opening& opening, TokenKind begin);
  bool ReadLineStatement();
  [[gnu::always_inline]] inline bool ReadToken();  // the loop of the lexer
  bool ReadUnusual();
  bool ReadName();
  uint32_t SkipWord(uint32_t at) const noexcept;
  [[gnu::noinline]] uint32_t SkipForeignWord(uint32_t at) const noexcept;
  bool ReadNumber();
  bool ReadString();
  bool ReadOperator();

  bool CheckText();
  bool EmitText(uint32_t begin, const Opening& opening);
  // Always true.
  bool Emit(TokenKind kind, uint32_t begin, uint32_t end, Keyword keyword = Keyword::kNone) {
    std::vector<Token>& tokens = result_.tokens;
    if (tokens.size() == tokens.capacity()) [[unlikely]]
      GrowTokens();
    if (tokens.size() == tokens.capacity()) __builtin_unreachable();
    tokens.push_back({kind, keyword, begin, end - begin});
    return true;
  }
  // Apart from what is done for each token, which stays short without it.
  [[gnu::noinline]] void GrowTokens() { result_.tokens.reserve(result_.tokens.capacity() * 2); }
  bool TakeClosing(const ClosingRule& rule);
  void SkipAsciiBlanks() noexcept;
  bool TakeTagEnd(bool variable);
  bool TakeLineEnd();
  bool TakeRawEnd(uint32_t at, Opening* closing);
  [[gnu::noinline]] bool FailCharacter();
  // Keeps account of the bracket at at_.
  [[gnu::noinline]] bool ReadBracket();
  bool CloseBracket();
  uint32_t end() const noexcept { return static_cast<uint32_t>(text_.size()); }

  // There are never more tokens than bytes in a tag, so one look behind each will do.
  bool CheckCount() { return result_.tokens.size() <= limits_.tokens || FailCount(); }
  bool FailCount();
  bool Fail(Code code, Span span, std::string message, std::string hint = {});
  bool FailSyntax(Span span, std::string message, std::string hint = {}) {
    return Fail(Code::kTemplateSyntax, span, std::move(message), std::move(hint));
  }

  const Source& source_;
  const SyntaxOptions& options_;
  const Limits& limits_;
  const std::string_view text_;
  const OpeningFinder& openings_;
  uint32_t at_ = 0;
  uint32_t delimiter_end_ = 0;     // of the last tag, without what it ate
  SmallStack<uint32_t> brackets_;  // where those open in the current tag are
  TokenList& result_;
};

void Lexer::Run() {
  result_.tokens.clear();
  result_.error.reset();
  if (CheckText()) {
    result_.tokens.reserve(text_.size() / 6 + 4);  // at least: see GrowTokens
    ReadAll();
  }
  result_.tokens.push_back({TokenKind::kEnd, Keyword::kNone, at_, 0});
}

bool Lexer::CheckText() {
  const std::string_view all = source_.text();
  const uint64_t limit = std::min(limits_.file, kLargestText);
  if (all.size() > limit) {
    return Fail(Code::kLimitSize, {},
                "the template has " + std::to_string(all.size()) +
                    " bytes, more than the limit of " + std::to_string(limit));
  }
  const auto at = [](size_t offset) {
    const auto begin = static_cast<uint32_t>(offset);
    return Span{begin, begin + 1};
  };
  if (const size_t offset = FindInvalidUtf8(all); offset != kAllValid) {
    return Fail(Code::kInvalidUtf8, at(offset), "the template is not valid UTF-8");
  }
  if (const size_t offset = all.find('\0'); offset != all.npos) {
    return FailSyntax(at(offset), "the template holds a NUL byte");
  }
  return true;
}

bool Lexer::ReadAll() {
  Opening opening;
  while (openings_.Find(text_, at_, &opening)) {
    EmitText(at_, opening);
    at_ = opening.next;
    if (!ReadOpened(opening) || !CheckCount()) return false;
  }
  const uint32_t begin = std::exchange(at_, end());
  if (begin < at_) Emit(TokenKind::kText, begin, at_);
  return CheckCount();
}

bool Lexer::ReadOpened(const Opening& opening) {
  switch (opening.kind) {
    case OpeningKind::kComment:
      return ReadComment(opening);
    case OpeningKind::kRaw:
      return ReadRaw(opening);
    case OpeningKind::kLineComment:
      SkipLineComment();
      return true;
    case OpeningKind::kVariable:
      return ReadTag(opening, TokenKind::kVariableBegin);
    default:
      return ReadTag(opening, TokenKind::kBlockBegin);
  }
}

// Emits the text from `begin` up to an opening, less what whitespace control
// takes off its end.
bool Lexer::EmitText(uint32_t begin, const Opening& opening) {
  uint32_t text_end = opening.begin;
  if (opening.sign == '-') {
    text_end = SkipBlanksBack(text_, begin, text_end);
  } else if (opening.sign != '+' && options_.lstrip_blocks &&
             opening.kind != OpeningKind::kVariable) {
    uint32_t line = text_end;
    while (line > begin && text_[line - 1] == ' ') --line;
    while (line > begin && !IsLineBreak(text_[line - 1])) {
      const uint32_t size = BlankBefore(text_, line);
      if (size == 0) break;
      line -= size;
    }
    if (StartsLine(text_, line)) text_end = line;
  }
  return text_end == begin || Emit(TokenKind::kText, begin, text_end);
}

bool Lexer::FailCount() {
  const Span span = result_.tokens[limits_.tokens].span();
  result_.tokens.resize(limits_.tokens);
  return Fail(Code::kLimitSize, span,
              "the template has more than " + std::to_string(limits_.tokens) + " tokens");
}

// Takes the end of a tag at at_, if there is one, and what it eats behind it.
bool Lexer::TakeClosing(const ClosingRule& rule) {
  const char first = at_ < end() ? text_[at_] : '\0';
  const bool plus = rule.plus && first == '+' && MatchesAt(text_, at_ + 1, rule.delimiter);
  const bool minus = first == '-' && MatchesAt(text_, at_ + 1, rule.delimiter);
  if (!plus && !minus && !MatchesAt(text_, at_, rule.delimiter)) return false;
  delimiter_end_ = at_ + (plus || minus) + static_cast<uint32_t>(rule.delimiter.size());
  at_ = delimiter_end_;
  if (minus) at_ = SkipBlanks(text_, at_);
  if (rule.trim && !plus && !minus) at_ += LineBreakAt(text_, at_);
  return true;
}

bool Lexer::ReadComment(const Opening& opening) {
  // Jinja2 does not miss the end of a comment that begins where the text ends.
  if (at_ == end()) return true;
  const size_t found = text_.find(options_.comment_end, at_);
  if (found == text_.npos) {
    return FailSyntax({opening.marker, opening.next}, "the comment is not closed",
                      "close it with " + Quoted(options_.comment_end));
  }
  const ClosingRule rule{options_.comment_end, true, options_.trim_blocks};
  const auto closing = static_cast<uint32_t>(found);
  if (closing > at_) {
    at_ = closing - 1;
    const bool with_sign = text_[at_] == '-' || text_[at_] == '+';
    if (with_sign && TakeClosing(rule)) return true;
  }
  at_ = closing;
  return TakeClosing(rule);
}

bool Lexer::ReadRaw(const Opening& opening) {
  if (at_ == end()) return true;
  const uint32_t begin = at_;
  for (size_t from = begin;;) {
    const size_t found = text_.find(options_.block_start, from);
    if (found == text_.npos) break;
    Opening closing{OpeningKind::kRaw};
    if (TakeRawEnd(static_cast<uint32_t>(found), &closing)) return EmitText(begin, closing);
    from = found + 1;
  }
  return FailSyntax(
      {opening.marker, opening.next}, "the raw block is not closed",
      "close it with " + Quoted(options_.block_start + " endraw " + options_.block_end));
}

// Takes the `endraw` tag that starts at `at`, if there is one.
bool Lexer::TakeRawEnd(uint32_t at, Opening* closing) {
  constexpr std::string_view kEndRaw = "endraw";
  closing->begin = at;
  at += static_cast<uint32_t>(options_.block_start.size());
  if (at < end() && (text_[at] == '-' || text_[at] == '+')) closing->sign = text_[at++];
  at = SkipBlanks(text_, at);
  if (!MatchesAt(text_, at, kEndRaw)) return false;
  at_ = SkipBlanks(text_, static_cast<uint32_t>(at + kEndRaw.size()));
  return TakeClosing({options_.block_end, true, options_.trim_blocks});
}

void Lexer::SkipLineComment() {
  while (at_ < end() && !IsLineBreak(text_[at_])) ++at_;
}

bool Lexer::ReadTag(const Opening& opening, TokenKind begin) {
  brackets_.Truncate(0);
  Emit(begin, opening.marker, opening.next);
  if (opening.kind == OpeningKind::kLineStatement) return ReadLineStatement();
  const bool variable = opening.kind == OpeningKind::kVariable;
  const char closing = (variable ? options_.variable_end : options_.block_end).front();
  while (true) {
    SkipAsciiBlanks();
    if (at_ == end()) return true;  // the parser misses the end of the tag
    const uint32_t before = at_;
    const char next = text_[before];
    const bool may_end = next == closing || next == '-' || next == '+';
    if (may_end && brackets_.empty() && TakeTagEnd(variable)) {
      return Emit(variable ? TokenKind::kVariableEnd : TokenKind::kBlockEnd, before,
                  delimiter_end_);
    }
    if (!ReadToken()) return false;
  }
}

// Blanks are not skipped here: they may be its end.
bool Lexer::ReadLineStatement() {
  while (true) {
    const uint32_t before = at_;
    if (brackets_.empty() && TakeLineEnd()) return Emit(TokenKind::kBlockEnd, before, before);
    if (at_ == end()) return true;
    if (!ReadToken()) return false;
  }
}

// The others are met by ReadToken.
void Lexer::SkipAsciiBlanks() noexcept {
  const char* next = text_.data() + at_;
  const char* const last = text_.data() + text_.size();
  while (next < last && ClassOf(*next) == ByteClass::kBlank) ++next;
  at_ = static_cast<uint32_t>(next - text_.data());
}

bool Lexer::TakeTagEnd(bool variable) {
  if (variable) return TakeClosing({options_.variable_end});
  return TakeClosing({options_.block_end, true, options_.trim_blocks});
}

// A line statement ends with its line and eats the empty lines that follow.
bool Lexer::TakeLineEnd() {
  const uint32_t blanks_end = SkipBlanks(text_, at_);
  uint32_t line_end = blanks_end;
  if (blanks_end < end()) {
    while (line_end > at_ && !IsLineBreak(text_[line_end - 1])) --line_end;
    if (line_end == at_) return false;
  }
  at_ = line_end;
  return true;
}

bool Lexer::ReadToken() {
  switch (ClassOf(text_[at_])) {
    case ByteClass::kName:
      return ReadName();
    case ByteClass::kDigit:
      return ReadNumber();
    case ByteClass::kQuote:
      return ReadString();
    case ByteClass::kOperator:
      return ReadOperator();
    default:
      return ReadUnusual();
  }
}

// Blanks that are left, names that do not begin with a letter of ASCII, and what
// has no place in a tag.
bool Lexer::ReadUnusual() {
  if (const uint32_t blank = BlankAt(text_, at_); blank > 0) {
    at_ = SkipBlanks(text_, at_ + blank);
    return true;
  }
  const CodePoint point = DecodeUtf8(text_, at_);
  if (point.value >= 0x80 && HasProperty(point.value, kCharNameStart)) return ReadName();
  return FailSyntax({at_, at_ + point.size},
                    "unexpected character " + Quoted(text_.substr(at_, point.size)));
}

bool Lexer::ReadName() {
  const uint32_t begin = at_;
  uint32_t after = SkipWord(begin);
  if (after < end() && static_cast<unsigned char>(text_[after]) >= 0x80) {
    after = SkipForeignWord(after);
  }
  at_ = after;
  return Emit(TokenKind::kName, begin, after, KeywordOf({text_.data() + begin, after - begin}));
}

// Where the name that goes on at `at` ends, if letters beyond ASCII are in it.
uint32_t Lexer::SkipForeignWord(uint32_t at) const noexcept {
  while (at < end() && static_cast<unsigned char>(text_[at]) >= 0x80) {
    const CodePoint point = DecodeUtf8(text_, at);
    if (!HasProperty(point.value, kCharName)) break;
    at = SkipWord(at + point.size);
  }
  return at;
}

// Where the letters, digits and underscores of ASCII that start at `at` end.
uint32_t Lexer::SkipWord(uint32_t at) const noexcept {
  const char* next = text_.data() + at;
  const char* const last = text_.data() + text_.size();
  while (next < last && IsWordByte(*next)) ++next;
  return static_cast<uint32_t>(next - text_.data());
}

bool Lexer::ReadNumber() {
  const uint32_t begin = at_;
  // `a.0.5` asks for item 0, then item 5, not for item 0.5.
  const bool behind_dot = begin > 0 && text_[begin - 1] == '.';
  const std::string_view rest = text_.substr(begin);
  const size_t float_size = behind_dot ? 0 : FloatSize(rest);
  at_ += static_cast<uint32_t>(float_size > 0 ? float_size : IntegerSize(rest));
  return Emit(float_size > 0 ? TokenKind::kFloat : TokenKind::kInteger, begin, at_);
}

bool Lexer::ReadString() {
  const uint32_t begin = at_;
  const char quote = text_[begin];
  uint32_t at = begin + 1;
  while (at < end() && text_[at] != quote) at += text_[at] == '\\' ? 2 : 1;
  if (at >= end()) return FailSyntax({begin, begin + 1}, "the string is not closed");
  at_ = at + 1;
  return Emit(TokenKind::kString, begin, at_);
}

bool Lexer::ReadOperator() {
  const uint32_t begin = at_;
  const char first = text_[begin];
  TokenKind kind = TokenKind::kEnd;
  if (begin + 1 < end() && MayEndOperator(text_[begin + 1])) {
    kind = DoubleOperator(first, text_[begin + 1]);
  }
  const uint32_t size = kind == TokenKind::kEnd ? 1 : 2;
  if (size == 1) kind = kSingleOperators[static_cast<unsigned char>(first)];
  if (kind == TokenKind::kEnd) return FailCharacter();
  if (kind >= TokenKind::kOpenParen && !ReadBracket()) return false;
  at_ = begin + size;
  return Emit(kind, begin, at_);
}

bool Lexer::FailCharacter() {
  return FailSyntax({at_, at_ + 1}, "unexpected character " + Quoted(text_.substr(at_, 1)),
                    "write `not` or `!=`");
}

bool Lexer::ReadBracket() {
  const char bracket = text_[at_];
  if (bracket != '(' && bracket != '[' && bracket != '{') return CloseBracket();
  return brackets_.Push(at_) || Fail(Code::kLimitHeap, {}, "out of memory");
}

bool Lexer::CloseBracket() {
  const char closing = text_[at_];
  const Span span{at_, at_ + 1};
  if (brackets_.empty()) {
    return FailSyntax(span, "unexpected " + Quoted({&closing, 1}) + ", no bracket is open");
  }
  const uint32_t opened = brackets_.top();
  brackets_.Pop();
  const char expected = ClosingOf(text_[opened]);
  if (closing == expected) return true;
  FailSyntax(span, "unexpected " + Quoted({&closing, 1}) + ", expected " + Quoted({&expected, 1}));
  const Position place = source_.Locate({opened, opened + 1}).start;
  result_.error->notes.push_back(Quoted(text_.substr(opened, 1)) + " was opened in line " +
                                 std::to_string(place.line) + ", column " +
                                 std::to_string(place.column));
  return false;
}

bool Lexer::Fail(Code code, Span span, std::string message, std::string hint) {
  result_.error = Report(code, source_, span, std::move(message), std::move(hint));
  return false;
}

// Blanks are skipped before a delimiter is looked for.
std::string_view ProblemOfDelimiter(std::string_view delimiter) noexcept {
  if (!IsValidUtf8(delimiter)) return "a delimiter is not valid UTF-8";
  if (delimiter.empty() || BlankAt(delimiter, 0) == 0) return {};
  return "a delimiter starts with white space";
}

}  // namespace

std::string_view ProblemOf(const SyntaxOptions& options) noexcept {
  for (const std::string* delimiter :
       {&options.block_start, &options.block_end, &options.variable_start, &options.variable_end,
        &options.comment_start, &options.comment_end}) {
    if (delimiter->empty()) return "a delimiter is empty";
  }
  for (const std::string* delimiter :
       {&options.block_start, &options.block_end, &options.variable_start, &options.variable_end,
        &options.comment_start, &options.comment_end, &options.line_statement_prefix,
        &options.line_comment_prefix}) {
    const std::string_view problem = ProblemOfDelimiter(*delimiter);
    if (!problem.empty()) return problem;
  }
  const bool alike = options.variable_start == options.block_start ||
                     options.variable_start == options.comment_start;
  return alike ? "blocks, variables and comments start alike" : "";
}

void Lex(const Source& source, const OpeningFinder& openings, const Limits& limits,
         TokenList* list) {
  Lexer(source, openings, limits, list).Run();
}

}  // namespace galley::jinja
