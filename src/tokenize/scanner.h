// Scanners: the split patterns in wide use, written by hand.
//
// A scanner cuts a text exactly as the regular expression it is named after; which
// expressions it stands for is a table, compared letter by letter.  Every other
// expression runs on split_pattern.h, which the tests compare scanners with.
#ifndef GALLEY_TOKENIZE_SCANNER_H_
#define GALLEY_TOKENIZE_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tokenize/split_pattern.h"

namespace galley {

enum class Scanner : uint8_t {
  kNone,
  kGpt2,            // ' ?\p{L}+' and its like, lower case contractions
  kCl100k,          // prefixed words, three digits
  kCl100kTrailing,  // the same, blanks at the end of the text being one piece
  kQwen2,           // kCl100k with single digits
  kO200k,           // words cut at their capitals, contractions as suffixes
  kTekken,          // kO200k without contractions, with single digits
  kDeepseekWords,   // the last of DeepSeek's three
  kDigits3,         // '\p{N}{1,3}', and what is between
  kKanaAndHan,      // DeepSeek's second
};

// The scanner of an expression, kNone where there is no such.
Scanner ScannerOf(std::string_view pattern, PatternDialect dialect) noexcept;
// An expression that a scanner stands for; empty for kNone.
std::string_view PatternOf(Scanner scanner) noexcept;

// Where the piece ends that begins at `at`, which is inside `text`, valid UTF-8, and
// where a piece begins.
size_t PieceEnd(Scanner scanner, std::string_view text, size_t at) noexcept;
// The same without looking at several bytes at once, for comparing.
size_t PieceEndPlainly(Scanner scanner, std::string_view text, size_t at) noexcept;
// Where the pieces end that follow each other from `at`, which is inside `text`: as many as
// there are, and as `ends` has room for.  Returns how many.
size_t FindPieces(Scanner scanner, std::string_view text, size_t at,
                  std::span<size_t> ends) noexcept;

}  // namespace galley

#endif  // GALLEY_TOKENIZE_SCANNER_H_
