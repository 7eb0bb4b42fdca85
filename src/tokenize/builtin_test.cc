// The tokenizers that ship: their data is what data/tokenizers/NAME.yaml says, and they
// answer as their references did.
#include "tokenize/builtin.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "base/utf8.h"
#include "tokenize/compile.h"
#include "tokenize/scanner.h"
#include "tokenize/table_tokenizer.h"
#include "tokenize/vocabulary_data.h"

namespace galley {
namespace {

std::string FileText(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Builtin, DataIsWhatItsDescriptionSays) {
  size_t all = 0;
  for (const BuiltinTokenizer& each : BuiltinTokenizers()) {
    const std::string facts =
        FileText(std::string(GALLEY_TOKENIZER_DATA) + "/" + std::string(each.name) + ".yaml");
    EXPECT_EQ(Sha256Of(VocabularyData(each.name)), each.sha256) << each.name;
    EXPECT_NE(facts.find("packed-sha256: \"" + std::string(each.sha256)), facts.npos) << each.name;
    EXPECT_NE(facts.find("licence: "), facts.npos) << each.name;
    all += VocabularyData(each.name).size();
  }
  EXPECT_LE(all, 6u << 20);
}

TableTokenizer Opened(std::string_view name) {
  auto image = CompileTable(*DefinitionOf(*FindBuiltin(name)), "");
  return *TableTokenizer::Of(*std::move(image));
}

std::vector<uint32_t> Ids(const TableTokenizer& tokenizer, std::string_view text,
                          Specials specials) {
  std::vector<uint32_t> ids;
  EXPECT_TRUE(tokenizer.Encode(text, specials, &ids));
  return ids;
}

TEST(Builtin, DecodesWhatItEncodes) {
  constexpr std::string_view kText = "Hello, \u4E16\u754C! don't  stop\n\n\U0001F600 42000";
  for (const BuiltinTokenizer& each : BuiltinTokenizers()) {
    const TableTokenizer tokenizer = Opened(each.name);
    const std::vector<uint32_t> ids = Ids(tokenizer, kText, Specials::kText);
    EXPECT_EQ(*tokenizer.Count(kText, Specials::kText), ids.size()) << each.name;
    EXPECT_EQ(*tokenizer.Decode(ids), kText) << each.name;
  }
}

TEST(Builtin, DataCannotForgeSpecialTokens) {
  const TableTokenizer tokenizer = Opened("cl100k");
  EXPECT_EQ(Ids(tokenizer, "<|endoftext|>", Specials::kRecognised), std::vector<uint32_t>{100257});
  EXPECT_GT(Ids(tokenizer, "<|endoftext|>", Specials::kText).size(), 1u);
}

// Some tokens are no outcome of merging and count as whole pieces only.
TEST(Builtin, UnreachableTokensAreWholePieces) {
  const TokenizerDefinition definition = *DefinitionOf(*FindBuiltin("glm4"));
  const TableTokenizer tokenizer = Opened("glm4");
  std::vector<bool> made(definition.tokens.size());
  for (const DefinedMerge& merge : definition.merges) made[merge.result] = true;
  size_t unreachable = 0;
  for (size_t i = 0; i < made.size(); ++i) {
    const DefinedToken& token = definition.tokens[i];
    if (made[i] || token.text.size() == 1) continue;
    ++unreachable;
    if (!IsValidUtf8(token.text)) continue;
    const size_t end = PieceEnd(tokenizer.cutter().only_scanner(), token.text, 0);
    if (end != token.text.size()) continue;
    EXPECT_EQ(Ids(tokenizer, token.text, Specials::kText), std::vector<uint32_t>{token.id});
  }
  EXPECT_EQ(unreachable, 893u);
}

}  // namespace
}  // namespace galley
