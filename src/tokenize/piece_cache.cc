// Places for short pieces are doubled until there are enough; long ones are all forgotten when
// their texts take too much.
#include "tokenize/piece_cache.h"

#include <utility>

namespace galley {

void PieceCache::Clear() {
  short_.assign(size_t{1} << (64 - shift_), WordKey{0, 0});
  long_.assign(kLongSlots, {});
  texts_.clear();
}

void PieceCache::PutShort(const WordKey& slot) {
  const size_t first = ShortSlot({slot.low, slot.high & ~kTokens});
  size_t at = first;
  for (size_t way = 0; way < kWays; ++way) {
    if (short_[first ^ way].high != 0) continue;
    at = first ^ way;
    ++taken_;
    break;
  }
  short_[at] = slot;
}

void PieceCache::Grow() {
  --shift_;
  taken_ = 0;
  const std::vector<WordKey> before =
      std::exchange(short_, std::vector<WordKey>(short_.size() * 2, WordKey{0, 0}));
  for (const WordKey& slot : before) {
    if (slot.high != 0) PutShort(slot);
  }
}

void PieceCache::AddShort(const WordKey& key, uint64_t tokens) {
  if (tokens == 0 || tokens > 15) return;
  if (taken_ * 4 > short_.size() && shift_ > 64 - kMost) Grow();
  PutShort({key.low, key.high | tokens << kTokensShift});
}

void PieceCache::AddLong(std::string_view piece, uint64_t hash, uint64_t tokens) {
  if (piece.size() > kLongest || tokens == 0) return;
  if (texts_.size() + piece.size() > kAllTexts) {
    texts_.clear();
    long_.assign(kLongSlots, {});
  }
  size_t at = LongSlotOf(hash);
  for (size_t way = 0; way < kWays; ++way) {
    if (long_[LongSlotOf(hash) ^ way].size != 0) continue;
    at = LongSlotOf(hash) ^ way;
    break;
  }
  long_[at] = {hash, static_cast<uint32_t>(texts_.size()), static_cast<uint16_t>(piece.size()),
               static_cast<uint16_t>(tokens)};
  texts_ += piece;
}

}  // namespace galley
