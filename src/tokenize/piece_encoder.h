// PieceEncoder: a piece to its tokens.
#ifndef GALLEY_TOKENIZE_PIECE_ENCODER_H_
#define GALLEY_TOKENIZE_PIECE_ENCODER_H_

#include <span>
#include <string_view>

#include "base/utf8.h"
#include "tokenize/merge.h"
#include "tokenize/scratch.h"
#include "tokenize/table.h"
#include "tokenize/trie.h"

namespace galley {

// What takes the tokens of a piece and only wants to know how many they are.
struct TokenCounter {
  uint64_t count = 0;
  void Add(uint32_t) noexcept { ++count; }
};

// Hands ids to a Sink, which has `void Add(uint32_t id)`.
template <class Sink>
class PieceEncoder {
 public:
  PieceEncoder(const TokenTable& table, const Trie& user_defined, Scratch* scratch, Sink* sink)
      : table_(table),
        user_defined_(user_defined),
        sink_(sink),
        symbols_(scratch->symbols),
        scratch_(scratch) {
    drops_ = table.header().unknown == kNoSymbol && !table.Has(kTableByteFallback);
    of_bytes_ = !table.Has(kTableCharacters);
    if constexpr (kCounts) scratch->counts.Prepare();
  }

  // The pieces of `text` that follow each other from `at` up to each of `ends`.
  void EncodeAll(std::string_view text, size_t at, std::span<const size_t> ends) {
    if constexpr (kCounts) {
      if (of_bytes_) return CountAll(text, at, ends);
    }
    for (const size_t end : ends) {
      Encode(text, at, end);
      at = end;
    }
  }

  // The piece of `text` from `start` to `end`, which is not empty; of bytes, or of characters
  // as the table has it.
  void Encode(std::string_view text, size_t start, size_t end) {
    if (of_bytes_ && end - start <= kShortWord) {
      return EncodeShort(KeyAt(text, start, end - start), text.substr(start, end - start));
    }
    Encode(text.substr(start, end - start));
  }

  void Encode(std::string_view piece) {
    if (of_bytes_) {
      return piece.size() <= kShortWord ? EncodeShort(KeyOf(piece), piece) : EncodeLong(piece);
    }
    after_unknown_ = false;
    if (table_.Has(kTableWholePieces)) {
      const Symbol whole = table_.FindWord(piece);
      if (whole != kNoSymbol) return AddSymbol(whole);
    }
    EncodeCharacters(piece);
  }

 private:
  static constexpr bool kCounts = requires(Sink sink) { sink.count; };

  // Most pieces are short and were met before.
  void CountAll(std::string_view text, size_t at, std::span<const size_t> ends) {
    uint64_t known = 0;
    for (const size_t end : ends) {
      const size_t size = end - at;
      uint64_t tokens = 0;
      if (size <= kShortWord && text.size() - at >= sizeof(WordKey)) [[likely]] {
        tokens = scratch_->counts.FindShort(KeyAt(text, at, size));
      }
      if (tokens == 0) [[unlikely]]
        Encode(text, at, end);
      known += tokens;
      at = end;
    }
    sink_->count += known;
  }

  void EncodeShort(const WordKey& key, std::string_view piece) {
    if constexpr (kCounts) {
      // Before the table, which is ten times as large and does not fit the processor's caches.
      uint64_t tokens = scratch_->counts.FindShort(key);
      if (tokens == 0) {
        tokens = table_.FindShort(key) != kNoSymbol ? 1 : CountMerged(piece);
        scratch_->counts.AddShort(key, tokens);
      }
      sink_->count += tokens;
    } else {
      const Symbol whole = table_.FindShort(key);
      whole != kNoSymbol ? AddSymbol(whole) : MergeBytes(piece);
    }
  }

  void EncodeLong(std::string_view piece) {
    const uint64_t hash = HashOfText(piece);
    if constexpr (kCounts) {
      uint64_t tokens = scratch_->counts.FindLong(piece, hash);
      if (tokens == 0) {
        tokens = table_.FindLong(piece, hash) != kNoSymbol ? 1 : CountMerged(piece);
        scratch_->counts.AddLong(piece, hash, tokens);
      }
      sink_->count += tokens;
    } else {
      const Symbol whole = table_.FindLong(piece, hash);
      whole != kNoSymbol ? AddSymbol(whole) : MergeBytes(piece);
    }
  }

  uint64_t CountMerged(std::string_view piece) {
    const uint64_t before = sink_->count;
    MergeBytes(piece);
    const uint64_t tokens = sink_->count - before;
    sink_->count = before;
    return tokens;
  }

  void MergeBytes(std::string_view piece) {
    symbols_.clear();
    for (size_t at = 0; at < piece.size();) {
      const auto byte = static_cast<unsigned char>(piece[at]);
      if (byte >= 0xC0 && table_.starts_with_characters() && AddWholeCharacter(piece, &at))
        continue;
      AddUnit(table_.OfByte(byte), byte);
      ++at;
    }
    after_unknown_ = false;
    Finish();
  }

  bool AddWholeCharacter(std::string_view piece, size_t* at) {
    const CodePoint next = DecodeUtf8(piece, *at);
    const size_t end = *at + next.size;
    const auto byte = [&](size_t place) { return static_cast<unsigned char>(piece[place]); };
    if (table_.MayCross(*at == 0 ? -1 : byte(*at - 1), byte(*at), byte(end - 1),
                        end == piece.size() ? -1 : byte(end))) {
      return false;
    }
    const Symbol symbol = table_.OfCharacter(next.value);
    if (symbol == kNoSymbol) return false;
    symbols_.push_back(symbol);
    *at = end;
    return true;
  }

  // Cuts where no token reaches over, so that what is merged at once stays short.
  void EncodeCharacters(std::string_view piece) {
    size_t start = 0;
    char32_t before = 0;
    for (size_t at = 0; at < piece.size();) {
      if (const Trie::Found found =
              user_defined_.empty() ? Trie::Found{} : user_defined_.Longest(piece, at);
          found.size > 0) {
        EncodeRun(piece.substr(start, at - start));
        AddSymbol(found.value);
        at += found.size;
        start = at;
        continue;
      }
      const CodePoint next = DecodeUtf8(piece, at);
      if (at > start && !drops_ && !table_.AreNeighbours(before, next.value)) {
        EncodeRun(piece.substr(start, at - start));
        start = at;
      }
      before = next.value;
      at += next.size;
    }
    EncodeRun(piece.substr(start));
  }

  void EncodeRun(std::string_view run) {
    if (run.empty()) return;
    if (!table_.Has(kTableWholePieces)) {
      const Symbol whole = table_.FindWord(run);
      if (whole != kNoSymbol) return AddSymbol(whole);
    }
    symbols_.clear();
    for (size_t at = 0; at < run.size();) {
      const CodePoint next = DecodeUtf8(run, at);
      AddUnit(table_.OfCharacter(next.value), next.value);
      at += next.size;
    }
    Finish();
  }

  void AddUnit(Symbol symbol, uint32_t unit) {
    if (symbol != kNoSymbol) {
      symbols_.push_back(symbol);
    } else if (!drops_) {
      symbols_.push_back(kRawUnit | unit);
    }
  }

  void Finish() {
    scratch_->merger.Merge(table_, &symbols_);
    for (const Symbol symbol : symbols_) AddSymbol(symbol);
  }

  void AddSymbol(Symbol symbol) {
    if ((symbol & kRawUnit) != 0) return AddRaw(symbol & ~kRawUnit);
    const uint32_t id = table_.IdOf(symbol);
    if (id == kNoSymbol) return AddWithoutToken(table_.TextOf(symbol));
    after_unknown_ = false;
    sink_->Add(id);
  }

  void AddRaw(uint32_t unit) {
    char bytes[4];
    if (!table_.Has(kTableCharacters)) return AddUnknown();
    AddWithoutToken({bytes, EncodeUtf8(unit, bytes)});
  }

  // A character that has no token: its bytes, if all of them have one.  They are added by their
  // ids: in a damaged table a byte may be a symbol without a token, too.
  void AddWithoutToken(std::string_view text) {
    if (!table_.Has(kTableByteFallback)) return AddUnknown();
    const auto id_of = [&](char byte) {
      return table_.IdOf(table_.OfByte(static_cast<unsigned char>(byte)));
    };
    for (const char byte : text) {
      if (id_of(byte) == kNoSymbol) return AddUnknown();
    }
    after_unknown_ = false;
    for (const char byte : text) sink_->Add(id_of(byte));
  }

  void AddUnknown() {
    if (after_unknown_ && table_.Has(kTableFuseUnknown)) return;
    const uint32_t id = table_.IdOf(table_.header().unknown);
    if (id == kNoSymbol) return;
    sink_->Add(id);
    after_unknown_ = true;
  }

  const TokenTable& table_;
  const Trie& user_defined_;
  Sink* sink_;
  bool drops_;
  bool of_bytes_;
  bool after_unknown_ = false;
  std::vector<Symbol>& symbols_;
  Scratch* scratch_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_PIECE_ENCODER_H_
