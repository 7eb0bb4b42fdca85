// What a backslash and a class mean in a pattern.  The flag u forbids what has no
// meaning; without it such an escape is the character itself.
#include <utility>

#include "base/try.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "pattern/pattern_parser.h"
#include "pattern/unicode_property.h"

namespace galley {
namespace {

constexpr bool IsDigit(char32_t c) { return c >= '0' && c <= '9'; }
constexpr bool IsOctal(char32_t c) { return c >= '0' && c <= '7'; }
constexpr bool IsLetter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

bool MayStandInName(char32_t c, bool first) {
  if (c == '$' || c == '_') return true;
  if (first) return HasProperty(c, kCharNameStart);
  return HasProperty(c, kCharName) || c == 0x200C || c == 0x200D;
}

}  // namespace

// The text stands at the backslash.
Result<void> PatternParser::ParseEscape() {
  const size_t begin = at_++;
  if (AtEnd()) return Refuse("a `\\` ends the pattern", begin);
  if (Peek() == u'b' || Peek() == u'B') {
    AddAssertion(PatternKind::kBoundary, text_[at_++] == u'B');
    return {};
  }
  if (Peek() >= u'1' && Peek() <= u'9' && ParseBackReference()) return {};
  if (Peek() == u'k' && (flags_.unicode || has_names_)) return ParseNamedReference();

  const size_t first_item = tree_.items.size();
  if (const std::optional<ClassItem> item = TRY(TakeClassEscape())) {
    AddItem(*item);
    AddClass(false, first_item);
    return {};
  }
  AddTerm({.kind = PatternKind::kCharacter, .character = TRY(TakeCharacterEscape(false))});
  return {};
}

// False, and nothing taken, where there are not so many groups.
bool PatternParser::ParseBackReference() {
  const size_t begin = at_;
  const uint32_t number = *TakeDecimal();
  if (number > all_groups_) {
    at_ = begin;
    return false;
  }
  PatternNode node{.kind = PatternKind::kBackReference};
  node.index = number;
  AddTerm(node);
  return true;
}

Result<void> PatternParser::ParseNamedReference() {
  const size_t begin = at_++;
  if (!Consume(u'<')) return Refuse("`\\k` needs the name of a group, as in `\\k<name>`", begin);
  std::string name = TRY(TakeGroupName());
  AddTerm({.kind = PatternKind::kBackReference});
  references_.push_back({std::move(name), terms_.back(), begin});
  return {};
}

// Up to and with the `>`.
Result<std::string> PatternParser::TakeGroupName() {
  const size_t begin = at_;
  std::string name;
  while (!Consume(u'>')) {
    const char32_t c = AtEnd() ? U'\0' : TRY(TakeNameCharacter());
    if (!MayStandInName(c, name.empty())) return Refuse("this is no name for a group", begin);
    char bytes[4];
    name.append(bytes, EncodeUtf8(c, bytes));
  }
  if (name.empty()) return Refuse("a group's name is empty", begin);
  return name;
}

Result<char32_t> PatternParser::TakeNameCharacter() {
  const size_t begin = at_;
  if (!Consume(u'\\')) return TakeCodePoint();
  if (Consume(u'u')) {
    if (const std::optional<char32_t> c = TakeCodePointEscape()) return *c;
  }
  return Refuse("a group's name may hold no escape but `\\u`", begin);
}

// --- Escapes for many characters ----------------------------------------------

Result<std::optional<ClassItem>> PatternParser::TakeClassEscape() {
  using Item = std::optional<ClassItem>;
  const auto take = [&](ClassItemKind kind) {
    ++at_;
    return Item(ClassItem{kind});
  };
  switch (Peek()) {
    case u'd':
      return take(ClassItemKind::kDigit);
    case u'D':
      return take(ClassItemKind::kNotDigit);
    case u's':
      return take(ClassItemKind::kSpace);
    case u'S':
      return take(ClassItemKind::kNotSpace);
    case u'w':
      return take(ClassItemKind::kWord);
    case u'W':
      return take(ClassItemKind::kNotWord);
    case u'p':
    case u'P':
      if (!flags_.unicode) return Item();
      return Item(TRY(TakeProperty(text_[at_++] == u'P')));
    default:
      return Item();
  }
}

Result<ClassItem> PatternParser::TakeProperty(bool negated) {
  const size_t begin = at_;
  const size_t end = text_.find(u'}', at_);
  if (!Consume(u'{') || end == text_.npos) {
    return Refuse("`\\p` needs a property, as in `\\p{Letter}`", begin);
  }
  std::string name;
  for (; at_ < end; ++at_) name += text_[at_] < 0x80 ? static_cast<char>(text_[at_]) : '?';
  ++at_;
  std::optional<std::string> property = FindUnicodeProperty(name);
  if (!property) return Refuse("there is no such Unicode property", begin);
  tree_.properties.push_back(std::move(*property));
  return ClassItem{negated ? ClassItemKind::kNotProperty : ClassItemKind::kProperty,
                   static_cast<char32_t>(tree_.properties.size() - 1)};
}

// --- Escapes for one character -------------------------------------------------

// The text stands behind the backslash, not at its end.
Result<char32_t> PatternParser::TakeCharacterEscape(bool in_class) {
  const char16_t letter = Peek();
  if (IsDigit(letter)) return TakeDigitEscape();
  constexpr std::u16string_view kLetters = u"fnrtv";
  constexpr std::string_view kMeanings = "\f\n\r\t\v";
  if (const size_t found = kLetters.find(letter); found != kLetters.npos) {
    ++at_;
    return static_cast<char32_t>(kMeanings[found]);
  }
  if (letter == u'c') return TakeControlEscape(in_class);
  if (letter == u'x' || letter == u'u') {
    const size_t begin = at_++;
    const std::optional<char32_t> c = letter == u'x'   ? TakeHex(2)
                                      : flags_.unicode ? TakeCodePointEscape()
                                                       : TakeHex(4);
    if (c) return *c;
    at_ = begin;
  }
  return TakeIdentityEscape(in_class);
}

Result<char32_t> PatternParser::TakeDigitEscape() {
  const size_t begin = at_;
  if (flags_.unicode) {
    if (Peek() != u'0' || IsDigit(Peek(1))) {
      return Refuse("no group has this number", begin);
    }
    ++at_;
    return U'\0';
  }
  if (!IsOctal(Peek())) return static_cast<char32_t>(text_[at_++]);  // \8 and \9
  char32_t value = 0;
  while (at_ < begin + 3 && IsOctal(Peek()) && value < 32) value = value * 8 + (text_[at_++] - '0');
  return value;
}

Result<char32_t> PatternParser::TakeControlEscape(bool in_class) {
  const char16_t letter = Peek(1);
  const bool also = in_class && !flags_.unicode && (IsDigit(letter) || letter == u'_');
  if (IsLetter(letter) || also) {
    at_ += 2;
    return static_cast<char32_t>(letter % 32);
  }
  if (flags_.unicode) return Refuse("`\\c` needs a letter", at_);
  return U'\\';  // the c is read again, as itself
}

// Behind `\u`: four digits, two times that for a pair, or any number in braces.
std::optional<char32_t> PatternParser::TakeCodePointEscape() {
  if (Consume(u'{')) {
    char32_t value = 0;
    const size_t begin = at_;
    while (const std::optional<char32_t> digit = TakeHex(1)) {
      value = value * 16 + *digit;
      if (value > 0x10FFFF) return {};
    }
    if (at_ == begin || !Consume(u'}')) return {};
    return value;
  }
  const std::optional<char32_t> high = TakeHex(4);
  if (!high || *high < 0xD800 || *high > 0xDBFF) return high;
  const size_t behind = at_;
  if (Consume(u"\\u")) {
    const std::optional<char32_t> low = TakeHex(4);
    if (low && *low >= 0xDC00 && *low <= 0xDFFF) {
      return 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00);
    }
  }
  at_ = behind;
  return high;
}

Result<char32_t> PatternParser::TakeIdentityEscape(bool in_class) {
  const char16_t unit = Peek();
  if (flags_.unicode) {
    constexpr std::u16string_view kSyntax = u"^$\\.*+?()[]{}|/";
    const bool escapable = kSyntax.find(unit) != kSyntax.npos || (in_class && unit == u'-');
    if (!escapable) return Refuse("with the flag `u` this escape has no meaning", at_ - 1);
  } else if (unit == u'k' && has_names_) {
    return Refuse("`\\k` needs the name of a group, as in `\\k<name>`", at_ - 1);
  }
  return TakeCharacter();
}

// --- Classes -------------------------------------------------------------------

Result<void> PatternParser::ParseClass() {
  const size_t begin = at_++;
  const bool negated = Consume(u'^');
  const size_t first_item = tree_.items.size();
  while (!Consume(u']')) {
    if (AtEnd()) return Refuse("a class is not closed", begin);
    TRY(ParseClassItem());
  }
  AddClass(negated, first_item);
  return {};
}

// One character, one escape, or a range.
Result<void> PatternParser::ParseClassItem() {
  const size_t begin = at_;
  const ClassItem first = TRY(TakeClassAtom());
  if (Peek() != u'-' || Peek(1) == u']' || at_ + 1 >= text_.size()) {
    AddItem(first);
    return {};
  }
  ++at_;
  const ClassItem last = TRY(TakeClassAtom());
  if (first.kind == ClassItemKind::kRange && last.kind == ClassItemKind::kRange) {
    if (first.first > last.first) return Refuse("a range's ends are out of order", begin);
    AddItem({ClassItemKind::kRange, first.first, last.first});
    return {};
  }
  if (flags_.unicode) return Refuse("a range cannot begin or end with a class", begin);
  AddItem(first);
  AddItem({ClassItemKind::kRange, U'-', U'-'});
  AddItem(last);
  return {};
}

Result<ClassItem> PatternParser::TakeClassAtom() {
  const auto single = [](char32_t c) { return ClassItem{ClassItemKind::kRange, c, c}; };
  const size_t begin = at_;
  if (!Consume(u'\\')) return single(TakeCharacter());
  if (AtEnd()) return Refuse("a `\\` ends the pattern", begin);
  if (Consume(u'b')) return single(U'\b');
  if (const std::optional<ClassItem> item = TRY(TakeClassEscape())) return *item;
  return single(TRY(TakeCharacterEscape(true)));
}

}  // namespace galley
