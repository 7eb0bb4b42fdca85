// Long pieces are merged as short ones are: in rounds, which must give what a heap gives.
#include "tokenize/merge.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "tokenize/builtin.h"
#include "tokenize/compile.h"
#include "tokenize/piece_encoder.h"
#include "tokenize/table_tokenizer.h"

namespace galley {
namespace {

// The same by looking for the lowest pair again and again.
std::vector<Symbol> MergeSlowly(const TokenTable& table, std::vector<Symbol> all) {
  for (;;) {
    size_t best = all.size();
    uint32_t lowest = UINT32_MAX;
    for (size_t at = 0; at + 1 < all.size(); ++at) {
      const Symbol result = table.Merged(all[at], all[at + 1]);
      if (result == kNoSymbol || table.PriorityOf(result) >= lowest) continue;
      lowest = table.PriorityOf(result);
      best = at;
    }
    if (best == all.size()) return all;
    all[best] = table.Merged(all[best], all[best + 1]);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

TEST(Merger, LongPiecesAreMergedAsShortOnesAre) {
  const BuiltinTokenizer& r50k = *FindBuiltin("r50k");
  const TableTokenizer tokenizer =
      *TableTokenizer::Of(*CompileTable(*DefinitionOf(r50k), SourceDigestOf(r50k)));
  const TokenTable& table = tokenizer.table();
  ASSERT_TRUE(table.Has(kTableOrdered));
  std::mt19937 random(7);
  Merger merger;
  for (const std::string_view alphabet : {"a", "ab", "aeinrst", "abcdefghijklmnopqrstuvwxyz"}) {
    std::vector<Symbol> symbols;
    for (size_t at = 0; at < 4'200; ++at) {
      const char letter = alphabet[random() % alphabet.size()];
      symbols.push_back(table.OfByte(static_cast<unsigned char>(letter)));
    }
    const std::vector<Symbol> expected = MergeSlowly(table, symbols);
    merger.Merge(table, &symbols);
    EXPECT_EQ(symbols, expected) << alphabet;
  }
}

// Runs of letters, long and short.
TEST(Merger, RunsAreMergedAsSingleSymbolsAre) {
  for (const char* name : {"r50k", "cl100k"}) {
    const TableTokenizer tokenizer =
        *TableTokenizer::Of(*CompileTable(*DefinitionOf(*FindBuiltin(name)), ""));
    const TokenTable& table = tokenizer.table();
    ASSERT_TRUE(table.Has(kTableOrdered)) << name;
    std::mt19937 random(11);
    RunMerger runs;
    for (int round = 0; round < 300; ++round) {
      std::vector<Symbol> symbols;
      const size_t letters = 1 + random() % 4;
      while (symbols.size() < 60) {
        const auto letter = static_cast<unsigned char>("ae-="[random() % letters]);
        symbols.insert(symbols.end(), 1 + random() % 20, table.OfByte(letter));
      }
      const std::vector<Symbol> expected = MergeSlowly(table, symbols);
      runs.Merge(table, &symbols);
      ASSERT_EQ(symbols, expected) << name << ", round " << round;
    }
  }
}

struct IdList {
  std::vector<uint32_t> ids;
  void Add(uint32_t id) { ids.push_back(id); }
};

// Characters of several bytes are not made of bytes where that makes no difference.
TEST(PieceEncoder, WholeCharactersAreMergedAsTheirBytesAre) {
  constexpr char32_t kScripts[] = {0x20,   0xC0,   0x400,  0x900,  0xE00,
                                   0x3040, 0x4E00, 0xAC00, 0x1F600};
  const TableTokenizer tokenizer =
      *TableTokenizer::Of(*CompileTable(*DefinitionOf(*FindBuiltin("cl100k")), ""));
  const TokenTable& table = tokenizer.table();
  ASSERT_TRUE(table.starts_with_characters());
  std::mt19937 random(5);
  Scratch scratch;
  for (int round = 0; round < 1000; ++round) {
    std::string piece = random() % 2 == 0 ? " " : "";
    const char32_t script = kScripts[random() % std::size(kScripts)];
    for (auto left = 1 + random() % 12; left > 0; --left) {
      char bytes[4];
      piece.append(bytes, EncodeUtf8(script + static_cast<char32_t>(random() % 90), bytes));
    }
    if (table.FindWord(piece) != kNoSymbol) continue;
    std::vector<Symbol> symbols;
    for (const char byte : piece) {
      symbols.push_back(table.OfByte(static_cast<unsigned char>(byte)));
    }
    std::vector<uint32_t> expected;
    for (const Symbol symbol : MergeSlowly(table, symbols)) expected.push_back(table.IdOf(symbol));
    IdList list;
    PieceEncoder<IdList>(table, Trie(), &scratch, &list).Encode(piece);
    ASSERT_EQ(list.ids, expected) << piece;
  }
}

}  // namespace
}  // namespace galley
