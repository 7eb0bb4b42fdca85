// PieceCache: how many tokens those pieces are that were merged before.
//
// A piece always becomes the same tokens, so nothing here grows old.  A piece has four places
// beside each other; where all are taken, the first is taken over.  Belongs to one tokenizer,
// and to one call at a time.
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
  // Makes room, before anything is looked for.
  void Prepare() {
    if (!short_.empty()) return;
    short_.resize(size_t{1} << kFewest, WordKey{0, 0});
    long_.resize(kFewestLong);
  }

  // The tokens of a piece of at most kShortWord bytes; 0: not known.
  uint64_t FindShort(const WordKey& key) const noexcept {
    const size_t first = ShortSlot(key);
    if (IsAt(short_[first], key)) [[likely]]
      return short_[first].high >> kTokensShift;
    for (size_t way = 1; way < kWays; ++way) {
      const WordKey& slot = short_[first ^ way];
      if (IsAt(slot, key)) return slot.high >> kTokensShift;
    }
    return 0;
  }
  void AddShort(const WordKey& key, uint64_t tokens);

  // The same of a longer one, whose HashOfText is `hash`.
  uint64_t FindLong(std::string_view piece, uint64_t hash) const noexcept {
    for (size_t way = 0; way < kWays; ++way) {
      const LongSlot& slot = long_[LongSlotOf(hash) ^ way];
      if (slot.hash != hash || slot.size != piece.size()) continue;
      if (std::string_view(texts_).substr(slot.start, slot.size) == piece) return slot.tokens;
    }
    return 0;
  }
  void AddLong(std::string_view piece, uint64_t hash, uint64_t tokens);

 private:
  // A short piece has at most 15 tokens, which fit above its size in the last byte of its key.
  static constexpr int kTokensShift = 60;
  static constexpr uint64_t kTokens = uint64_t{15} << kTokensShift;
  static constexpr size_t kWays = 4;
  // Places: a process that counts one line is not to fill a megabyte with zeros, one that
  // counts books is to remember their words.
  static constexpr int kFewest = 11;
  static constexpr int kMost = 17;
  static constexpr size_t kFewestLong = size_t{1} << 8;
  static constexpr size_t kMostLong = size_t{1} << 15;
  static constexpr size_t kLongest = 4096;        // bytes of a piece that is kept
  static constexpr size_t kAllTexts = 4'000'000;  // bytes of all of them

  struct LongSlot {
    uint64_t hash = 0;
    uint32_t start = 0;  // in texts_
    uint16_t size = 0;
    uint16_t tokens = 0;
  };

  size_t ShortSlot(const WordKey& key) const noexcept {
    const uint64_t mixed = key.low * 0x9E3779B97F4A7C15u + key.high * 0xD6E8FEB86659FD93u;
    return static_cast<size_t>((mixed ^ mixed >> 32) * 0xBF58476D1CE4E5B9u >> shift_);
  }
  size_t LongSlotOf(uint64_t hash) const noexcept { return hash & (long_.size() - 1); }
  static bool IsAt(const WordKey& slot, const WordKey& key) noexcept {
    return ((slot.low ^ key.low) | ((slot.high & ~kTokens) ^ key.high)) == 0;
  }
  void PutShort(const WordKey& slot);
  void PutLong(const LongSlot& slot);
  void GrowShort();
  void GrowLong();

  std::vector<WordKey> short_;
  int shift_ = 64 - kFewest;
  size_t short_taken_ = 0;
  std::vector<LongSlot> long_;
  size_t long_taken_ = 0;
  std::string texts_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_PIECE_CACHE_H_
