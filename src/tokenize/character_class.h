// What split patterns know about a character: its general category, whether it is Han,
// a word character, a blank.
//
// The tables are those of the reference tokenizers (tools/tokenizer_tables.py), of
// Unicode 16, and do not follow src/base/unicode.h when that moves on.
#ifndef GALLEY_TOKENIZE_CHARACTER_CLASS_H_
#define GALLEY_TOKENIZE_CHARACTER_CLASS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace galley {

// One bit a general category, in the order of tools/tokenizer_tables.py.
using CategorySet = uint32_t;

enum GeneralCategory : CategorySet {
  kCn = 1u << 0,
  kLu = 1u << 1,
  kLl = 1u << 2,
  kLt = 1u << 3,
  kLm = 1u << 4,
  kLo = 1u << 5,
  kMn = 1u << 6,
  kMc = 1u << 7,
  kMe = 1u << 8,
  kNd = 1u << 9,
  kNl = 1u << 10,
  kNo = 1u << 11,
  kPc = 1u << 12,
  kPd = 1u << 13,
  kPs = 1u << 14,
  kPe = 1u << 15,
  kPi = 1u << 16,
  kPf = 1u << 17,
  kPo = 1u << 18,
  kSm = 1u << 19,
  kSc = 1u << 20,
  kSk = 1u << 21,
  kSo = 1u << 22,
  kZs = 1u << 23,
  kZl = 1u << 24,
  kZp = 1u << 25,
  kCc = 1u << 26,
  kCf = 1u << 27,
  kCo = 1u << 28,
};

inline constexpr CategorySet kLetters = kLu | kLl | kLt | kLm | kLo;
inline constexpr CategorySet kMarks = kMn | kMc | kMe;
inline constexpr CategorySet kNumbers = kNd | kNl | kNo;
inline constexpr CategorySet kPunctuation = kPc | kPd | kPs | kPe | kPi | kPf | kPo;
inline constexpr CategorySet kSymbols = kSm | kSc | kSk | kSo;
inline constexpr CategorySet kSeparators = kZs | kZl | kZp;
inline constexpr CategorySet kOthers = kCn | kCc | kCf | kCo;

// The table in two stages: blocks of 128 code points, and which of them it is.
struct CharacterTable {
  const uint16_t* index;
  const uint8_t* blocks;
};
extern const CharacterTable kCharacterTable;

// The byte of the table: the number of the category, and marks above it.
inline uint8_t CharacterRecord(char32_t code_point) noexcept {
  if (code_point > 0x10FFFF) return 0;
  const size_t block = kCharacterTable.index[code_point >> 7];
  return kCharacterTable.blocks[block << 7 | (code_point & 127)];
}

// The category as a set of one; what is no code point is unassigned.
inline CategorySet CategoryOf(char32_t code_point) noexcept {
  return CategorySet{1} << (CharacterRecord(code_point) & 31);
}

inline bool IsHan(char32_t code_point) noexcept {
  return (CharacterRecord(code_point) & 1 << 5) != 0;
}
// `\w` as tokenizers (Oniguruma) has it, and as tiktoken has it.
inline bool IsOnigurumaWord(char32_t code_point) noexcept {
  return (CharacterRecord(code_point) & 1 << 6) != 0;
}
inline bool IsRustWord(char32_t code_point) noexcept {
  return (CharacterRecord(code_point) & 1 << 7) != 0;
}

// `\s` in a split pattern.
inline bool IsSplitSpace(char32_t code_point) noexcept {
  if (code_point < 0x80) return code_point == ' ' || (code_point >= 9 && code_point <= 13);
  return code_point == 0x85 || (CategoryOf(code_point) & kSeparators) != 0;
}

// The set that `\p{NAME}` means ("L", "Lu", "Letter", ...), or 0 where there is none.
CategorySet CategoryByName(std::string_view name) noexcept;

}  // namespace galley

#endif  // GALLEY_TOKENIZE_CHARACTER_CLASS_H_
