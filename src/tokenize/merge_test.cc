// Long pieces are merged as short ones are: in rounds, which must give what a heap gives.
#include "tokenize/merge.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tokenize/builtin.h"
#include "tokenize/compile.h"
#include "tokenize/tokenizer.h"

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
  const Tokenizer tokenizer =
      *Tokenizer::Of(*CompileTable(*DefinitionOf(r50k), SourceDigestOf(r50k)));
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
    const Tokenizer tokenizer =
        *Tokenizer::Of(*CompileTable(*DefinitionOf(*FindBuiltin(name)), ""));
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

}  // namespace
}  // namespace galley
