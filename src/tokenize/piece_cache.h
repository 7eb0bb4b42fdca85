// PieceCache: how many tokens those pieces are that were merged before.
//
// A piece always becomes the same tokens, so nothing here grows old; what falls on a place
// that is taken takes it.  Belongs to one tokenizer, and to one call at a time.
#ifndef GALLEY_TOKENIZE_PIECE_CACHE_H_
#define GALLEY_TOKENIZE_PIECE_CACHE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tokenize/table.h"

namespace galley {

class PieceCache {
 public:
  // The tokens of a piece of at most kShortWord bytes; 0: not known.
  uint64_t FindShort(const WordKey& key) const noexcept {
    if (short_.empty()) return 0;
    const WordKey& slot = short_[ShortSlot(key)];
    const bool same = slot.low == key.low && (slot.high & ~kTokens) == key.high;
    return same ? slot.high >> kTokensShift : 0;
  }
  void AddShort(const WordKey& key, uint64_t tokens);

  // The same of a longer one, whose HashOfText is `hash`.
  uint64_t FindLong(std::string_view piece, uint64_t hash) const noexcept {
    if (long_.empty()) return 0;
    const LongSlot& slot = long_[hash % kLongSlots];
    if (slot.hash != hash || slot.size != piece.size()) return 0;
    return std::string_view(texts_).substr(slot.start, slot.size) == piece ? slot.tokens : 0;
  }
  void AddLong(std::string_view piece, uint64_t hash, uint64_t tokens);

 private:
  // A short piece has at most 15 tokens, which fit above its size in the last byte of its key.
  static constexpr int kTokensShift = 60;
  static constexpr uint64_t kTokens = uint64_t{15} << kTokensShift;
  static constexpr size_t kShortSlots = size_t{1} << 15;
  static constexpr size_t kLongSlots = size_t{1} << 15;
  static constexpr size_t kLongest = 512;         // bytes of a piece that is kept
  static constexpr size_t kAllTexts = 2'000'000;  // bytes of all of them

  struct LongSlot {
    uint64_t hash = 0;
    uint32_t start = 0;  // in texts_
    uint16_t size = 0;
    uint16_t tokens = 0;
  };

  static size_t ShortSlot(const WordKey& key) noexcept {
    return static_cast<size_t>(HashOf(key) >> 20) % kShortSlots;
  }

  std::vector<WordKey> short_;  // empty until something is added
  std::vector<LongSlot> long_;
  std::string texts_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_PIECE_CACHE_H_
