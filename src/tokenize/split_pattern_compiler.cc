// Expressions to instructions, in one pass: every term becomes a piece of code whose
// jumps are relative, and a repetition copies the code of its term.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "tokenize/character_class.h"
#include "tokenize/split_pattern.h"

namespace galley {
namespace {

constexpr size_t kMaxExpression = 64 << 10;
constexpr size_t kMaxCode = 1 << 18;
constexpr uint32_t kMaxRepeat = 1000;

bool IsAsciiLetter(char32_t point) noexcept {
  return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
}

}  // namespace

class SplitPatternCompiler {
 public:
  SplitPatternCompiler(std::string_view expression, PatternDialect dialect)
      : text_(expression), dialect_(dialect) {}

  Result<SplitPattern> Run();

 private:
  using Instruction = SplitPattern::Instruction;
  using Op = Instruction::Op;

  // A stretch of code, and whether it may match nothing.
  struct Stretch {
    std::vector<Instruction> instructions;
    bool may_be_empty = true;
  };

  enum class GroupKind : uint8_t { kWhole, kPlain, kAtomic, kAhead, kNotAhead };

  // A group that is open: the alternatives that are done, and the terms of the current one.
  struct Group {
    GroupKind kind = GroupKind::kWhole;
    bool fold = false;  // what `(?i` said outside
    std::vector<Stretch> alternatives;
    std::vector<Stretch> terms;
    size_t begin = 0;
  };

  bool AtEnd() const { return at_ >= text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }
  bool Eat(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }
  char32_t Take() {
    const CodePoint next = DecodeUtf8(text_, at_);
    at_ += next.size;
    return next.value;
  }

  Diagnostic Refuse(std::string_view what) const {
    return Report(Code::kTokenizerUnsupported, "the split pattern uses " + std::string(what) +
                                                   " at byte " + std::to_string(at_) +
                                                   ", which is not implemented");
  }

  Result<void> ParseTerm();
  Result<void> OpenGroup();
  Result<void> CloseGroup();
  Result<void> ParseEscape();
  Result<void> ParseRepetition();
  Result<void> ParseClass();
  Result<void> ParseClassItem(SplitCharacters* set);
  Result<uint32_t> ParseInnerClass();
  Result<void> ParseClassItems(SplitCharacters* set);
  Result<char32_t> ParseClassCharacter(SplitCharacters* set, bool* is_property);
  Result<std::optional<SplitCharacters::Property>> ParseProperty(char letter, bool in_class);
  Result<char32_t> ParseEscapedCharacter(char letter);
  Result<void> AddRange(SplitCharacters* set, char32_t first, char32_t last);
  Result<void> AddLiteral(char32_t point);

  void AddTerm(Instruction instruction, bool may_be_empty);
  uint32_t AddSet(SplitCharacters set);
  static Stretch Sequence(std::vector<Stretch> terms);
  static Stretch Alternatives(std::vector<Stretch> alternatives);
  Result<Stretch> Repeat(const Stretch& term, uint32_t least, uint32_t most, char mode) const;
  void FinishAlternative() {
    groups_.back().alternatives.push_back(Sequence(std::move(groups_.back().terms)));
    groups_.back().terms.clear();
  }

  std::string_view text_;
  PatternDialect dialect_;
  size_t at_ = 0;
  bool fold_ = false;
  bool repeatable_ = false;
  char32_t last_folded_ = 0;  // the folded letter just before, for folds of two letters
  std::vector<Group> groups_;
  std::vector<SplitCharacters> sets_;
};

Result<SplitPattern> SplitPattern::Compile(std::string_view expression, PatternDialect dialect) {
  if (expression.size() > kMaxExpression) {
    return Report(Code::kLimitSize, "a split pattern is longer than 65536 bytes");
  }
  return SplitPatternCompiler(expression, dialect).Run();
}

Result<SplitPattern> SplitPatternCompiler::Run() {
  groups_.emplace_back();
  while (!AtEnd()) TRY(ParseTerm());
  if (groups_.size() > 1) return Refuse("a group that is not closed");
  FinishAlternative();
  Stretch whole = Alternatives(std::move(groups_.back().alternatives));
  if (whole.instructions.size() > kMaxCode) {
    return Report(Code::kLimitSize, "a split pattern repeats too much");
  }
  if (whole.may_be_empty) return Refuse("an expression that matches nothing at all");
  whole.instructions.push_back({Op::kMatch});
  SplitPattern pattern;
  pattern.code_ = std::move(whole.instructions);
  pattern.sets_ = std::move(sets_);
  return pattern;
}

Result<void> SplitPatternCompiler::ParseTerm() {
  const char next = Peek();
  const char32_t folded = std::exchange(last_folded_, 0);
  switch (next) {
    case '|':
      ++at_;
      FinishAlternative();
      repeatable_ = false;
      return {};
    case '(':
      return OpenGroup();
    case ')':
      return CloseGroup();
    case '*':
    case '+':
    case '?':
    case '{':
      return ParseRepetition();
    case '[':
      return ParseClass();
    case '\\':
      return ParseEscape();
    case '.':
      ++at_;
      AddTerm({Op::kAny}, false);
      return {};
    case '^':
    case '$': {
      ++at_;
      const bool lines = dialect_ == PatternDialect::kOniguruma;
      const Op op = next == '^' ? (lines ? Op::kLineStart : Op::kTextStart)
                                : (lines ? Op::kLineEnd : Op::kTextEnd);
      AddTerm({op}, true);
      repeatable_ = false;
      return {};
    }
    default:
      last_folded_ = folded;
      return AddLiteral(Take());
  }
}

// Oniguruma takes one character for two where case is ignored: `ß` for `ss`.
Result<void> SplitPatternCompiler::AddLiteral(char32_t point) {
  const char32_t before = std::exchange(last_folded_, 0);
  if (!fold_) {
    AddTerm({Op::kCharacter, static_cast<int32_t>(point)}, false);
    return {};
  }
  if (point >= 0x80) return Refuse("a letter outside ASCII where case is ignored");
  if (!IsAsciiLetter(point)) {
    AddTerm({Op::kCharacter, static_cast<int32_t>(point)}, false);
    return {};
  }
  const char32_t letter = point | 0x20;
  const bool two = (before == 's' && (letter == 's' || letter == 't')) ||
                   (before == 'f' && (letter == 'f' || letter == 'i' || letter == 'l'));
  if (two && dialect_ == PatternDialect::kOniguruma) {
    return Refuse("letters that have a ligature where case is ignored");
  }
  AddTerm({Op::kFolded, static_cast<int32_t>(letter)}, false);
  last_folded_ = letter;
  return {};
}

void SplitPatternCompiler::AddTerm(Instruction instruction, bool may_be_empty) {
  groups_.back().terms.push_back({{instruction}, may_be_empty});
  repeatable_ = true;
}

uint32_t SplitPatternCompiler::AddSet(SplitCharacters set) {
  sets_.push_back(std::move(set));
  return static_cast<uint32_t>(sets_.size() - 1);
}

SplitPatternCompiler::Stretch SplitPatternCompiler::Sequence(std::vector<Stretch> terms) {
  Stretch whole;
  for (const Stretch& term : terms) {
    whole.instructions.insert(whole.instructions.end(), term.instructions.begin(),
                              term.instructions.end());
    whole.may_be_empty &= term.may_be_empty;
  }
  return whole;
}

// Each but the last is tried before the rest, and jumps over it.
SplitPatternCompiler::Stretch SplitPatternCompiler::Alternatives(
    std::vector<Stretch> alternatives) {
  size_t size = 0;
  for (const Stretch& each : alternatives) size += each.instructions.size() + 2;
  size -= 2;  // the last one has neither split nor jump
  Stretch whole;
  whole.may_be_empty = false;
  for (size_t i = 0; i < alternatives.size(); ++i) {
    const Stretch& each = alternatives[i];
    const bool last = i + 1 == alternatives.size();
    const auto length = static_cast<int32_t>(each.instructions.size());
    if (!last) whole.instructions.push_back({Op::kSplit, 1, length + 2});
    whole.instructions.insert(whole.instructions.end(), each.instructions.begin(),
                              each.instructions.end());
    if (!last) {
      const size_t here = whole.instructions.size();
      whole.instructions.push_back({Op::kJump, static_cast<int32_t>(size - here)});
    }
    whole.may_be_empty |= each.may_be_empty;
  }
  return whole;
}

Result<void> SplitPatternCompiler::OpenGroup() {
  Group group;
  group.begin = at_;
  group.fold = fold_;
  bool fold = fold_;
  if (Eat("(?:")) {
    group.kind = GroupKind::kPlain;
  } else if (Eat("(?i:")) {
    group.kind = GroupKind::kPlain;
    fold = true;
  } else if (Eat("(?-i:")) {
    group.kind = GroupKind::kPlain;
    fold = false;
  } else if (Eat("(?>")) {
    group.kind = GroupKind::kAtomic;
  } else if (Eat("(?=")) {
    group.kind = GroupKind::kAhead;
  } else if (Eat("(?!")) {
    group.kind = GroupKind::kNotAhead;
  } else if (text_.substr(at_).starts_with("(?") || text_.substr(at_).starts_with("(*")) {
    return Refuse("a group of another kind");
  } else {
    ++at_;
    group.kind = GroupKind::kPlain;
  }
  fold_ = fold;
  groups_.push_back(std::move(group));
  repeatable_ = false;
  return {};
}

Result<void> SplitPatternCompiler::CloseGroup() {
  if (groups_.size() == 1) return Refuse("a group that was not opened");
  ++at_;
  FinishAlternative();
  Group group = std::move(groups_.back());
  groups_.pop_back();
  fold_ = group.fold;
  Stretch inner = Alternatives(std::move(group.alternatives));
  if (inner.instructions.size() > kMaxCode) {
    return Report(Code::kLimitSize, "a split pattern repeats too much");
  }
  repeatable_ = group.kind == GroupKind::kPlain || group.kind == GroupKind::kAtomic;
  if (group.kind != GroupKind::kPlain) {
    const auto length = static_cast<int32_t>(inner.instructions.size());
    const Op open = group.kind == GroupKind::kAtomic  ? Op::kAtomic
                    : group.kind == GroupKind::kAhead ? Op::kAhead
                                                      : Op::kNotAhead;
    const Op close = group.kind == GroupKind::kAtomic  ? Op::kCommit
                     : group.kind == GroupKind::kAhead ? Op::kAheadEnd
                                                       : Op::kNotAheadEnd;
    inner.instructions.insert(inner.instructions.begin(), Instruction{open, length + 2});
    inner.instructions.push_back({close});
    if (group.kind != GroupKind::kAtomic) inner.may_be_empty = true;
  }
  groups_.back().terms.push_back(std::move(inner));
  return {};
}

Result<void> SplitPatternCompiler::ParseRepetition() {
  if (!repeatable_) return Refuse("a repetition of nothing");
  uint32_t least = 0;
  uint32_t most = UINT32_MAX;
  const bool counted = Peek() == '{';
  const char sign = text_[at_++];
  if (sign == '+') least = 1;
  if (sign == '?') most = 1;
  if (counted) {
    const auto number = [&]() -> std::optional<uint32_t> {
      uint32_t value = 0;
      size_t digits = 0;
      for (; Peek() >= '0' && Peek() <= '9' && digits < 5; ++digits) {
        value = value * 10 + static_cast<uint32_t>(text_[at_++] - '0');
      }
      if (digits == 0 || value > kMaxRepeat) return std::nullopt;
      return value;
    };
    const std::optional<uint32_t> first = number();
    if (!first) return Refuse("a repetition of this form");
    least = most = *first;
    if (Eat(",")) {
      most = UINT32_MAX;
      if (Peek() != '}') {
        const std::optional<uint32_t> second = number();
        if (!second) return Refuse("a repetition of this form");
        most = *second;
      }
    }
    if (!Eat("}") || most < least) return Refuse("a repetition of this form");
  }
  char mode = '\0';
  // In Oniguruma's own syntax `{1,3}+` repeats the repetition.
  const bool possessive = !counted || dialect_ == PatternDialect::kRust;
  if (possessive && Eat("+")) {
    mode = '+';
  } else if (Eat("?")) {
    if (counted && dialect_ == PatternDialect::kOniguruma && least == most) {
      return Refuse("`{n}?`");
    }
    mode = '?';
  }
  std::vector<Stretch>& terms = groups_.back().terms;
  Stretch repeated = TRY(Repeat(terms.back(), least, most, mode));
  terms.back() = std::move(repeated);
  repeatable_ = dialect_ == PatternDialect::kOniguruma && counted && mode == '\0';
  return {};
}

Result<SplitPatternCompiler::Stretch> SplitPatternCompiler::Repeat(const Stretch& term,
                                                                   uint32_t least, uint32_t most,
                                                                   char mode) const {
  const bool endless = most == UINT32_MAX;
  if (endless && term.may_be_empty) return Refuse("an endless repetition of what may be empty");
  const size_t copies = endless ? least + 1 : most;
  const auto length = static_cast<int32_t>(term.instructions.size());
  if (copies * (term.instructions.size() + 2) > kMaxCode) {
    return Report(Code::kLimitSize, "a split pattern repeats too much");
  }
  Stretch whole;
  whole.may_be_empty = least == 0 || term.may_be_empty;
  const auto append = [&] {
    whole.instructions.insert(whole.instructions.end(), term.instructions.begin(),
                              term.instructions.end());
  };
  const auto split = [&](int32_t body, int32_t end) {
    if (mode == '?') std::swap(body, end);
    whole.instructions.push_back({Op::kSplit, body, end});
  };
  for (uint32_t i = 0; i < least; ++i) append();
  if (endless) {
    split(1, length + 2);
    append();
    whole.instructions.push_back({Op::kJump, -(length + 1)});
  } else {
    for (uint32_t left = most - least; left > 0; --left) {
      split(1, static_cast<int32_t>(left) * (length + 1));
      append();
    }
  }
  if (mode == '+') {
    whole.instructions.insert(whole.instructions.begin(), Instruction{Op::kAtomic});
    whole.instructions.push_back({Op::kCommit});
  }
  return whole;
}

Result<std::optional<SplitCharacters::Property>> SplitPatternCompiler::ParseProperty(
    char letter, bool in_class) {
  using Property = SplitCharacters::Property;
  using Kind = Property::Kind;
  const bool upper = letter >= 'A' && letter <= 'Z';
  const bool onig = dialect_ == PatternDialect::kOniguruma;
  switch (letter | 0x20) {
    case 's':
      return std::optional(Property{Kind::kSpace, upper, 0});
    case 'd':
      return std::optional(Property{Kind::kCategory, upper, kNd});
    case 'w':
      // Inside a class Oniguruma takes superscripts and fractions of Latin-1 for no words.
      return std::optional(Property{!onig      ? Kind::kRustWord
                                    : in_class ? Kind::kOnigurumaClassWord
                                               : Kind::kOnigurumaWord,
                                    upper, 0});
    case 'p':
      break;
    default:
      return std::optional<Property>();
  }
  if (fold_) return Refuse("a property where case is ignored");
  std::string_view name;
  bool negated = upper;
  if (Eat("{")) {
    if (Eat("^")) negated = !negated;
    const size_t close = text_.find('}', at_);
    if (close == std::string_view::npos) return Refuse("a property of this form");
    name = text_.substr(at_, close - at_);
    at_ = close + 1;
  } else if (dialect_ == PatternDialect::kRust && !AtEnd()) {
    name = text_.substr(at_++, 1);
  }
  if (name == "Han" || name == "Script=Han" || name == "sc=Han") {
    return std::optional(Property{Kind::kHan, negated, 0});
  }
  const CategorySet set = CategoryByName(name);
  if (set == 0) return Refuse("a property of this name");
  return std::optional(Property{Kind::kCategory, negated, set});
}

// The character that an escape other than a property means; `letter` stands behind `\`.
Result<char32_t> SplitPatternCompiler::ParseEscapedCharacter(char letter) {
  switch (letter) {
    case 'n':
      return U'\n';
    case 'r':
      return U'\r';
    case 't':
      return U'\t';
    case 'f':
      return U'\f';
    case 'v':
      return U'\v';
    default:
      break;
  }
  if (letter == 'x' || letter == 'u') {
    const bool braces = letter == 'x' && Eat("{");
    const size_t most = braces ? 6 : letter == 'x' ? 2 : 4;
    char32_t value = 0;
    size_t digits = 0;
    for (; digits < most && !AtEnd(); ++digits, ++at_) {
      const char digit = text_[at_];
      if (digit >= '0' && digit <= '9') {
        value = value * 16 + static_cast<char32_t>(digit - '0');
      } else if ((digit | 0x20) >= 'a' && (digit | 0x20) <= 'f') {
        value = value * 16 + static_cast<char32_t>((digit | 0x20) - 'a' + 10);
      } else {
        break;
      }
    }
    const bool whole = braces ? digits > 0 && Eat("}") : digits == most;
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    // Two hexadecimal digits are a byte to Oniguruma, not a character.
    const bool byte = !braces && letter == 'x' && value >= 0x80;
    if (!whole || value > 0x10FFFF || surrogate || byte) return Refuse("an escape of this form");
    return value;
  }
  const auto byte = static_cast<unsigned char>(letter);
  if (byte >= 0x80 || IsAsciiLetter(byte) || (letter >= '0' && letter <= '9')) {
    return Refuse("an escape of this kind");
  }
  return char32_t{byte};
}

Result<void> SplitPatternCompiler::ParseEscape() {
  ++at_;
  if (AtEnd()) return Refuse("an escape of nothing");
  const char letter = text_[at_++];
  if (letter == 'A' || letter == 'z') {
    AddTerm({letter == 'A' ? Op::kTextStart : Op::kTextEnd}, true);
    repeatable_ = false;
    return {};
  }
  const std::optional<SplitCharacters::Property> property = TRY(ParseProperty(letter, false));
  if (property) {
    SplitCharacters set;
    set.properties.push_back(*property);
    AddTerm({Op::kSet, static_cast<int32_t>(AddSet(std::move(set)))}, false);
    return {};
  }
  return AddLiteral(TRY(ParseEscapedCharacter(letter)));
}

Result<void> SplitPatternCompiler::AddRange(SplitCharacters* set, char32_t first, char32_t last) {
  if (first > last) return Refuse("a range that ends before it begins");
  set->ranges.push_back({first, last});
  if (!fold_) return {};
  if (last >= 0x80) return Refuse("a letter outside ASCII where case is ignored");
  for (char32_t letter = 'a'; letter <= 'z'; ++letter) {
    const char32_t capital = letter - 0x20;
    const bool inside =
        (letter >= first && letter <= last) || (capital >= first && capital <= last);
    if (!inside) continue;
    set->ranges.push_back({letter, letter});
    set->ranges.push_back({capital, capital});
    if (letter == 's') set->ranges.push_back({0x17F, 0x17F});
    if (letter == 'k') set->ranges.push_back({0x212A, 0x212A});
  }
  return {};
}

Result<char32_t> SplitPatternCompiler::ParseClassCharacter(SplitCharacters* set,
                                                           bool* is_property) {
  *is_property = false;
  if (Peek() != '\\') return Take();
  ++at_;
  if (AtEnd()) return Refuse("an escape of nothing");
  const char letter = text_[at_++];
  const std::optional<SplitCharacters::Property> property = TRY(ParseProperty(letter, true));
  if (!property) return ParseEscapedCharacter(letter);
  set->properties.push_back(*property);
  *is_property = true;
  return U'\0';
}

// A character, a range or a property.
Result<void> SplitPatternCompiler::ParseClassItem(SplitCharacters* set) {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("--") || rest.starts_with("~~") || rest.starts_with("&&") ||
      rest.starts_with("[")) {
    return Refuse("a class of this form");
  }
  bool property = false;
  const char32_t start = TRY(ParseClassCharacter(set, &property));
  if (property) return {};
  char32_t end = start;
  if (Peek() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
    ++at_;
    if (Peek() == '[') return Refuse("a range of this form");
    end = TRY(ParseClassCharacter(set, &property));
    if (property) return Refuse("a range of this form");
  }
  return AddRange(set, start, end);
}

// A class inside a class, from behind its `[`; it holds no further one.
Result<uint32_t> SplitPatternCompiler::ParseInnerClass() {
  if (Peek() == ':') return Refuse("a class of this form");
  SplitCharacters set;
  set.negated = Eat("^");
  if (Peek() == ']') return Refuse("an empty class");
  while (!Eat("]")) {
    if (AtEnd()) return Refuse("a class that is not closed");
    TRY(ParseClassItem(&set));
  }
  return AddSet(std::move(set));
}

Result<void> SplitPatternCompiler::ParseClassItems(SplitCharacters* set) {
  if (Peek() == ']') return Refuse("an empty class");
  while (!Eat("]")) {
    if (AtEnd()) return Refuse("a class that is not closed");
    if (Eat("&&[")) {
      set->also.push_back(TRY(ParseInnerClass()));
    } else if (!set->also.empty()) {
      return Refuse("an intersection of this form");
    } else if (Eat("[")) {
      set->nested.push_back(TRY(ParseInnerClass()));
    } else {
      TRY(ParseClassItem(set));
    }
  }
  return {};
}

Result<void> SplitPatternCompiler::ParseClass() {
  ++at_;
  SplitCharacters set;
  set.negated = Eat("^");
  TRY(ParseClassItems(&set));
  AddTerm({Op::kSet, static_cast<int32_t>(AddSet(std::move(set)))}, false);
  return {};
}

}  // namespace galley
