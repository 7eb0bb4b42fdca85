// Pieces of ASCII, found by arithmetic on sets of places instead of byte by byte.
//
// This is a short cut: it answers only for cuts that nothing behind the block can change, and
// says nothing about the last run of a block, or what stands before a character that is not
// ASCII.  There the plain scanner must look.
#ifndef GALLEY_TOKENIZE_ASCII_PIECES_H_
#define GALLEY_TOKENIZE_ASCII_PIECES_H_

#include <bit>
#include <cstddef>
#include <cstdint>

#include "tokenize/ascii_masks.h"

namespace galley {

// What the split patterns differ in.
struct AsciiO200k {
  static constexpr bool kAnyPrefix = true;  // one mark before letters belongs to them
  static constexpr bool kCutsAtCapitals = true;
  static constexpr bool kContractionsBehind = true;  // as a suffix of words
  static constexpr bool kContractionsApart = false;  // before anything else
  static constexpr bool kContractionsInCaps = true;  // in letters of either case
  static constexpr bool kSlashesBehind = true;       // marks take slashes with their breaks
  static constexpr bool kBreaks = true;              // marks and blanks end with line breaks
  static constexpr int kDigits = 3;                  // of a number; 0: any, a space before
};
struct AsciiTekken : AsciiO200k {
  static constexpr bool kContractionsBehind = false;
  static constexpr int kDigits = 1;
};
struct AsciiCl100k : AsciiO200k {
  static constexpr bool kCutsAtCapitals = false;
  static constexpr bool kContractionsBehind = false;
  static constexpr bool kContractionsApart = true;
  static constexpr bool kSlashesBehind = false;
};
struct AsciiQwen2 : AsciiCl100k {
  static constexpr int kDigits = 1;
};
struct AsciiGpt2 : AsciiCl100k {
  static constexpr bool kAnyPrefix = false;
  static constexpr bool kContractionsInCaps = false;
  static constexpr bool kBreaks = false;
  static constexpr int kDigits = 0;
};

// Bytes that are read behind a block.
inline constexpr size_t kBehindBlock = 2;

// The size of the contraction ('s, 't, 're, 've, 'm, 'll, 'd) whose apostrophe is at `quote`,
// or 0.
template <class Style>
size_t AsciiContraction(const char* quote) noexcept {
  const auto letter = [&](size_t at) {
    const char byte = quote[at];
    const bool is_upper = byte >= 'A' && byte <= 'Z';
    return Style::kContractionsInCaps && is_upper ? static_cast<char>(byte | 0x20) : byte;
  };
  switch (letter(1)) {
    case 's':
    case 't':
    case 'm':
    case 'd':
      return 2;
    case 'r':
    case 'v':
      return letter(2) == 'e' ? 3 : 0;
    case 'l':
      return letter(2) == 'l' ? 3 : 0;
    default:
      return 0;
  }
}

// Works out the cuts of one block, at whose beginning a piece begins.
template <class Style>
class AsciiCuts {
 public:
  // kAsciiBlock + kBehindBlock bytes can be read.
  AsciiCuts(const char* bytes, const AsciiMasks& masks) noexcept
      : bytes_(bytes),
        masks_(masks),
        letters_(masks.upper | masks.lower),
        marks_(~(letters_ | masks.digits | masks.blanks | masks.high)) {}

  // The places, without the first, where pieces begin for sure.
  uint64_t Find() noexcept {
    uint64_t cuts = MarksAndBlanks();
    cuts |= Numbers();
    cuts |= Words();
    if constexpr (Style::kContractionsBehind || Style::kContractionsApart) {
      const uint64_t quotes = masks_.quotes & letters_ >> 1 & Before();
      if (quotes != 0) [[unlikely]]
        cuts = AddContractions(cuts, quotes);
    }
    return cuts & Settled() & ~uint64_t{1};
  }

 private:
  static uint64_t Starts(uint64_t set) noexcept { return set & ~(set << 1); }

  // Where an apostrophe may begin a contraction: behind a word, or where a piece begins.
  uint64_t Before() const noexcept {
    if constexpr (Style::kContractionsBehind) return letters_ << 1;
    return Starts(marks_) & ~(masks_.spaces << 1);
  }

  // All up to the beginning of the last run before the end or before what is not ASCII.
  uint64_t Settled() const noexcept {
    const auto changes = [](uint64_t set) { return set ^ set << 1; };
    const uint64_t before_high = (masks_.high & (~masks_.high + 1)) - 1;
    const uint64_t runs =
        (changes(letters_) | changes(masks_.digits) | changes(masks_.blanks) | changes(marks_)) &
        before_high;
    if (runs == 0) return 0;
    uint64_t last = uint64_t{1} << (std::bit_width(runs) - 1);
    // An apostrophe before something that is not known may belong to a contraction.
    const bool is_open = (last << 1 & ~masks_.high) == 0;
    return is_open && (masks_.quotes & last) != 0 ? last - 1 : last | (last - 1);
  }

  uint64_t MarksAndBlanks() noexcept {
    uint64_t tails = 0;  // line breaks, and slashes behind these, that marks take with them
    if constexpr (Style::kBreaks) {
      const uint64_t tail = masks_.breaks | (Style::kSlashesBehind ? masks_.slashes : 0);
      const uint64_t first = masks_.breaks & marks_ << 1;
      tails = (tail & ~(tail + first)) | first;
    }
    const uint64_t marks = marks_ & ~tails;
    mark_starts_ = Starts(marks) & ~(masks_.spaces << 1);
    const uint64_t blanks = masks_.blanks & ~tails;
    uint64_t lasts = blanks & ~(blanks >> 1);
    if constexpr (Style::kBreaks) lasts &= ~masks_.breaks;
    uint64_t cuts = mark_starts_ | Starts(blanks) | lasts;
    if constexpr (Style::kBreaks) cuts |= BehindLastBreaks(blanks);
    return cuts;
  }

  // Blanks are cut behind the last line break of their run.
  uint64_t BehindLastBreaks(uint64_t blanks) const noexcept {
    const uint64_t others = blanks & ~masks_.breaks;
    const uint64_t starts = Starts(others);
    uint64_t cuts = starts & blanks << 1;
    uint64_t more_breaks = (others + starts) & ~others & masks_.breaks & blanks;
    for (; more_breaks != 0; more_breaks &= more_breaks - 1) {
      const uint64_t below = (more_breaks & (~more_breaks + 1)) - 1;
      cuts &= ~(uint64_t{1} << std::bit_width(below & ~others));
    }
    return cuts;
  }

  uint64_t Numbers() const noexcept {
    const uint64_t digits = masks_.digits;
    if constexpr (Style::kDigits == 0) return Starts(digits) & ~(masks_.spaces << 1);
    if constexpr (Style::kDigits == 1) return digits;
    const uint64_t fourths = digits & digits << 1 & digits << 2 & digits << 3;
    uint64_t cuts = Starts(digits);
    for (uint64_t next = cuts << 3 & fourths; next != 0; next = next << 3 & fourths) cuts |= next;
    return cuts;
  }

  uint64_t Words() const noexcept {
    const uint64_t prefixes =
        Style::kAnyPrefix ? (masks_.blanks & ~masks_.breaks) | mark_starts_ : masks_.spaces;
    const uint64_t cuts = Starts(letters_) & ~(prefixes << 1);
    return Style::kCutsAtCapitals ? cuts | (masks_.upper & masks_.lower << 1) : cuts;
  }

  uint64_t AddContractions(uint64_t cuts, uint64_t quotes) const noexcept {
    size_t behind = 0;  // the last one; a word is followed by one only
    for (; quotes != 0; quotes &= quotes - 1) {
      const auto quote = static_cast<size_t>(std::countr_zero(quotes));
      const size_t size = AsciiContraction<Style>(bytes_ + quote);
      if (size == 0 || (Style::kContractionsBehind && quote == behind)) continue;
      behind = quote + size;
      const uint64_t inside = ((uint64_t{1} << size) - 1) << quote;
      const uint64_t first = uint64_t{1} << quote;
      cuts &= ~(Style::kContractionsBehind ? inside : inside & ~first);
      if (behind < kAsciiBlock) cuts |= letters_ & uint64_t{1} << behind;
    }
    return cuts;
  }

  const char* bytes_;
  const AsciiMasks& masks_;
  uint64_t letters_;
  uint64_t marks_;            // what is neither letter, digit nor blank
  uint64_t mark_starts_ = 0;  // where marks begin a piece
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_ASCII_PIECES_H_
