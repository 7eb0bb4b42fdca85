// Places are doubled until three of four are free; long pieces are all forgotten when their
// texts take too much.
#include "tokenize/piece_cache.h"

#include <utility>

namespace galley {

void PieceCache::PutShort(const WordKey& slot) {
  const size_t first = ShortSlot({slot.low, slot.high & ~kTokens});
  size_t at = first;
  for (size_t way = 0; way < kWays; ++way) {
    if (short_[first ^ way].high != 0) continue;
    at = first ^ way;
    ++short_taken_;
    break;
  }
  short_[at] = slot;
}

void PieceCache::GrowShort() {
  --shift_;
  short_taken_ = 0;
  const std::vector<WordKey> before =
      std::exchange(short_, std::vector<WordKey>(short_.size() * 2, WordKey{0, 0}));
  for (const WordKey& slot : before) {
    if (slot.high != 0) PutShort(slot);
  }
}

void PieceCache::AddShort(const WordKey& key, uint64_t tokens) {
  if (tokens == 0 || tokens > 15) return;
  if (short_taken_ * 4 > short_.size() && shift_ > 64 - kMost) GrowShort();
  PutShort({key.low, key.high | tokens << kTokensShift});
}

void PieceCache::PutLong(const LongSlot& slot) {
  const size_t first = LongSlotOf(slot.hash);
  size_t at = first;
  for (size_t way = 0; way < kWays; ++way) {
    if (long_[first ^ way].size != 0) continue;
    at = first ^ way;
    ++long_taken_;
    break;
  }
  long_[at] = slot;
}

void PieceCache::GrowLong() {
  long_taken_ = 0;
  const std::vector<LongSlot> before =
      std::exchange(long_, std::vector<LongSlot>(long_.size() * 2));
  for (const LongSlot& slot : before) {
    if (slot.size != 0) PutLong(slot);
  }
}

void PieceCache::AddLong(std::string_view piece, uint64_t hash, uint64_t tokens) {
  if (piece.size() > kLongest || tokens == 0) return;
  if (texts_.size() + piece.size() > kAllTexts) {
    texts_.clear();
    long_.assign(long_.size(), {});
    long_taken_ = 0;
  }
  if (long_taken_ * 4 > long_.size() && long_.size() < kMostLong) GrowLong();
  PutLong({hash, static_cast<uint32_t>(texts_.size()), static_cast<uint16_t>(piece.size()),
           static_cast<uint16_t>(tokens)});
  texts_ += piece;
}

}  // namespace galley
