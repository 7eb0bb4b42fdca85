// The parser keeps the brackets that are open in a string of its own, one byte
// for each, so depth costs neither stack nor, within the limit, memory.
#include "format/json.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "format/number.h"
#include "format/text.h"
#include "format/tree_builder.h"

namespace galley {
namespace {

bool IsBlank(char byte) noexcept {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

bool IsDigit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

int HexDigit(char byte) noexcept {
  if (IsDigit(byte)) return byte - '0';
  if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
  if (byte >= 'A' && byte <= 'F') return byte - 'A' + 10;
  return -1;
}

// What a letter after a backslash stands for, or 0.
char SimpleEscape(char letter) noexcept {
  switch (letter) {
    case '"':
    case '\\':
    case '/':
      return letter;
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
    default:
      return 0;
  }
}

// Parses one text.  Without a builder it only checks.
class JsonParser {
 public:
  JsonParser(const Source& source, const Limits& limits, TreeBuilder* builder)
      : source_(source),
        limits_(limits),
        builder_(builder),
        text_(source.text()),
        at_(WholeText(source).begin) {}

  Result<void> Run();

 private:
  // Each of these stops behind what it read, or sets error_ and returns false.
  bool ReadValue();
  bool Open(char bracket);
  bool AfterValue();
  bool ReadKeyAndColon();
  bool ReadWord(std::string_view word, const Value& value);
  bool ReadNumber();
  bool ReadDigits();
  bool ReadString(bool is_key);
  bool ReadEscape();
  bool ReadUnicodeEscape();
  bool ReadHexUnit(uint32_t* unit);

  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }
  // The byte to read next, or 0 at the end; a text that passed CheckText has no
  // NUL.
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Take(char byte) {
    if (Peek() != byte) return false;
    ++at_;
    return true;
  }
  void Close();
  bool Fail(std::string message, std::string hint = {});
  bool FailAt(size_t begin, size_t end, std::string message, std::string hint = {});
  Span From(size_t begin) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)};
  }

  const Source& source_;
  const Limits& limits_;
  TreeBuilder* builder_;
  std::string_view text_;
  size_t at_;
  std::string open_;     // the brackets that are open
  std::string decoded_;  // the string being read
  bool done_ = false;
  Diagnostic error_;
};

Result<void> JsonParser::Run() {
  while (!done_) {
    if (!ReadValue()) return std::move(error_);
  }
  SkipBlanks();
  if (at_ < text_.size()) {
    Fail("expected the end of the text after the value");
    return std::move(error_);
  }
  return {};
}

bool JsonParser::Fail(std::string message, std::string hint) {
  return FailAt(at_, at_ < text_.size() ? at_ + 1 : at_, std::move(message), std::move(hint));
}

bool JsonParser::FailAt(size_t begin, size_t end, std::string message, std::string hint) {
  const Span span{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  error_ = Report(Code::kJsonSyntax, source_, span, std::move(message), std::move(hint));
  return false;
}

// Reads a scalar, or the start of a container, and all that ends with it.
bool JsonParser::ReadValue() {
  SkipBlanks();
  switch (const char byte = Peek()) {
    case '{':
    case '[':
      return Open(byte);
    case '"':
      return ReadString(false) && AfterValue();
    case 't':
      return ReadWord("true", Value::Bool(true)) && AfterValue();
    case 'f':
      return ReadWord("false", Value::Bool(false)) && AfterValue();
    case 'n':
      return ReadWord("null", Value::None()) && AfterValue();
    default:
      if (byte == '-' || IsDigit(byte)) return ReadNumber() && AfterValue();
      return Fail("expected a value");
  }
}

bool JsonParser::Open(char bracket) {
  if (open_.size() >= limits_.nesting) {
    const auto at = static_cast<uint32_t>(at_);
    error_ = TooDeep(source_, {at, at + 1}, limits_.nesting);
    return false;
  }
  ++at_;
  open_.push_back(bracket);
  if (builder_)
    bracket == '{' ? builder_->OpenMap(From(at_ - 1)) : builder_->OpenList(From(at_ - 1));

  SkipBlanks();
  if (Take(bracket == '{' ? '}' : ']')) {
    Close();
    return AfterValue();
  }
  return bracket == '[' || ReadKeyAndColon();
}

void JsonParser::Close() {
  open_.pop_back();
  if (builder_) builder_->Close(static_cast<uint32_t>(at_));
}

// Closes whatever ends here, up to a comma or the end of the outermost value.
bool JsonParser::AfterValue() {
  while (!open_.empty()) {
    const bool in_map = open_.back() == '{';
    SkipBlanks();
    if (Take(',')) {
      SkipBlanks();
      return !in_map || ReadKeyAndColon();
    }
    if (!Take(in_map ? '}' : ']')) {
      return Fail(in_map ? "expected `,` or `}` after the value"
                         : "expected `,` or `]` after the item");
    }
    Close();
  }
  done_ = true;
  return true;
}

bool JsonParser::ReadKeyAndColon() {
  SkipBlanks();
  if (Peek() != '"') return Fail("expected a key in double quotes");
  if (!ReadString(true)) return false;
  SkipBlanks();
  return Take(':') || Fail("expected `:` after the key");
}

bool JsonParser::ReadWord(std::string_view word, const Value& value) {
  if (text_.substr(at_, word.size()) != word) {
    return Fail("expected a value", "the only words are `true`, `false` and `null`");
  }
  const size_t begin = at_;
  at_ += word.size();
  if (builder_) builder_->Scalar(value, From(begin));
  return true;
}

bool JsonParser::ReadDigits() {
  if (!IsDigit(Peek())) return Fail("expected a digit");
  while (IsDigit(Peek())) ++at_;
  return true;
}

bool JsonParser::ReadNumber() {
  const size_t begin = at_;
  bool integer = true;
  Take('-');
  // A zero stands alone: what follows `0` in `01` is no part of a number.
  if (!Take('0') && !ReadDigits()) return false;
  if (IsDigit(Peek())) return Fail("a number does not start with 0 unless it is 0");
  if (Take('.')) {
    integer = false;
    if (!ReadDigits()) return false;
  }
  if (Take('e') || Take('E')) {
    integer = false;
    if (!Take('+')) Take('-');
    if (!ReadDigits()) return false;
  }

  const Span span = From(begin);
  const std::string_view digits = TextOf(source_, span);
  Value value;
  if (!(integer ? ReadInteger(digits, 10, &value) : ReadFloat(digits, &value))) {
    error_ = NumberOutOfRange(source_, span, integer);
    return false;
  }
  if (builder_) builder_->Scalar(value, span);
  return true;
}

bool JsonParser::ReadString(bool is_key) {
  const size_t begin = at_++;
  decoded_.clear();
  for (;;) {
    const size_t run = at_;
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x20 &&
           text_[at_] != '"' && text_[at_] != '\\') {
      ++at_;
    }
    decoded_.append(text_, run, at_ - run);
    if (at_ >= text_.size()) return FailAt(begin, begin + 1, "the string is never closed");
    if (Take('"')) break;
    if (Peek() != '\\') {
      return Fail("a string holds a raw control character", "write it as an escape, like `\\n`");
    }
    if (!ReadEscape()) return false;
  }
  if (!builder_) return true;
  if (is_key) {
    builder_->Key(decoded_, From(begin));
  } else {
    builder_->String(decoded_, From(begin));
  }
  return true;
}

bool JsonParser::ReadEscape() {
  const size_t begin = at_++;
  if (Peek() == 'u') return ReadUnicodeEscape();
  const char byte = SimpleEscape(Peek());
  if (!byte) return FailAt(begin, begin + 1, "unknown escape");
  ++at_;
  decoded_.push_back(byte);
  return true;
}

// \uXXXX, or two of them that make one character outside of the first 65,536.
bool JsonParser::ReadUnicodeEscape() {
  const size_t begin = at_ - 1;
  uint32_t unit = 0;
  if (!ReadHexUnit(&unit)) return FailAt(begin, at_, "`\\u` needs four hexadecimal digits");
  char32_t code_point = unit;
  if (unit >= 0xD800 && unit <= 0xDFFF) {
    uint32_t low = 0;
    const bool is_pair = unit < 0xDC00 && Take('\\') && Peek() == 'u' && ReadHexUnit(&low) &&
                         low >= 0xDC00 && low <= 0xDFFF;
    if (!is_pair) return FailAt(begin, at_, "half of a surrogate pair stands alone");
    code_point = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }
  char bytes[4];
  decoded_.append(bytes, EncodeUtf8(code_point, bytes));
  return true;
}

// Reads `u` and four digits.
bool JsonParser::ReadHexUnit(uint32_t* unit) {
  ++at_;
  uint32_t number = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = HexDigit(Peek());
    if (digit < 0) return false;
    number = number * 16 + static_cast<uint32_t>(digit);
    ++at_;
  }
  *unit = number;
  return true;
}

}  // namespace

Result<Tree> ReadJson(const Source& source, const Limits& limits, MayRepeatKeys may_repeat) {
  TRY(CheckText(source, limits));
  TreeBuilder builder(source, limits, may_repeat);
  TRY(JsonParser(source, limits, &builder).Run());
  return builder.Finish();
}

Result<void> CheckJson(const Source& source, const Limits& limits) {
  TRY(CheckText(source, limits));
  return JsonParser(source, limits, nullptr).Run();
}

}  // namespace galley
