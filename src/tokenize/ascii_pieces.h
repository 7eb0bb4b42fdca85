// Pieces of ASCII, found by looking at sixteen bytes at once.
//
// This is a short cut: AsciiPieceSize answers 0 wherever the plain scanner must look, which is
// near the end of a text, in long runs of marks or blanks, before contractions, and wherever a
// character that is not ASCII might belong to the piece.  On other machines it always does.
#ifndef GALLEY_TOKENIZE_ASCII_PIECES_H_
#define GALLEY_TOKENIZE_ASCII_PIECES_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace galley {

// What the split patterns differ in.
struct AsciiO200k {
  static constexpr bool kAnyPrefix = true;  // one mark before letters belongs to them
  static constexpr bool kCutsAtCapitals = true;
  static constexpr bool kContractionsBehind = true;  // as a suffix of words
  static constexpr bool kContractionsApart = false;  // before anything else
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
  static constexpr bool kBreaks = false;
  static constexpr int kDigits = 0;
};
struct NoAscii {};

#if defined(__SSE2__)

// Sixteen bytes; sets of places are the lower sixteen bits of a number.
class AsciiBlock {
 public:
  static constexpr uint32_t kEnd = 1u << 16;  // behind the last place

  explicit AsciiBlock(const char* bytes) noexcept
      : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes))) {}

  // Not ASCII.
  uint32_t High() const noexcept { return Places(bytes_); }
  uint32_t Letters() const noexcept {
    return InRange(_mm_or_si128(bytes_, _mm_set1_epi8(0x20)), 'a', 'z');
  }
  uint32_t Lower() const noexcept { return InRange(bytes_, 'a', 'z'); }
  uint32_t Digits() const noexcept { return InRange(bytes_, '0', '9'); }
  uint32_t Blanks() const noexcept { return InRange(bytes_, '\t', '\r') | Equal(' '); }
  uint32_t Breaks() const noexcept { return Equal('\n') | Equal('\r'); }
  uint32_t Equal(char byte) const noexcept {
    return Places(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(byte)));
  }

 private:
  static uint32_t Places(__m128i bytes) noexcept {
    return static_cast<uint32_t>(_mm_movemask_epi8(bytes));
  }
  // Saturating: what is left above the range is not zero.
  static uint32_t InRange(__m128i bytes, char first, char last) noexcept {
    const __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    const __m128i left = _mm_subs_epu8(above, _mm_set1_epi8(static_cast<char>(last - first)));
    return Places(_mm_cmpeq_epi8(left, _mm_setzero_si128()));
  }

  __m128i bytes_;
};

// The first of `places` from `from` on, kEnd's if there is none.
inline uint32_t FirstFrom(uint32_t places, uint32_t from) noexcept {
  const uint32_t all = (places | AsciiBlock::kEnd) & (~0u << from);
  return static_cast<uint32_t>(std::countr_zero(all));
}

// The size of the word that begins at `at`, of which `sure` bytes are known, the last of them
// a letter; 0 where its end is not seen in blocks of sixteen.
template <class Style>
size_t AsciiWordSize(std::string_view text, size_t at, uint32_t sure) noexcept {
  uint32_t lower_before = 0;
  for (size_t from = at; text.size() - from >= 16; from += 16, sure = 0) {
    const AsciiBlock block(text.data() + from);
    const uint32_t letters = block.Letters();
    uint32_t ends = ~letters;
    if constexpr (Style::kCutsAtCapitals) {
      const uint32_t lower = block.Lower();
      ends |= letters & ~lower & (lower << 1 | lower_before);
      lower_before = lower >> 15;
    }
    const uint32_t end = FirstFrom(ends, sure);
    if (end < 16) return from - at + end;
  }
  return 0;
}

#endif

// The size of the piece that begins at `at`, or 0: see above.
template <class Style>
size_t AsciiPieceSize([[maybe_unused]] std::string_view text, [[maybe_unused]] size_t at) noexcept {
#if defined(__SSE2__)
  if (text.size() - at < 16) return 0;
  const AsciiBlock block(text.data() + at);
  const char first = text[at];
  const uint32_t high = block.High();
  if ((high & 1) != 0 || (Style::kContractionsApart && first == '\'')) return 0;
  // `size` bytes, where what follows is ASCII.
  const auto known = [&](uint32_t size) -> size_t {
    return size < 16 && (high >> size & 1) == 0 ? size : 0;
  };
  const uint32_t letters = block.Letters();
  const uint32_t start = letters & 1 ? 0 : 1;
  const uint32_t digits = block.Digits();
  const bool is_prefix =
      Style::kAnyPrefix ? (digits & 1) == 0 && first != '\n' && first != '\r' : first == ' ';
  if ((letters >> start & 1) != 0 && (start == 0 || is_prefix)) {
    const size_t size = AsciiWordSize<Style>(text, at, start + 1);
    if (size == 0 || (Style::kContractionsBehind && text[at + size] == '\'')) return 0;
    return static_cast<unsigned char>(text[at + size]) < 0x80 ? size : 0;
  }
  if constexpr (Style::kDigits == 0) {
    const uint32_t from = first == ' ' ? 1 : 0;
    if ((digits >> from & 1) != 0) return known(FirstFrom(~digits, from));
  } else if ((digits & 1) != 0) {
    const uint32_t size = FirstFrom(~digits, 0);
    return size >= Style::kDigits ? size_t{Style::kDigits} : known(size);
  }
  const uint32_t blanks = block.Blanks();
  const uint32_t others = ~(letters | digits | blanks | high) & (AsciiBlock::kEnd - 1);
  const uint32_t from = first == ' ' ? 1 : 0;
  if ((others >> from & 1) != 0) {
    uint32_t size = FirstFrom(~others, from);
    if constexpr (Style::kBreaks) {
      if (known(size) == 0) return 0;
      const uint32_t behind = block.Breaks() | (Style::kSlashesBehind ? block.Equal('/') : 0);
      size = FirstFrom(~behind, size);
    }
    return known(size);
  }
  // Blanks: up to the last line break, else all but the last.
  const size_t size = known(FirstFrom(~blanks, 0));
  if (size <= 1) return size;
  if constexpr (Style::kBreaks) {
    const uint32_t breaks = block.Breaks() & ((1u << size) - 1);
    if (breaks != 0) return static_cast<size_t>(std::bit_width(breaks));
  }
  return size - 1;
#else
  return 0;
#endif
}

template <>
inline size_t AsciiPieceSize<NoAscii>(std::string_view, size_t) noexcept {
  return 0;
}

}  // namespace galley

#endif  // GALLEY_TOKENIZE_ASCII_PIECES_H_
