// Adding puts a piece on the place that its hash says and forgets what was there.
#include "tokenize/piece_cache.h"

namespace galley {

void PieceCache::AddShort(const WordKey& key, uint64_t tokens) {
  if (tokens == 0 || tokens > 15) return;
  if (short_.empty()) short_.resize(kShortSlots, WordKey{0, 0});
  short_[ShortSlot(key)] = {key.low, key.high | tokens << kTokensShift};
}

void PieceCache::AddLong(std::string_view piece, uint64_t hash, uint64_t tokens) {
  if (piece.size() > kLongest || tokens == 0) return;
  if (long_.empty() || texts_.size() + piece.size() > kAllTexts) {
    texts_.clear();
    long_.assign(kLongSlots, {});
  }
  long_[hash % kLongSlots] = {hash, static_cast<uint32_t>(texts_.size()),
                              static_cast<uint16_t>(piece.size()), static_cast<uint16_t>(tokens)};
  texts_ += piece;
}

}  // namespace galley
