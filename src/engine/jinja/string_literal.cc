// Runs without a backslash are copied whole; each escape is read by one function.
#include "engine/jinja/string_literal.h"

#include <cstdint>

#include "base/utf8.h"
#include "engine/jinja/blanks.h"

namespace galley::jinja {
namespace {

constexpr char32_t kLargestCodePoint = 0x10FFFF;

void AppendCodePoint(char32_t code_point, std::string* out) {
  char bytes[4];
  out->append(bytes, EncodeUtf8(code_point, bytes));
}

int HexDigit(char byte) noexcept {
  if (byte >= '0' && byte <= '9') return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

bool IsOctalDigit(char byte) noexcept { return byte >= '0' && byte <= '7'; }

// What one letter behind a backslash stands for, or 0.
char SimpleEscape(char letter) noexcept {
  switch (letter) {
    case '\\':
    case '\'':
    case '"':
      return letter;
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return 0;
  }
}

// Reads one literal.
class Unescaper {
 public:
  Unescaper(std::string_view text, std::string_view newline, std::string* out,
            EscapeProblem* problem)
      : text_(text), newline_(newline), out_(out), problem_(problem) {}

  bool Run();

 private:
  // Each reads what follows the backslash at escape_; false if it is wrong.
  bool ReadEscape();
  bool ReadHex(size_t digits);
  void ReadOctal();
  void ReadLineBreak(uint32_t size);
  void ReadUnknown();

  bool Fail(std::string_view message) {
    *problem_ = {escape_, at_ - escape_, message};
    return false;
  }

  std::string_view text_;
  std::string_view newline_;
  std::string* out_;
  EscapeProblem* problem_;
  uint32_t at_ = 0;
  uint32_t escape_ = 0;
};

bool Unescaper::Run() {
  while (at_ < text_.size()) {
    if (const uint32_t size = LineBreakAt(text_, at_); size > 0) {
      *out_ += newline_;
      at_ += size;
    } else if (text_[at_] == '\\') {
      escape_ = at_++;
      if (!ReadEscape()) return false;
    } else {
      const uint32_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '\\' && !IsLineBreak(text_[at_])) ++at_;
      *out_ += text_.substr(begin, at_ - begin);
    }
  }
  return true;
}

bool Unescaper::ReadEscape() {
  if (const uint32_t size = LineBreakAt(text_, at_); size > 0) {
    ReadLineBreak(size);
    return true;
  }
  const char letter = text_[at_];
  if (const char simple = SimpleEscape(letter)) {
    *out_ += simple;
    ++at_;
    return true;
  }
  if (IsOctalDigit(letter)) {
    ReadOctal();
    return true;
  }
  switch (letter) {
    case 'x':
      return ReadHex(2);
    case 'u':
      return ReadHex(4);
    case 'U':
      return ReadHex(8);
    case 'N':
      ++at_;
      return Fail("characters cannot be written by their names");
    default:
      ReadUnknown();
      return true;
  }
}

bool Unescaper::ReadHex(size_t digits) {
  char32_t code_point = 0;
  ++at_;
  for (size_t i = 0; i < digits; ++i, ++at_) {
    const int digit = at_ < text_.size() ? HexDigit(text_[at_]) : -1;
    if (digit < 0) return Fail("the escape has too few digits");
    code_point = code_point << 4 | static_cast<char32_t>(digit);
  }
  if (code_point > kLargestCodePoint) return Fail("no character has this number");
  if (code_point >= 0xD800 && code_point <= 0xDFFF) return Fail("a surrogate is not a character");
  AppendCodePoint(code_point, out_);
  return true;
}

void Unescaper::ReadOctal() {
  char32_t code_point = 0;
  for (int i = 0; i < 3 && at_ < text_.size() && IsOctalDigit(text_[at_]); ++i, ++at_) {
    code_point = code_point * 8 + static_cast<char32_t>(text_[at_] - '0');
  }
  AppendCodePoint(code_point, out_);
}

// A backslash at the end of a line hides the line break, but only the one that
// Python knows: Jinja2 rewrites line breaks before it reads escapes.
void Unescaper::ReadLineBreak(uint32_t size) {
  at_ += size;
  if (newline_ == "\n") return;
  *out_ += '\\';
  *out_ += newline_;
}

// An unknown escape stands for itself.  Jinja2 turns a character outside of ASCII
// into an escape of its own first, and the backslash before it takes that one's
// power away: `\é` is the four characters \xe9.
void Unescaper::ReadUnknown() {
  *out_ += '\\';
  const CodePoint point = DecodeUtf8(text_, at_);
  at_ += point.size;
  if (point.value < 0x80) {
    *out_ += static_cast<char>(point.value);
    return;
  }
  const int digits = point.value < 0x100 ? 2 : point.value < 0x10000 ? 4 : 8;
  *out_ += digits == 2 ? 'x' : digits == 4 ? 'u' : 'U';
  for (int i = digits - 1; i >= 0; --i) {
    *out_ += "0123456789abcdef"[point.value >> (4 * i) & 0xF];
  }
}

}  // namespace

bool AppendUnescaped(std::string_view inside, std::string_view newline, std::string* out,
                     EscapeProblem* problem) {
  return Unescaper(inside, newline, out, problem).Run();
}

}  // namespace galley::jinja
