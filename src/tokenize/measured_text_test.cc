// Joins: cut anywhere, join, and the whole must come out.
#include "tokenize/measured_text.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "tokenize/builtin.h"
#include "tokenize/compile.h"
#include "tokenize/table_tokenizer.h"
#include "tokenize/tokenize_testing.h"

namespace galley {
namespace {

class MeasuredTextTest : public ::testing::TestWithParam<const char*> {
 protected:
  MeasuredTextTest()
      : tokenizer_(
            *TableTokenizer::Of(*CompileTable(*DefinitionOf(*FindBuiltin(GetParam())), ""))) {}

  uint64_t Count(std::string_view text) { return *tokenizer_.Count(text, Specials::kText); }
  MeasuredText Measure(std::string_view text) { return *tokenizer_.Measure(text); }

  TableTokenizer tokenizer_;
};

size_t RandomCut(std::string_view text, std::mt19937* random) {
  size_t cut = (*random)() % (text.size() + 1);
  while (cut < text.size() && IsContinuation(text[cut])) ++cut;
  return cut;
}

TEST_P(MeasuredTextTest, PartsJoinToTheWhole) {
  const uint32_t seed = testing::SeedOfRun();
  std::mt19937 random(seed);
  for (int i = 0; i < testing::CountOfRun(1500); ++i) {
    const std::string text = testing::RandomText(&random) + testing::RandomText(&random);
    const std::string_view view = text;
    size_t first = RandomCut(text, &random);
    size_t second = RandomCut(text, &random);
    if (first > second) std::swap(first, second);
    const MeasuredText a = Measure(view.substr(0, first));
    const MeasuredText b = Measure(view.substr(first, second - first));
    const MeasuredText c = Measure(view.substr(second));
    const uint64_t whole = Count(text);
    // To the right, and to the left.
    const MeasuredText right = *tokenizer_.Join(*tokenizer_.Join(a, b), c);
    const MeasuredText left = *tokenizer_.Join(a, *tokenizer_.Join(b, c));
    ASSERT_EQ(right.tokens(), whole) << "seed " << seed << ", text " << i;
    ASSERT_EQ(left.tokens(), whole) << "seed " << seed << ", text " << i;
    ASSERT_EQ(*tokenizer_.CountJoined(*tokenizer_.Join(a, b), c), whole);
    // Something else in the middle.
    const std::string other = testing::RandomText(&random);
    const MeasuredText replaced = *tokenizer_.Join(*tokenizer_.Join(a, Measure(other)), c);
    ASSERT_EQ(replaced.tokens(),
              Count(std::string(view.substr(0, first)) + other + std::string(view.substr(second))))
        << "seed " << seed << ", text " << i;
  }
}

TEST_P(MeasuredTextTest, FindsTheLongestPrefixThatFits) {
  std::mt19937 random(testing::SeedOfRun());
  for (int i = 0; i < testing::CountOfRun(1500) / 10; ++i) {
    const std::string text = testing::RandomText(&random) + testing::RandomText(&random);
    const uint64_t limit = random() % (Count(text) + 2);
    size_t longest = 0;
    for (size_t end = 0; end <= text.size(); ++end) {
      if (end < text.size() && IsContinuation(text[end])) continue;
      if (Count(std::string_view(text).substr(0, end)) <= limit) longest = end;
    }
    const Fit fit = *tokenizer_.CountUpTo(text, limit);
    ASSERT_EQ(fit.bytes, longest) << "seed " << testing::SeedOfRun() << ", text " << i;
    ASSERT_EQ(fit.tokens, Count(std::string_view(text).substr(0, longest)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, MeasuredTextTest,
                         ::testing::Values("r50k", "p50k", "cl100k", "o200k", "o200k-harmony",
                                           "qwen", "deepseek", "tekken", "mistral-v3", "gemma3",
                                           "glm4", "claude-legacy"));

}  // namespace
}  // namespace galley
