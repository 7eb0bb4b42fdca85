// Ranges are written as code points.  With the flags i and u what PCRE2 folds differently is
// spelt out.
#include "pattern/class_text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include "pattern/case_variants.h"

namespace galley {
namespace {

constexpr std::string_view kNothing = R"([^\x{0}-\x{ffff}])";
constexpr std::string_view kNothingInUtf = R"([^\x{0}-\x{10ffff}])";
constexpr std::string_view kAnything = ".";  // the option DOTALL is always on

constexpr std::string_view kSpaces =
    R"(\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
// The same turned round, up to the last unit; UTF goes on from there.
constexpr std::string_view kNotSpaces =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027})"
    R"(\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{ffff})";

// With the flags i and u, two letters beyond ASCII are the same as `s` and `k`.
constexpr std::string_view kFoldedWord = R"(0-9A-Z_a-z\x{17f}\x{212a})";
constexpr std::string_view kNotFoldedWord =
    R"(\x{0}-\x{2f}\x{3a}-\x{40}\x{5b}-\x{5e}\x{60}\x{7b}-\x{17e}\x{180}-\x{2129})"
    R"(\x{212b}-\x{10ffff})";

constexpr char32_t kFirstSurrogate = 0xD800;
constexpr char32_t kLastSurrogate = 0xDFFF;
constexpr char32_t kLastCodePoint = 0x10FFFF;

bool IsPlain(char32_t c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z' && c < 0x80);
}

void AppendCharacter(char32_t c, std::string* out) {
  if (IsPlain(c)) {
    *out += static_cast<char>(c);
    return;
  }
  char digits[8];
  const char* end = std::to_chars(digits, std::end(digits), static_cast<uint32_t>(c), 16).ptr;
  *out += R"(\x{)";
  out->append(digits, static_cast<size_t>(end - digits));
  *out += '}';
}

void AppendRange(char32_t first, char32_t last, std::string* out) {
  if (first > last) return;
  AppendCharacter(first, out);
  if (first == last) return;
  *out += '-';
  AppendCharacter(last, out);
}

// PCRE2 asks for the other case of every character in a range, these many a step.
constexpr uint64_t kFoldedInOneStep = 64;

// Returns what it takes, in steps.
uint64_t AppendRanges(std::vector<CharacterRange> ranges, PatternFlags flags, std::string* out) {
  uint64_t cost = ranges.size() / 2;
  if (flags.ignore_case && !flags.unicode) cost += AddCaseVariants(&ranges);
  for (const CharacterRange& range : ranges) {
    if (flags.ignore_case && flags.unicode) cost += (range.last - range.first) / kFoldedInOneStep;
    if (!flags.unicode) {
      AppendRange(range.first, range.last, out);
      continue;
    }
    // With the flag u the text has no half of a pair that could match.
    AppendRange(range.first, std::min<char32_t>(range.last, kFirstSurrogate - 1), out);
    AppendRange(std::max<char32_t>(range.first, kLastSurrogate + 1), range.last, out);
  }
  return cost;
}

// Where case is ignored a property of one case holds for the others, and its
// opposite for every character.
std::string PropertyText(const std::string& property, bool negated, PatternFlags flags) {
  const bool of_one_case = property == "Lu" || property == "Ll" || property == "Lt" ||
                           property == "Uppercase" || property == "Upper" ||
                           property == "Lowercase" || property == "Lower";
  if (of_one_case && flags.ignore_case) return negated ? R"(\p{Any})" : R"(\p{L&})";
  return (negated ? R"(\P{)" : R"(\p{)") + property + '}';
}

// What a class of nearly all characters excludes; kRange where it is none of those
// that are written as ranges.
ClassItemKind OppositeOf(ClassItemKind kind) {
  if (kind == ClassItemKind::kNotSpace) return ClassItemKind::kSpace;
  if (kind == ClassItemKind::kNotWord) return ClassItemKind::kWord;
  return ClassItemKind::kRange;
}

void AppendItem(const PatternTree& tree, const ClassItem& item, PatternFlags flags,
                std::string* out) {
  switch (item.kind) {
    case ClassItemKind::kRange:
      return;
    case ClassItemKind::kDigit:
      *out += R"(\d)";
      return;
    case ClassItemKind::kNotDigit:
      *out += R"(\D)";
      return;
    case ClassItemKind::kSpace:
      *out += kSpaces;
      return;
    case ClassItemKind::kNotSpace:
      *out += kNotSpaces;
      if (flags.unicode) *out += R"(\x{10000}-\x{10ffff})";
      return;
    case ClassItemKind::kWord:
      *out += flags.unicode && flags.ignore_case ? kFoldedWord : R"(\w)";
      return;
    case ClassItemKind::kNotWord:
      *out += flags.unicode && flags.ignore_case ? kNotFoldedWord : R"(\W)";
      return;
    case ClassItemKind::kProperty:
    case ClassItemKind::kNotProperty:
      *out += PropertyText(tree.properties[item.first], item.kind == ClassItemKind::kNotProperty,
                           flags);
      return;
  }
}

}  // namespace

std::string CharacterText(char32_t character, PatternFlags flags) {
  std::string text;
  if (flags.unicode || !flags.ignore_case || character < 0x80) {
    if (flags.unicode && character >= kFirstSurrogate && character <= kLastSurrogate) {
      return std::string(kNothingInUtf);
    }
    AppendCharacter(character, &text);
    return text;
  }
  text = "[";
  AppendRanges({{character, character}}, flags, &text);
  return text + ']';
}

std::string ClassText(const PatternTree& tree, const PatternClass& pattern_class,
                      PatternFlags flags, uint64_t* cost) {
  if (pattern_class.end - pattern_class.begin == 1) {
    const ClassItemKind opposite = OppositeOf(tree.items[pattern_class.begin].kind);
    if (opposite != ClassItemKind::kRange) {
      std::string outside;
      AppendItem(tree, {opposite}, flags, &outside);
      return (pattern_class.negated ? "[" : "[^") + outside + ']';
    }
  }
  std::string inside;
  std::vector<CharacterRange> ranges;
  for (uint32_t at = pattern_class.begin; at < pattern_class.end; ++at) {
    const ClassItem& item = tree.items[at];
    if (item.kind == ClassItemKind::kRange) ranges.push_back({item.first, item.last});
    AppendItem(tree, item, flags, &inside);
    const bool is_written_out = OppositeOf(item.kind) != ClassItemKind::kRange;
    if (is_written_out && flags.ignore_case && flags.unicode) {
      *cost += kLastCodePoint / kFoldedInOneStep;
    }
  }
  *cost += AppendRanges(std::move(ranges), flags, &inside);
  if (inside.empty()) {
    return std::string(pattern_class.negated ? kAnything
                       : flags.unicode       ? kNothingInUtf
                                             : kNothing);
  }
  return (pattern_class.negated ? "[^" : "[") + inside + ']';
}

}  // namespace galley
