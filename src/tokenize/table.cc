// Opening checks every extent against the image, so that look-ups need not.
#include "tokenize/table.h"

#include "diag/report.h"

namespace galley {
namespace {

Diagnostic Damaged(std::string_view what) {
  return Report(Code::kTokenizerInvalid,
                "the table of a tokenizer is damaged: " + std::string(what));
}

bool IsInside(const TableHeader::Extent& extent, uint64_t size) noexcept {
  return extent.offset % kTablePage == 0 && extent.offset >= kTablePage && extent.offset <= size &&
         extent.size <= size - extent.offset;
}

}  // namespace

// Four lanes, for the same reason as below.
uint64_t HashOfText(std::string_view text) noexcept {
  std::array<uint64_t, 4> lanes = {text.size(), 2, 3, 4};
  const auto add = [&](const std::array<uint64_t, 4>& words) {
    for (size_t i = 0; i < 4; ++i) {
      lanes[i] = (lanes[i] ^ words[i]) * 0x9E3779B97F4A7C15u;
      lanes[i] ^= lanes[i] >> 31;
    }
  };
  std::array<uint64_t, 4> words;
  for (; text.size() >= sizeof(words); text.remove_prefix(sizeof(words))) {
    std::memcpy(words.data(), text.data(), sizeof(words));
    add(words);
  }
  words = {};
  std::memcpy(words.data(), text.data(), text.size());
  add(words);
  const uint64_t both = MixHash(lanes[0] + 3 * lanes[1]) ^ (lanes[2] + 5 * lanes[3]);
  return MixHash(both);
}

// Eight lanes, so that the multiplications do not wait for each other.
std::array<uint64_t, 2> TableDigest(std::string_view image) noexcept {
  std::string_view bytes = image.substr(offsetof(TableHeader, version));
  std::array<uint64_t, 8> lanes = {1, 2, 3, 4, 5, 6, 7, 8};
  while (bytes.size() >= 64) {
    std::array<uint64_t, 8> words;
    std::memcpy(words.data(), bytes.data(), 64);
    for (size_t i = 0; i < 8; ++i) {
      lanes[i] = (lanes[i] ^ words[i]) * 0x9E3779B97F4A7C15u;
      lanes[i] ^= lanes[i] >> 29;
    }
    bytes.remove_prefix(64);
  }
  uint64_t low = HashOfText(bytes);
  uint64_t high = bytes.size();
  for (const uint64_t lane : lanes) {
    low = MixHash(low ^ lane);
    high = MixHash(high + lane) ^ low;
  }
  return {low, high};
}

Result<TokenTable> TokenTable::Open(std::string_view image) {
  if (image.size() < kTablePage) return Damaged("it is cut off");
  TokenTable table;
  table.image_ = image;
  table.header_ = reinterpret_cast<const TableHeader*>(image.data());
  const TableHeader& header = *table.header_;
  if (header.magic != kTableMagic) return Damaged("it is of another kind");
  if (header.version != kTableVersion) return Damaged("it is of another version");
  if (header.size != image.size()) return Damaged("its size is not what it says");
  for (const TableHeader::Extent& extent : header.sections) {
    if (!IsInside(extent, header.size)) return Damaged("a part lies outside");
  }
  if (TableDigest(image) != header.digest) return Damaged("its digest is not what it says");

  size_t bytes_size = 0;
  table.View(TableSection::kOffsets, &table.offsets_, &table.offsets_size_);
  table.texts_ = table.Section(TableSection::kTexts);
  table.View(TableSection::kIds, &table.ids_, &table.ids_size_);
  table.View(TableSection::kSymbols, &table.by_id_, &table.by_id_size_);
  table.View(TableSection::kBytes, &table.bytes_, &bytes_size);
  table.View(TableSection::kCharacters, &table.characters_, &table.characters_size_);
  table.View(TableSection::kShortWords, &table.short_words_, &table.short_words_size_);
  table.View(TableSection::kLongWords, &table.long_words_, &table.long_words_size_);
  table.View(TableSection::kPairs, &table.pairs_, &table.pairs_size_);
  table.View(TableSection::kPriorities, &table.priorities_, &table.priorities_size_);
  table.View(TableSection::kNeighbours, &table.neighbours_, &table.neighbours_size_);
  table.crossings_ = table.Section(TableSection::kCrossings);
  if (bytes_size != 256) return Damaged("a part has the wrong size");
  // Merging long pieces takes room for every symbol, so there must be as many as it says.
  if (header.symbols > kMaxSymbols || header.symbols >= table.offsets_size_) {
    return Damaged("it has fewer symbols than it says");
  }
  return table;
}

std::string_view TokenTable::TextOf(Symbol symbol) const noexcept {
  if (size_t{symbol} + 1 >= offsets_size_) return {};
  const uint32_t start = offsets_[symbol];
  const uint32_t end = offsets_[symbol + 1];
  if (start > end || end > texts_.size()) return {};
  return texts_.substr(start, end - start);
}

Symbol TokenTable::OfCharacter(char32_t point) const noexcept {
  if (characters_size_ == 0) return kNoSymbol;
  size_t at = FirstSlot(MixHash(point), characters_size_);
  for (size_t tried = 0; tried < characters_size_; ++tried) {
    if (characters_[at][0] == point) return characters_[at][1];
    if (characters_[at][0] == kNoSymbol) return kNoSymbol;
    if (++at == characters_size_) at = 0;
  }
  return kNoSymbol;
}

Symbol TokenTable::FindLong(std::string_view word, uint64_t hash) const noexcept {
  if (long_words_size_ == 0) return kNoSymbol;
  size_t at = FirstSlot(hash, long_words_size_);
  for (size_t tried = 0; tried < long_words_size_; ++tried) {
    const Symbol symbol = long_words_[at];
    if (symbol == kNoSymbol) return kNoSymbol;
    if (TextOf(symbol) == word) return symbol;
    if (++at == long_words_size_) at = 0;
  }
  return kNoSymbol;
}

bool TokenTable::AreNeighbours(char32_t left, char32_t right) const noexcept {
  if (neighbours_size_ == 0) return false;
  const uint64_t key = PairKey(left, right);
  size_t at = FirstSlot(MixHash(key), neighbours_size_);
  for (size_t tried = 0; tried < neighbours_size_; ++tried) {
    if (neighbours_[at] == key) return true;
    if (neighbours_[at] == kEmptySlot) return false;
    if (++at == neighbours_size_) at = 0;
  }
  return false;
}

}  // namespace galley
