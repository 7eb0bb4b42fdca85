// One function for each known pattern, from a place to the end of its piece.
#include "tokenize/scanner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/utf8.h"
#include "tokenize/ascii_pieces.h"
#include "tokenize/character_class.h"

namespace galley {
namespace {

struct KnownPattern {
  std::string_view pattern;
  Scanner scanner;
  bool rust_only = false;  // Oniguruma reads `$` or `{1,3}+` in another way
};

constexpr std::string_view kDeepseekThird =
    "[!\"#$%&'()*+,\\-./"
    ":;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+|"
    " ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+";

constexpr KnownPattern kPatterns[] = {
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
     Scanner::kGpt2},
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
     Scanner::kGpt2},
    {R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)",
     Scanner::kGpt2, true},
    {R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", Scanner::kGpt2},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     Scanner::kCl100k},
    {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s)",
     Scanner::kCl100kTrailing, true},
    {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)",
     Scanner::kCl100k},
    {R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     Scanner::kQwen2},
    {R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     Scanner::kO200k},
    {R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
     Scanner::kTekken},
    {kDeepseekThird, Scanner::kDeepseekWords},
    {R"(\p{N}{1,3})", Scanner::kDigits3},
    {"[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+", Scanner::kKanaAndHan},
};

// Places in a text that is cut; all of them lie at characters.
class Cursor {
 public:
  explicit Cursor(std::string_view text) noexcept : text_(text) {}

  bool AtEnd(size_t at) const noexcept { return at >= text_.size(); }
  char ByteAt(size_t at) const noexcept { return at < text_.size() ? text_[at] : '\0'; }
  CodePoint At(size_t at) const noexcept { return DecodeUtf8(text_, at); }

  // The categories of the character at `at`; none at the end.
  CategorySet CategoryAt(size_t at) const noexcept {
    return AtEnd(at) ? 0 : CategoryOf(At(at).value);
  }
  bool IsSpaceAt(size_t at) const noexcept { return !AtEnd(at) && IsSplitSpace(At(at).value); }
  bool IsBreakAt(size_t at) const noexcept { return ByteAt(at) == '\n' || (ByteAt(at) == '\r'); }
  // Neither blank, letter nor number.
  bool IsOtherAt(size_t at) const noexcept {
    return !AtEnd(at) && !IsSpaceAt(at) && (CategoryAt(at) & (kLetters | kNumbers)) == 0;
  }
  // May stand before the letters of a word: `[^\r\n\p{L}\p{N}]`.
  bool IsPrefixAt(size_t at) const noexcept {
    return !AtEnd(at) && !IsBreakAt(at) && (CategoryAt(at) & (kLetters | kNumbers)) == 0;
  }
  size_t After(size_t at) const noexcept { return at + At(at).size; }

  size_t SkipCategories(size_t at, CategorySet set) const noexcept {
    while (!AtEnd(at)) {
      const CodePoint next = At(at);
      if ((CategoryOf(next.value) & set) == 0) break;
      at += next.size;
    }
    return at;
  }
  size_t SkipOther(size_t at) const noexcept {
    while (!AtEnd(at)) {
      const CodePoint next = At(at);
      const bool is_word = (CategoryOf(next.value) & (kLetters | kNumbers)) != 0;
      if (is_word || IsSplitSpace(next.value)) break;
      at += next.size;
    }
    return at;
  }
  size_t SkipBreaks(size_t at) const noexcept {
    while (IsBreakAt(at)) ++at;
    return at;
  }
  size_t SkipBreaksAndSlashes(size_t at) const noexcept {
    while (IsBreakAt(at) || ByteAt(at) == '/') ++at;
    return at;
  }
  size_t SkipNumbers(size_t at, int most) const noexcept {
    for (; most > 0 && (CategoryAt(at) & kNumbers) != 0; --most) at = After(at);
    return at;
  }

 private:
  std::string_view text_;
};

// The letter behind an apostrophe, lower case; `\u017F` is an s where case is ignored.
struct FoldedLetter {
  char letter;
  uint32_t size;
};

FoldedLetter LetterAt(const Cursor& text, size_t at, bool any_case) noexcept {
  const char byte = text.ByteAt(at);
  if (byte >= 'a' && byte <= 'z') return {byte, 1};
  if (any_case && byte >= 'A' && byte <= 'Z') return {static_cast<char>(byte | 0x20), 1};
  if (any_case && byte == '\xC5' && text.ByteAt(at + 1) == '\xBF') return {'s', 2};
  return {'\0', 0};
}

// Where the contraction ends that begins at `at` ('s, 't, 're, 've, 'm, 'll, 'd), or `at`.
size_t SkipContraction(const Cursor& text, size_t at, bool any_case) noexcept {
  if (text.ByteAt(at) != '\'') return at;
  const FoldedLetter first = LetterAt(text, at + 1, any_case);
  const size_t behind = at + 1 + first.size;
  switch (first.letter) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return behind;
    case 'r':
    case 'v':
      return LetterAt(text, behind, any_case).letter == 'e' ? behind + 1 : at;
    case 'l':
      return LetterAt(text, behind, any_case).letter == 'l' ? behind + 1 : at;
    default:
      return at;
  }
}

// `\s*[\r\n]+|\s+(?!\S)|\s+` at a blank: up to the last line break of the run, else all of
// it but the last blank before something else.
size_t SkipBlanks(const Cursor& text, size_t at, bool breaks_first) noexcept {
  size_t last = at;
  size_t after_break = at;
  size_t end = at;
  while (text.IsSpaceAt(end)) {
    last = end;
    end = text.After(end);
    if (text.IsBreakAt(last)) after_break = end;
  }
  if (breaks_first && after_break > at) return after_break;
  return text.AtEnd(end) || last == at ? end : last;
}

size_t Gpt2End(const Cursor& text, size_t at) noexcept {
  const size_t contraction = SkipContraction(text, at, false);
  if (contraction > at) return contraction;
  const size_t start = text.ByteAt(at) == ' ' ? at + 1 : at;
  const CategorySet category = text.CategoryAt(start);
  if ((category & kLetters) != 0) return text.SkipCategories(start, kLetters);
  if ((category & kNumbers) != 0) return text.SkipCategories(start, kNumbers);
  if (text.IsOtherAt(start)) return text.SkipOther(start);
  return SkipBlanks(text, at, false);
}

size_t Cl100kEnd(const Cursor& text, size_t at, int digits, bool trailing) noexcept {
  const size_t contraction = SkipContraction(text, at, true);
  if (contraction > at) return contraction;
  const size_t start = text.IsPrefixAt(at) ? text.After(at) : at;
  const size_t word = text.SkipCategories(start, kLetters);
  if (word > start) return word;
  const size_t number = text.SkipNumbers(at, digits);
  if (number > at) return number;
  const size_t other = text.ByteAt(at) == ' ' ? at + 1 : at;
  if (text.IsOtherAt(other)) return text.SkipBreaks(text.SkipOther(other));
  if (trailing) {
    size_t end = at;
    while (text.IsSpaceAt(end)) end = text.After(end);
    if (text.AtEnd(end)) return end;
  }
  return SkipBlanks(text, at, true);
}

constexpr CategorySet kUpper = kLu | kLt | kLm | kLo | kMarks;
constexpr CategorySet kLower = kLl | kLm | kLo | kMarks;

// `U*L+` or else `U+L*` from `start`, U and L being kUpper and kLower; `start` where
// neither matches.  `*lower` says whether the first one did.
size_t CasedEnd(const Cursor& text, size_t start, bool* lower) noexcept {
  size_t end = start;
  size_t after_lower = start;  // behind the last character that is in both classes
  CategorySet category = 0;
  for (; !text.AtEnd(end); category = 0) {
    const CodePoint next = text.At(end);
    category = CategoryOf(next.value);
    if ((category & kUpper) == 0) break;
    end += next.size;
    if ((category & kLower) != 0) after_lower = end;
  }
  *lower = true;
  if ((category & kLower) != 0) return text.SkipCategories(end, kLower);
  if (after_lower > start) return after_lower;
  *lower = false;
  return end;
}

// The first two alternatives of kO200k; `at` where neither matches.
size_t CasedWordEnd(const Cursor& text, size_t at) noexcept {
  bool lower = false;
  if (!text.IsPrefixAt(at)) return CasedEnd(text, at, &lower);
  const size_t start = text.After(at);
  const size_t end = CasedEnd(text, start, &lower);
  if (lower) return end;
  // A mark is a word by itself before it is the prefix of one in capitals.
  if ((text.CategoryAt(at) & kMarks) != 0) return start;
  return end > start ? end : at;
}

size_t O200kEnd(const Cursor& text, size_t at, int digits, bool contractions) noexcept {
  const size_t word = CasedWordEnd(text, at);
  if (word > at) return contractions ? SkipContraction(text, word, true) : word;
  const size_t number = text.SkipNumbers(at, digits);
  if (number > at) return number;
  const size_t other = text.ByteAt(at) == ' ' ? at + 1 : at;
  if (text.IsOtherAt(other)) return text.SkipBreaksAndSlashes(text.SkipOther(other));
  return SkipBlanks(text, at, true);
}

bool IsAsciiLetter(char byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
bool IsAsciiMark(char byte) noexcept {
  return (byte >= '!' && byte <= '/') || (byte >= ':' && byte <= '@') ||
         (byte >= '[' && byte <= '`') || (byte >= '{' && byte <= '~');
}

// Where a match of kDeepseekWords ends that begins at `at`, or `at`.
size_t DeepseekMatch(const Cursor& text, size_t at) noexcept {
  if (IsAsciiMark(text.ByteAt(at)) && IsAsciiLetter(text.ByteAt(at + 1))) {
    size_t end = at + 1;
    while (IsAsciiLetter(text.ByteAt(end))) ++end;
    return end;
  }
  constexpr CategorySet kWord = kLetters | kMarks;
  const CategorySet category = text.CategoryAt(at);
  const bool prefix = !text.IsBreakAt(at) && (category & (kLetters | kPunctuation | kSymbols)) == 0;
  const size_t start = prefix ? text.After(at) : at;
  const size_t word = text.SkipCategories(start, kWord);
  if (word > start) return word;
  if ((category & kMarks) != 0) return start;  // by itself, as nothing follows
  const size_t other = text.ByteAt(at) == ' ' ? at + 1 : at;
  const size_t marks = text.SkipCategories(other, kPunctuation | kSymbols);
  if (marks > other) return text.SkipBreaks(marks);
  return text.IsSpaceAt(at) ? SkipBlanks(text, at, true) : at;
}

size_t Digits3Match(const Cursor& text, size_t at) noexcept { return text.SkipNumbers(at, 3); }

size_t KanaAndHanMatch(const Cursor& text, size_t at) noexcept {
  while (!text.AtEnd(at)) {
    const CodePoint next = text.At(at);
    const bool inside = (next.value >= 0x4E00 && next.value <= 0x9FA5) ||
                        (next.value >= 0x3040 && next.value <= 0x30FF);
    if (!inside) break;
    at += next.size;
  }
  return at;
}

// What no match covers is a piece of its own, up to the next match.
template <size_t (*Match)(const Cursor&, size_t)>
size_t MatchOrGapEnd(const Cursor& text, size_t at) noexcept {
  const size_t end = Match(text, at);
  if (end > at) return end;
  do at = text.After(at);
  while (!text.AtEnd(at) && Match(text, at) == at);
  return at;
}

}  // namespace

Scanner ScannerOf(std::string_view pattern, PatternDialect dialect) noexcept {
  for (const KnownPattern& each : kPatterns) {
    if (each.rust_only && dialect != PatternDialect::kRust) continue;
    if (each.pattern == pattern) return each.scanner;
  }
  return Scanner::kNone;
}

std::string_view PatternOf(Scanner scanner) noexcept {
  for (const KnownPattern& each : kPatterns) {
    if (each.scanner == scanner) return each.pattern;
  }
  return {};
}

size_t PieceEndPlainly(Scanner scanner, std::string_view text, size_t at) noexcept {
  const Cursor cursor(text);
  switch (scanner) {
    case Scanner::kNone:
      return text.size();
    case Scanner::kGpt2:
      return Gpt2End(cursor, at);
    case Scanner::kCl100k:
      return Cl100kEnd(cursor, at, 3, false);
    case Scanner::kCl100kTrailing:
      return Cl100kEnd(cursor, at, 3, true);
    case Scanner::kQwen2:
      return Cl100kEnd(cursor, at, 1, false);
    case Scanner::kO200k:
      return O200kEnd(cursor, at, 3, true);
    case Scanner::kTekken:
      return O200kEnd(cursor, at, 1, false);
    case Scanner::kDeepseekWords:
      return MatchOrGapEnd<DeepseekMatch>(cursor, at);
    case Scanner::kDigits3:
      return MatchOrGapEnd<Digits3Match>(cursor, at);
    case Scanner::kKanaAndHan:
      return MatchOrGapEnd<KanaAndHanMatch>(cursor, at);
  }
  return text.size();
}

namespace {

// Whether the next bytes are ASCII, so that a block of them is worth its while.
bool BeginsWithAscii(std::string_view text, size_t at) noexcept {
  constexpr uint64_t kHighBits = 0x8080808080808080u;
  uint64_t bytes = 0;
  std::memcpy(&bytes, text.data() + at, std::min(sizeof(bytes), text.size() - at));
  return (bytes & kHighBits) == 0;
}

// Where pieces begin behind `at` for sure, as bits of the block that begins there.
template <class Style>
uint64_t CutsOfBlock(AsciiClassifier classify, std::string_view text, size_t at) noexcept {
  AsciiMasks masks;
  constexpr size_t kRead = kAsciiBlock + kBehindBlock;
  if (text.size() - at >= kRead) {
    classify(text.data() + at, &masks);
    return AsciiCuts<Style>(text.data() + at, masks).Find();
  }
  // What follows the text is filled with what nothing is known about.
  std::array<char, kRead> bytes;
  bytes.fill('\xFF');
  std::memcpy(bytes.data(), text.data() + at, text.size() - at);
  classify(bytes.data(), &masks);
  return AsciiCuts<Style>(bytes.data(), masks).Find();
}

template <class Style>
size_t FindPiecesOf(Scanner scanner, std::string_view text, size_t at,
                    std::span<size_t> ends) noexcept {
  const AsciiClassifier classify = AsciiClassifiers().front();
  size_t count = 0;
  while (count < ends.size() && at < text.size()) {
    const size_t block = at;
    uint64_t cuts = BeginsWithAscii(text, at) ? CutsOfBlock<Style>(classify, text, at) : 0;
    for (; cuts != 0 && count < ends.size(); cuts &= cuts - 1) {
      at = block + static_cast<size_t>(std::countr_zero(cuts));
      ends[count++] = at;
    }
    if (at == block) ends[count++] = at = PieceEndPlainly(scanner, text, at);
  }
  return count;
}

size_t FindPiecesPlainly(Scanner scanner, std::string_view text, size_t at,
                         std::span<size_t> ends) noexcept {
  size_t count = 0;
  while (count < ends.size() && at < text.size()) {
    ends[count++] = at = PieceEndPlainly(scanner, text, at);
  }
  return count;
}

}  // namespace

size_t FindPieces(Scanner scanner, std::string_view text, size_t at,
                  std::span<size_t> ends) noexcept {
  switch (scanner) {
    case Scanner::kO200k:
      return FindPiecesOf<AsciiO200k>(scanner, text, at, ends);
    case Scanner::kTekken:
      return FindPiecesOf<AsciiTekken>(scanner, text, at, ends);
    case Scanner::kCl100k:
      return FindPiecesOf<AsciiCl100k>(scanner, text, at, ends);
    case Scanner::kQwen2:
      return FindPiecesOf<AsciiQwen2>(scanner, text, at, ends);
    case Scanner::kGpt2:
      return FindPiecesOf<AsciiGpt2>(scanner, text, at, ends);
    default:
      return FindPiecesPlainly(scanner, text, at, ends);
  }
}

size_t PieceEnd(Scanner scanner, std::string_view text, size_t at) noexcept {
  size_t end = at;
  FindPieces(scanner, text, at, std::span(&end, 1));
  return end;
}

}  // namespace galley
