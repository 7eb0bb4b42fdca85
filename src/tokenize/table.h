// TokenTable: a compiled tokenizer, as it lies in memory and in a file.
//
// One image of bytes: a header of a page, then sections that begin at pages.  Nothing in
// it points anywhere, so an image can be mapped and used at once, and processes share it.
// CompileTable (compile.h) writes images; Open checks the header and the digest.  Whoever can write
// an image can make a digest, so every look-up checks its own bounds as well: whatever the bytes
// are, it stays inside them and ends.
//
// Symbols are the numbers that merging works with.  They are not ids: units come first,
// then what is merged, in the order of merging.
#ifndef GALLEY_TOKENIZE_TABLE_H_
#define GALLEY_TOKENIZE_TABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "galley/result.h"

namespace galley {

using Symbol = uint32_t;
inline constexpr Symbol kNoSymbol = UINT32_MAX;
// Symbols are below this, a power of two.
inline constexpr uint32_t kMaxSymbols = 1u << 20;
inline constexpr uint32_t kMaxTokenId = (1u << 24) - 1;

enum class TableSection : uint8_t {
  kSteps,            // what definition.h says about text, as steps.h writes it
  kOffsets,          // uint32 a symbol and one more: where its text begins
  kTexts,            // the texts, one after the other
  kIds,              // uint32 a symbol from `same_ids` on; kNoSymbol for units without a token
  kSymbols,          // uint32 an id from `same_ids` on: the symbol, or kNoSymbol
  kBytes,            // 256 uint32: the symbols of bytes
  kCharacters,       // a hash table {uint32 code point, uint32 symbol}; of bytes: see OfCharacter
  kShortWords,       // buckets of three texts of at most 15 bytes
  kLongWords,        // a hash table of uint32, symbols of longer texts
  kPairs,            // a hash table of uint64, see PairSlot
  kPriorities,       // uint32 a symbol where two merges rank alike; else empty
  kNeighbours,       // a hash set of uint64: characters that stand side by side in a token
  kCrossings,        // of bytes: two sets of 65536 bits, see MayCross
  kUserDefined,      // a trie, see trie.h
  kAdded,            // the same of added tokens, matched before normalizing
  kAddedNormalized,  // and after
  kCount,
};

enum TableFlag : uint32_t {
  kTableCharacters = 1 << 0,       // TokenUnits::kCharacters
  kTableWholePieces = 1 << 1,      //
  kTableByteFallback = 1 << 2,     //
  kTableFuseUnknown = 1 << 3,      //
  kTableDropsFirstSpace = 1 << 4,  //
  kTableOrdered = 1 << 5,          // halves are made before wholes, and each priority has one merge
};

inline constexpr size_t kTablePage = 4096;

struct TableHeader {
  std::array<char, 8> magic;
  std::array<uint64_t, 2> digest;  // of everything behind it
  uint32_t version;
  uint32_t flags;
  uint64_t size;
  std::array<char, 64> source;  // the SHA-256 of what it was made from, in hexadecimal
  uint32_t symbols;
  uint32_t ids;
  Symbol unknown;
  uint32_t decode_rule;
  uint32_t longest_user_defined;  // bytes of the longest text in kUserDefined
  uint32_t same_ids;              // symbols below this are ids, and ids symbols
  struct Extent {
    uint64_t offset;
    uint64_t size;
  };
  std::array<Extent, static_cast<size_t>(TableSection::kCount)> sections;
};
static_assert(sizeof(TableHeader) <= kTablePage);

inline constexpr std::array<char, 8> kTableMagic = {'G', 'A', 'L', 'L', 'E', 'Y', 'T', 'K'};
inline constexpr uint32_t kTableVersion = 4;

// A word of at most 15 bytes as a key: the bytes, zeros, and the size in the last byte.
struct WordKey {
  uint64_t low;
  uint64_t high;
  friend bool operator==(const WordKey&, const WordKey&) = default;
};
inline constexpr size_t kShortWord = 15;

inline WordKey KeyOf(std::string_view word) noexcept {
  std::array<char, 16> bytes{};
  std::memcpy(bytes.data(), word.data(), word.size());
  bytes[15] = static_cast<char>(word.size());
  WordKey key;
  std::memcpy(&key, bytes.data(), sizeof(key));
  return key;
}

// The bytes of a key that words of a size have.
inline constexpr auto kWordMasks = [] {
  std::array<WordKey, kShortWord + 1> masks{};
  for (size_t size = 0; size <= kShortWord; ++size) {
    const size_t bits = size * 8;
    masks[size].low = size >= 8 ? UINT64_MAX : ~(UINT64_MAX << bits);
    masks[size].high = size > 8 ? ~(UINT64_MAX << (bits - 64)) : 0;
  }
  return masks;
}();

// The key of the word that begins at `start`, at most 15 bytes: where the text goes on far
// enough it is read at once.
inline WordKey KeyAt(std::string_view text, size_t start, size_t size) noexcept {
  if (text.size() - start < sizeof(WordKey)) return KeyOf(text.substr(start, size));
  WordKey key;
  std::memcpy(&key, text.data() + start, sizeof(key));
  key.low &= kWordMasks[size].low;
  key.high = (key.high & kWordMasks[size].high) | uint64_t{size} << 56;
  return key;
}

inline uint64_t MixHash(uint64_t value) noexcept {
  value *= 0x9E3779B97F4A7C15u;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93u;
  return value ^ value >> 32;
}
inline uint64_t HashOf(const WordKey& key) noexcept {
  const uint64_t low = key.low * 0x9E3779B97F4A7C15u;
  const uint64_t high = key.high * 0xD6E8FEB86659FD93u;
  const uint64_t both = low ^ (high >> 32 | high << 32);
  return (both ^ both >> 29) * 0xBF58476D1CE4E5B9u;
}
uint64_t HashOfText(std::string_view text) noexcept;

// A bucket of short words, one line of the cache.
struct WordBucket {
  static constexpr size_t kWords = 3;
  std::array<std::array<char, 16>, kWords> keys;
  std::array<Symbol, kWords> symbols;  // kNoSymbol: empty
  uint32_t overflows;                  // not 0 where the next bucket holds more
};
static_assert(sizeof(WordBucket) == 64);

inline uint64_t PairKey(Symbol left, Symbol right) noexcept { return uint64_t{left} << 21 | right; }
inline constexpr uint64_t kEmptySlot = UINT64_MAX;
inline constexpr size_t kCrossingBytes = 65536 / 8;
// left << 43 | right << 22 | result
inline uint64_t PairSlot(Symbol left, Symbol right, Symbol result) noexcept {
  return PairKey(left, right) << 22 | result;
}

// What the header of this image has to hold as its digest.
std::array<uint64_t, 2> TableDigest(std::string_view image) noexcept;

// A view; whoever owns the image outlives it.
class TokenTable {
 public:
  // Fails with tokenizer-invalid where the image is not whole.
  static Result<TokenTable> Open(std::string_view image);

  const TableHeader& header() const noexcept { return *header_; }
  bool Has(TableFlag flag) const noexcept { return (header_->flags & flag) != 0; }
  uint32_t symbols() const noexcept { return header_->symbols; }

  std::string_view Section(TableSection section) const noexcept {
    const auto& extent = header_->sections[static_cast<size_t>(section)];
    return image_.substr(extent.offset, extent.size);
  }

  // Empty where there is no such symbol.
  std::string_view TextOf(Symbol symbol) const noexcept;
  uint32_t IdOf(Symbol symbol) const noexcept {
    if (symbol < header_->same_ids) return symbol;
    const size_t at = symbol - header_->same_ids;
    return at < ids_size_ ? ids_[at] : kNoSymbol;
  }
  Symbol SymbolOfId(uint32_t id) const noexcept {
    if (id < header_->same_ids) return id;
    const size_t at = id - header_->same_ids;
    return at < by_id_size_ ? by_id_[at] : kNoSymbol;
  }
  Symbol OfByte(unsigned char byte) const noexcept { return bytes_[byte]; }
  // With characters as units: the symbol of one.  With bytes: what the bytes of a character
  // are merged to before anything around them is, unless MayCross; kNoSymbol: nothing known.
  Symbol OfCharacter(char32_t point) const noexcept;
  // Whether tokens may begin or end inside the character that begins with `first` and ends
  // with `last`, and reach over the byte before or behind it (-1: there is none).
  bool MayCross(int before, unsigned char first, unsigned char last, int behind) const noexcept {
    return (before >= 0 && HasCrossing(0, static_cast<unsigned char>(before), first)) ||
           (behind >= 0 && HasCrossing(1, last, static_cast<unsigned char>(behind)));
  }
  // Whether there is anything to be had from the two above, with bytes as units.
  bool starts_with_characters() const noexcept { return crossings_.size() == 2 * kCrossingBytes; }

  // The symbol whose text is `word`, or kNoSymbol.
  Symbol FindWord(std::string_view word) const noexcept {
    return word.size() <= kShortWord ? FindShort(KeyOf(word)) : FindLong(word, HashOfText(word));
  }
  Symbol FindShort(const WordKey& key) const noexcept;
  // `hash` is HashOfText of it.
  Symbol FindLong(std::string_view word, uint64_t hash) const noexcept;

  // What the two become, or kNoSymbol.
  Symbol Merged(Symbol left, Symbol right) const noexcept;
  // The lower goes first.
  uint32_t PriorityOf(Symbol result) const noexcept {
    return result < priorities_size_ ? priorities_[result] : result;
  }
  // Whether some token holds the two side by side; where not, no token reaches over them.
  bool AreNeighbours(char32_t left, char32_t right) const noexcept;

 private:
  template <class T>
  void View(TableSection section, const T** items, size_t* size) const noexcept {
    const std::string_view bytes = Section(section);
    *items = reinterpret_cast<const T*>(bytes.data());
    *size = bytes.size() / sizeof(T);
  }

  bool HasCrossing(size_t set, unsigned char left, unsigned char right) const noexcept {
    const size_t bit = size_t{left} << 8 | right;
    return (static_cast<unsigned char>(crossings_[set * kCrossingBytes + bit / 8]) >> bit % 8 &
            1) != 0;
  }

  std::string_view image_;
  const TableHeader* header_ = nullptr;
  const uint32_t* offsets_ = nullptr;
  size_t offsets_size_ = 0;
  std::string_view texts_;
  const uint32_t* ids_ = nullptr;
  size_t ids_size_ = 0;
  const Symbol* by_id_ = nullptr;
  size_t by_id_size_ = 0;
  const Symbol* bytes_ = nullptr;
  const std::array<uint32_t, 2>* characters_ = nullptr;
  size_t characters_size_ = 0;
  const WordBucket* short_words_ = nullptr;
  size_t short_words_size_ = 0;
  const Symbol* long_words_ = nullptr;
  size_t long_words_size_ = 0;
  const uint64_t* pairs_ = nullptr;
  size_t pairs_size_ = 0;
  const uint32_t* priorities_ = nullptr;
  size_t priorities_size_ = 0;
  const uint64_t* neighbours_ = nullptr;
  size_t neighbours_size_ = 0;
  std::string_view crossings_;
};

// Where a search for `hash` begins in a table of `size` slots, `size` < 2^32.
inline size_t FirstSlot(uint64_t hash, size_t size) noexcept {
  return static_cast<size_t>((hash >> 32) * size >> 32);
}

inline Symbol TokenTable::FindShort(const WordKey& key) const noexcept {
  if (short_words_size_ == 0) return kNoSymbol;
  size_t at = FirstSlot(HashOf(key), short_words_size_);
  for (size_t tried = 0; tried < short_words_size_; ++tried) {
    const WordBucket& bucket = short_words_[at];
    // All three, without asking which: that cannot be foreseen.
    Symbol found = kNoSymbol;
    for (size_t i = 0; i < WordBucket::kWords; ++i) {
      WordKey other;
      std::memcpy(&other, bucket.keys[i].data(), sizeof(other));
      const bool same = ((other.low ^ key.low) | (other.high ^ key.high)) == 0;
      found = same ? bucket.symbols[i] : found;
    }
    if (found != kNoSymbol) return found;
    if (bucket.overflows == 0) return kNoSymbol;
    if (++at == short_words_size_) at = 0;
  }
  return kNoSymbol;
}

inline Symbol TokenTable::Merged(Symbol left, Symbol right) const noexcept {
  if ((left | right) >= kMaxSymbols || pairs_size_ == 0) return kNoSymbol;
  const uint64_t key = PairKey(left, right);
  size_t at = FirstSlot(MixHash(key), pairs_size_);
  for (size_t tried = 0; tried < pairs_size_; ++tried) {
    const uint64_t slot = pairs_[at];
    if (slot >> 22 == key) return static_cast<Symbol>(slot & ((1u << 22) - 1));
    if (slot == kEmptySlot) return kNoSymbol;
    if (++at == pairs_size_) at = 0;
  }
  return kNoSymbol;
}

}  // namespace galley

#endif  // GALLEY_TOKENIZE_TABLE_H_
