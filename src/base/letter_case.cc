// Case by table: a record of differences for each code point, and a list for the few that become
// several.  ASCII goes eight bytes at a time.  The only rule that looks around itself is that of
// the final sigma.
#include "base/letter_case.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "base/unicode.h"
#include "base/utf8.h"

namespace galley {
namespace {

// What to add to a code point for each LetterCase.
struct CaseRecord {
  int32_t difference[4];

  constexpr CaseRecord(int32_t upper, int32_t lower, int32_t title, int32_t fold) noexcept
      : difference{upper, lower, title, fold} {}
};

// Some case is several characters: kFullCases has them.
constexpr int32_t kNoDifference = INT32_MAX;
constexpr CaseRecord kSeveral{kNoDifference, kNoDifference, kNoDifference, kNoDifference};

struct FullCase {
  char32_t code_point;
  char32_t mapped[4][3];  // by LetterCase; padded with zeros
};

#include "base/letter_case_tables.inc"

constexpr int kBlockShift = 5;
constexpr char32_t kBlockMask = (1 << kBlockShift) - 1;

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kFinalSigma = 0x3C2;

size_t MapInFull(char32_t code_point, LetterCase to, char32_t out[3]) noexcept {
  const FullCase* found = std::lower_bound(
      std::begin(kFullCases), std::end(kFullCases), code_point,
      [](const FullCase& full, char32_t point) { return full.code_point < point; });
  const auto& mapped = found->mapped[static_cast<size_t>(to)];
  size_t size = 0;
  while (size < 3 && mapped[size] != 0) {
    out[size] = mapped[size];
    ++size;
  }
  return size;
}

// Lower and folded case are one for ASCII, and so are upper and title case.
char MapAscii(char byte, LetterCase to) noexcept {
  const bool upper = to == LetterCase::kUpper || to == LetterCase::kTitle;
  const char first = upper ? 'a' : 'A';
  return static_cast<unsigned char>(byte - first) < 26 ? static_cast<char>(byte ^ 0x20) : byte;
}

void AppendCodePoint(char32_t code_point, Writer* out) noexcept {
  char bytes[4];
  out->Append(std::string_view(bytes, EncodeUtf8(code_point, bytes)));
}

void AppendMapped(char32_t code_point, LetterCase to, Writer* out) noexcept {
  if (code_point < 0x80) return out->Append(MapAscii(static_cast<char>(code_point), to));
  char32_t mapped[3];
  const size_t size = MapCase(code_point, to, mapped);
  for (size_t i = 0; i < size; ++i) AppendCodePoint(mapped[i], out);
}

// The properties of the nearest character before `at` that is not
// case-ignorable, or none.
uint16_t PropertiesBefore(std::string_view text, size_t at) noexcept {
  while (at > 0) {
    do {
      --at;
    } while (IsContinuation(text[at]));
    const uint16_t properties = PropertiesOf(DecodeUtf8(text, at).value);
    if (!(properties & kCharCaseIgnorable)) return properties;
  }
  return 0;
}

uint16_t PropertiesAfter(std::string_view text, size_t at) noexcept {
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    const uint16_t properties = PropertiesOf(next.value);
    if (!(properties & kCharCaseIgnorable)) return properties;
    at += next.size;
  }
  return 0;
}

// Whether the sigma in [at, after) ends a word: a letter before it and none
// after it, case-ignorable characters not counted.  A sigma is not ignorable, so
// no such character is looked at more than twice, and a text stays linear.
bool EndsWord(std::string_view text, size_t at, size_t after) noexcept {
  return (PropertiesBefore(text, at) & kCharCased) && !(PropertiesAfter(text, after) & kCharCased);
}

// The lower case of the character in [at, after).
void AppendLowered(std::string_view text, size_t at, size_t after, char32_t code_point,
                   Writer* out) noexcept {
  if (code_point == kCapitalSigma && EndsWord(text, at, after)) {
    return AppendCodePoint(kFinalSigma, out);
  }
  AppendMapped(code_point, LetterCase::kLower, out);
}

// Calls `append(at, after, code_point)` for each character.
template <class Append>
void ForEachCharacter(std::string_view text, size_t at, Append append) noexcept {
  while (at < text.size()) {
    const CodePoint next = DecodeUtf8(text, at);
    append(at, at + next.size, next.value);
    at += next.size;
  }
}

void AppendLoweredFrom(std::string_view text, size_t start, Writer* out) noexcept {
  ForEachCharacter(text, start, [&](size_t at, size_t after, char32_t code_point) {
    AppendLowered(text, at, after, code_point, out);
  });
}

void AppendAll(std::string_view text, LetterCase to, Writer* out) noexcept {
  ForEachCharacter(text, 0,
                   [&](size_t, size_t, char32_t code_point) { AppendMapped(code_point, to, out); });
}

// Changes the case of the letters from `first` on, 26 of them, in each byte of a word.
// The highest bit of a byte tells whether its sum reached 128.
template <class Word>
Word ChangeCase(Word word, uint8_t first) noexcept {
  constexpr Word kOnes = static_cast<Word>(0x0101010101010101);
  constexpr Word kHighBits = kOnes * 0x80;
  const Word low = word & ~kHighBits;
  const Word from_first = low + kOnes * (0x80u - first);
  const Word behind_last = low + kOnes * (0x80u - 26 - first);
  return word ^ ((from_first & ~behind_last & ~word & kHighBits) >> 2);
}

// Does so in a text of 4 to 16 bytes; false for others.
inline bool MapShort(std::string_view text, uint8_t first, char* out) noexcept {
  const auto change_ends = [&]<class Word>(Word) {
    const size_t tail = text.size() - sizeof(Word);
    Word ends[2];
    std::memcpy(&ends[0], text.data(), sizeof(Word));
    std::memcpy(&ends[1], text.data() + tail, sizeof(Word));
    for (Word& end : ends) end = ChangeCase(end, first);
    std::memcpy(out, &ends[0], sizeof(Word));
    std::memcpy(out + tail, &ends[1], sizeof(Word));
  };
  if (text.size() < 4 || text.size() > 16) return false;
  text.size() < 8 ? change_ends(uint32_t{}) : change_ends(uint64_t{});
  return true;
}

}  // namespace

size_t MapCase(char32_t code_point, LetterCase to, char32_t out[3]) noexcept {
  out[0] = code_point;
  const size_t block = code_point >> kBlockShift;
  if (block >= std::size(kCaseIndex)) return 1;
  const size_t at = size_t{kCaseIndex[block]} << kBlockShift | (code_point & kBlockMask);
  const int32_t difference = kCaseRecords[kCaseBlocks[at]].difference[static_cast<size_t>(to)];
  if (difference == kNoDifference) return MapInFull(code_point, to, out);
  out[0] = static_cast<char32_t>(static_cast<int32_t>(code_point) + difference);
  return 1;
}

// A letter's case is its bit of value 32.  The loops have no branch, so that the
// compiler turns them into vector instructions; of short texts, which are most, both
// ends are changed at once.
void AsciiToUpper(std::string_view text, char* out) noexcept {
  if (MapShort(text, 'a', out)) return;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool lower = static_cast<unsigned char>(byte - 'a') < 26;
    out[i] = static_cast<char>(byte ^ (lower ? 0x20 : 0));
  }
}

void AsciiToLower(std::string_view text, char* out) noexcept {
  if (MapShort(text, 'A', out)) return;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool upper = static_cast<unsigned char>(byte - 'A') < 26;
    out[i] = static_cast<char>(byte ^ (upper ? 0x20 : 0));
  }
}

void AsciiSwapCase(std::string_view text, char* out) noexcept {
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool letter = static_cast<unsigned char>((byte | 0x20) - 'a') < 26;
    out[i] = static_cast<char>(byte ^ (letter ? 0x20 : 0));
  }
}

void AsciiToTitle(std::string_view text, char* out) noexcept {
  bool inside_word = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto lower = static_cast<unsigned char>(byte | 0x20);
    const bool letter = static_cast<unsigned char>(lower - 'a') < 26;
    out[i] = static_cast<char>(letter ? lower ^ (inside_word ? 0 : 0x20) : byte);
    inside_word = letter;
  }
}

void AppendUpper(std::string_view text, Writer* out) noexcept {
  AppendAll(text, LetterCase::kUpper, out);
}

void AppendLower(std::string_view text, Writer* out) noexcept { AppendLoweredFrom(text, 0, out); }

void AppendCaseFolded(std::string_view text, Writer* out) noexcept {
  AppendAll(text, LetterCase::kFold, out);
}

void AppendCapitalized(std::string_view text, Writer* out) noexcept {
  if (text.empty()) return;
  const CodePoint first = DecodeUtf8(text, 0);
  AppendMapped(first.value, LetterCase::kTitle, out);
  AppendLoweredFrom(text, first.size, out);
}

void AppendTitle(std::string_view text, Writer* out) noexcept {
  bool inside_word = false;
  ForEachCharacter(text, 0, [&](size_t at, size_t after, char32_t code_point) {
    if (inside_word) {
      AppendLowered(text, at, after, code_point, out);
    } else {
      AppendMapped(code_point, LetterCase::kTitle, out);
    }
    inside_word = HasProperty(code_point, kCharCased);
  });
}

void AppendSwappedCase(std::string_view text, Writer* out) noexcept {
  ForEachCharacter(text, 0, [&](size_t at, size_t after, char32_t code_point) {
    const uint16_t properties = PropertiesOf(code_point);
    if (properties & kCharUpper) {
      AppendLowered(text, at, after, code_point, out);
    } else if (properties & kCharLower) {
      AppendMapped(code_point, LetterCase::kUpper, out);
    } else {
      AppendCodePoint(code_point, out);
    }
  });
}

}  // namespace galley
