// The parser goes from line to line.  Values inside of values are read with a
// stack of the containers that are open, so depth costs no stack of the program.
#include "format/toml.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "format/number.h"
#include "format/text.h"
#include "format/toml_scalar.h"
#include "format/toml_tables.h"

namespace galley {
namespace {

bool IsBareKeyByte(char byte) noexcept {
  return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

// Controls other than the tab, which no string and no comment may hold.
bool IsControl(char byte) noexcept {
  return (static_cast<unsigned char>(byte) < 0x20 && byte != '\t') || byte == 0x7F;
}

// What a letter after a backslash stands for, or 0.
char SimpleEscape(char letter) noexcept {
  constexpr std::string_view kLetters = "btnfr\"\\";
  constexpr std::string_view kBytes = "\b\t\n\f\r\"\\";
  const size_t at = kLetters.find(letter);
  return at == kLetters.npos ? '\0' : kBytes[at];
}

class TomlParser {
 public:
  TomlParser(const Source& source, const Limits& limits)
      : source_(source),
        text_(source.text()),
        at_(WholeText(source).begin),
        tables_(source, limits) {}

  Result<Tree> Run();

 private:
  // Where a value goes: into a table under a key, or into an array.
  struct Slot {
    TomlId to;
    TomlKey key;
    bool has_key;
  };

  Result<void> ReadHeader();
  Result<void> ReadKeyPath();
  Result<TomlKey> ReadKey();
  Result<Slot> ReadKeyOf(TomlId table);
  Result<void> ReadValue(Slot slot);
  Result<bool> OpenValue(const Slot& slot);
  Result<bool> ReadNext(bool opened, Slot* slot);
  Result<void> ReadScalar(const Slot& slot);
  Result<void> ReadString();
  Result<void> ReadStringText(char quote, bool multi_line, size_t begin);
  Result<void> ReadEscape(bool multi_line);
  Result<void> ReadUnicodeEscape(size_t begin, size_t digits);
  Result<void> EndLine();
  Result<void> SkipComment();
  Result<void> SkipLines();

  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool Take(char byte) {
    if (Peek() != byte) return false;
    ++at_;
    return true;
  }
  bool TakeNewline() {
    if (Peek() == '\r' && Peek(1) == '\n') ++at_;
    return Take('\n');
  }
  void SkipBlanks() {
    while (Peek() == ' ' || Peek() == '\t') ++at_;
  }
  Diagnostic Fail(std::string message) const {
    return FailAt(at_, at_ < text_.size() ? at_ + 1 : at_, std::move(message));
  }
  Diagnostic FailAt(size_t begin, size_t end, std::string message) const {
    return Report(Code::kTomlSyntax, source_,
                  {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, std::move(message));
  }
  Span From(size_t begin) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(at_)};
  }

  const Source& source_;
  std::string_view text_;
  size_t at_;
  TomlTables tables_;
  TomlId table_ = TomlTables::root();  // of the last header
  std::vector<TomlKey> path_;          // the dotted key read last
  std::vector<TomlId> open_;           // arrays and inline tables
  std::string decoded_;                // the string read last
};

Result<Tree> TomlParser::Run() {
  for (;;) {
    TRY(SkipLines());
    if (at_ == text_.size()) return tables_.Finish();
    if (Peek() == '[') {
      TRY(ReadHeader());
    } else {
      Slot slot = TRY(ReadKeyOf(table_));
      TRY(ReadValue(std::move(slot)));
    }
    TRY(EndLine());
  }
}

// A comment, where there is one, and the end of the line.
Result<void> TomlParser::EndLine() {
  SkipBlanks();
  TRY(SkipComment());
  if (at_ == text_.size() || TakeNewline()) return {};
  return Fail("expected the end of the line");
}

Result<void> TomlParser::SkipComment() {
  if (Peek() != '#') return {};
  while (at_ < text_.size() && !IsControl(text_[at_])) ++at_;
  if (at_ == text_.size() || Peek() == '\n' || (Peek() == '\r' && Peek(1) == '\n')) return {};
  return Fail("a comment holds a control character");
}

// Blanks, comments and line breaks.
Result<void> TomlParser::SkipLines() {
  do {
    SkipBlanks();
    TRY(SkipComment());
  } while (TakeNewline());
  return {};
}

Result<void> TomlParser::ReadHeader() {
  const size_t begin = at_++;
  const bool is_element = Take('[');
  TRY(ReadKeyPath());
  if (!Take(']') || (is_element && !Take(']'))) {
    return Fail(is_element ? "expected `]]` after the name" : "expected `]` after the name");
  }
  table_ = is_element ? TRY(tables_.OpenElement(path_, From(begin)))
                      : TRY(tables_.OpenTable(path_, From(begin)));
  return {};
}

// Reads a dotted key, and the blanks around it, into path_.
Result<void> TomlParser::ReadKeyPath() {
  path_.clear();
  do {
    SkipBlanks();
    path_.push_back(TRY(ReadKey()));
    SkipBlanks();
  } while (Take('.'));
  return {};
}

Result<TomlKey> TomlParser::ReadKey() {
  const size_t begin = at_;
  if (Peek() == '"' || Peek() == '\'') {
    if (Peek(1) == Peek() && Peek(2) == Peek()) return Fail("a key has one line");
    TRY(ReadString());
    return TomlKey{decoded_, From(begin)};
  }
  while (IsBareKeyByte(Peek())) ++at_;
  if (at_ == begin) return Fail("expected a key");
  return TomlKey{std::string(text_.substr(begin, at_ - begin)), From(begin)};
}

// Reads `a.b =` and gives the place of the value.
Result<TomlParser::Slot> TomlParser::ReadKeyOf(TomlId table) {
  TRY(ReadKeyPath());
  if (!Take('=')) return Fail("expected `=` after the key");
  const TomlId to = TRY(tables_.OpenDotted(table, path_));
  return Slot{to, std::move(path_.back()), true};
}

Result<void> TomlParser::ReadValue(Slot slot) {
  for (;;) {
    SkipBlanks();
    const bool opened = TRY(OpenValue(slot));
    if (!opened) TRY(ReadScalar(slot));
    if (!TRY(ReadNext(opened, &slot))) return {};
  }
}

// Opens the array or inline table that starts here; false where none does.
Result<bool> TomlParser::OpenValue(const Slot& slot) {
  if (Peek() != '[' && Peek() != '{') return false;
  const TomlForm form = Peek() == '[' ? TomlForm::kArray : TomlForm::kInline;
  const size_t begin = at_++;
  open_.push_back(TRY(tables_.Add(slot.to, slot.has_key ? &slot.key : nullptr, form, From(begin))));
  return true;
}

// Goes on behind a value, or behind the bracket that has just opened one: closes
// what ends there and finds the place of the next value.  False where the outermost
// one has ended.
Result<bool> TomlParser::ReadNext(bool opened, Slot* slot) {
  bool expects_comma = !opened;
  while (!open_.empty()) {
    const TomlId id = open_.back();
    const bool is_array = tables_.FormOf(id) == TomlForm::kArray;
    if (is_array) TRY(SkipLines());
    SkipBlanks();
    const bool comma = expects_comma && Take(',');
    if (comma && is_array) TRY(SkipLines());
    // Only an array may end with a comma.
    if ((!comma || is_array) && Take(is_array ? ']' : '}')) {
      tables_.SetEnd(id, static_cast<uint32_t>(at_));
      open_.pop_back();
      expects_comma = true;
      continue;
    }
    if (expects_comma && !comma) {
      return Fail(is_array ? "expected `,` or `]` after the item"
                           : "expected `,` or `}` after the value");
    }
    *slot = is_array ? Slot{id, {}, false} : TRY(ReadKeyOf(id));
    return true;
  }
  return false;
}

Result<void> TomlParser::ReadScalar(const Slot& slot) {
  const size_t begin = at_;
  const TomlKey* key = slot.has_key ? &slot.key : nullptr;
  if (Peek() == '"' || Peek() == '\'') {
    TRY(ReadString());
    const TomlId id = TRY(tables_.Add(slot.to, key, TomlForm::kScalar, From(begin)));
    tables_.SetString(id, decoded_);
    return {};
  }
  at_ += TomlScalarSize(text_.substr(at_));
  const Span span = From(begin);
  Value value;
  switch (ReadTomlScalar(TextOf(source_, span), &value)) {
    case TomlScalar::kInvalid:
      at_ = begin;
      return Fail("expected a value");
    case TomlScalar::kIntegerOutOfRange:
      return NumberOutOfRange(source_, span, true);
    case TomlScalar::kFloatOutOfRange:
      return NumberOutOfRange(source_, span, false);
    default:
      break;
  }
  const TomlId id = TRY(tables_.Add(slot.to, key, TomlForm::kScalar, span));
  if (value.is_undefined()) {
    tables_.SetString(id, std::string(TextOf(source_, span)));
  } else {
    tables_.SetScalar(id, value);
  }
  return {};
}

// Reads a string of any of the four kinds into decoded_.
Result<void> TomlParser::ReadString() {
  const size_t begin = at_;
  const char quote = Peek();
  const bool multi_line = Peek(1) == quote && Peek(2) == quote;
  at_ += multi_line ? 3 : 1;
  decoded_.clear();
  // A line break right behind the opening quotes is no part of the string.
  if (multi_line) TakeNewline();
  return ReadStringText(quote, multi_line, begin);
}

Result<void> TomlParser::ReadStringText(char quote, bool multi_line, size_t begin) {
  while (at_ < text_.size()) {
    const char byte = text_[at_];
    if (byte == '\\' && quote == '"') {
      TRY(ReadEscape(multi_line));
    } else if (byte == quote && !multi_line) {
      ++at_;
      return {};
    } else if (byte == quote && Peek(1) == quote && Peek(2) == quote) {
      // Of up to five quotes the last three close the string.
      size_t quotes = 3;
      while (quotes < 5 && Peek(quotes) == quote) ++quotes;
      decoded_.append(quotes - 3, quote);
      at_ += quotes;
      return {};
    } else if (multi_line && TakeNewline()) {
      decoded_.push_back('\n');
    } else if (IsControl(byte)) {
      break;
    } else {
      decoded_.push_back(byte);
      ++at_;
    }
  }
  if (at_ < text_.size() && Peek() != '\n' && Peek() != '\r') {
    return Fail("a string holds a raw control character");
  }
  return FailAt(begin, begin + 1, "the string is never closed");
}

Result<void> TomlParser::ReadEscape(bool multi_line) {
  const size_t begin = at_++;
  if (Peek() == 'u') return ReadUnicodeEscape(begin, 4);
  if (Peek() == 'U') return ReadUnicodeEscape(begin, 8);
  if (const char byte = SimpleEscape(Peek())) {
    ++at_;
    decoded_.push_back(byte);
    return {};
  }
  // At the end of a line a backslash joins it to the next one with text on it.
  SkipBlanks();
  if (!multi_line || !TakeNewline()) return FailAt(begin, begin + 1, "unknown escape");
  do SkipBlanks();
  while (TakeNewline());
  return {};
}

Result<void> TomlParser::ReadUnicodeEscape(size_t begin, size_t digits) {
  ++at_;
  Value value;
  const std::string_view hex = text_.substr(at_, digits);
  const bool is_hex = hex.find_first_not_of("0123456789abcdefABCDEF") == hex.npos;
  if (hex.size() < digits || !is_hex || !ReadInteger(hex, 16, &value)) {
    return FailAt(begin, begin + 2, "`\\u` needs four hexadecimal digits and `\\U` eight");
  }
  const int64_t code_point = value.as_int();
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) {
    return FailAt(begin, begin + 2 + digits, "the escape names no character");
  }
  at_ += digits;
  char bytes[4];
  decoded_.append(bytes, EncodeUtf8(static_cast<char32_t>(code_point), bytes));
  return {};
}

}  // namespace

Result<Tree> ReadToml(const Source& source, const Limits& limits) {
  TRY(CheckText(source, limits));
  return TomlParser(source, limits).Run();
}

Result<Value> ReadTomlData(const Source& source, Heap* heap, const Limits& limits) {
  const Tree tree = TRY(ReadToml(source, limits));
  return ToData(tree, source, heap);
}

}  // namespace galley
