// PieceEncoder: a piece to its tokens.
#ifndef GALLEY_TOKENIZE_PIECE_ENCODER_H_
#define GALLEY_TOKENIZE_PIECE_ENCODER_H_

#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "tokenize/merge.h"
#include "tokenize/table.h"
#include "tokenize/trie.h"

namespace galley {

// Hands ids to a Sink, which has `void Add(uint32_t id)`.
template <class Sink>
class PieceEncoder {
 public:
  PieceEncoder(const TokenTable& table, const Trie& user_defined, Sink* sink)
      : table_(table), user_defined_(user_defined), sink_(sink) {
    drops_ = table.header().unknown == kNoSymbol && !table.Has(kTableByteFallback);
  }

  // `piece` is not empty; of bytes, or of characters as the table has it.
  void Encode(std::string_view piece) {
    if (!table_.Has(kTableCharacters)) return EncodeBytes(piece);
    after_unknown_ = false;
    if (table_.Has(kTableWholePieces)) {
      const Symbol whole = table_.FindWord(piece);
      if (whole != kNoSymbol) return AddSymbol(whole);
    }
    EncodeCharacters(piece);
  }

 private:
  void EncodeBytes(std::string_view piece) {
    const Symbol whole = table_.FindWord(piece);
    if (whole != kNoSymbol) return AddSymbol(whole);
    symbols_.clear();
    for (const char each : piece) {
      const auto byte = static_cast<unsigned char>(each);
      AddUnit(table_.OfByte(byte), byte);
    }
    after_unknown_ = false;
    Finish();
  }

  // Cuts where no token reaches over, so that what is merged at once stays short.
  void EncodeCharacters(std::string_view piece) {
    size_t start = 0;
    char32_t before = 0;
    for (size_t at = 0; at < piece.size();) {
      if (const Trie::Found found = user_defined_.empty() ? Trie::Found{}
                                                          : user_defined_.Longest(piece, at);
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
    merger_.Merge(table_, &symbols_);
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

  // A character that has no token: its bytes, if all of them have one.
  void AddWithoutToken(std::string_view text) {
    if (!table_.Has(kTableByteFallback)) return AddUnknown();
    for (const char byte : text) {
      if (table_.OfByte(static_cast<unsigned char>(byte)) == kNoSymbol) return AddUnknown();
    }
    for (const char byte : text) AddSymbol(table_.OfByte(static_cast<unsigned char>(byte)));
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
  bool after_unknown_ = false;
  std::vector<Symbol> symbols_;
  Merger merger_;
};

}  // namespace galley

#endif  // GALLEY_TOKENIZE_PIECE_ENCODER_H_
