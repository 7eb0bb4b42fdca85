// The public Tokenizer (C++ in the contract of tokens): it opens by name and path, counts,
// finds what fits, encodes, decodes, measures and joins, from any thread.
#include "galley/tokenizer.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

constexpr std::string_view kText =
    "The quick brown fox doesn't jump; 12345 crates.\n\n  Really?  猫";

TEST(TokenizerHandleTest, CountsAsManyAsItEncodes) {
  const Result<Tokenizer> tokenizer = Tokenizer::Open("o200k");
  ASSERT_TRUE(tokenizer);
  EXPECT_EQ(*tokenizer->Count("hello world"), 2u);
  const Result<std::vector<uint32_t>> ids = tokenizer->Encode(kText);
  ASSERT_TRUE(ids);
  EXPECT_EQ(ids->size(), *tokenizer->Count(kText));
  EXPECT_EQ(*tokenizer->Decode(*ids), kText);
}

TEST(TokenizerHandleTest, TakesSpecialTokensForTextUnlessToldOtherwise) {
  const Tokenizer tokenizer = *Tokenizer::Open("cl100k");
  EXPECT_GT(*tokenizer.Count("<|endoftext|>"), 1u);
  EXPECT_EQ(*tokenizer.Count("<|endoftext|>", Specials::kRecognised), 1u);
}

// CountUpTo gives the longest prefix that fits, at a character boundary.
TEST(TokenizerHandleTest, FindsTheLongestPrefixThatFits) {
  const Tokenizer tokenizer = *Tokenizer::Open("o200k");
  const uint64_t all = *tokenizer.Count(kText);
  for (uint64_t limit = 0; limit <= all + 1; ++limit) {
    const Fit fit = *tokenizer.CountUpTo(kText, limit);
    EXPECT_LE(fit.tokens, limit);
    EXPECT_EQ(*tokenizer.Count(kText.substr(0, fit.bytes)), fit.tokens) << "ends at a character";
    for (size_t longer = fit.bytes + 1; longer <= kText.size(); ++longer) {
      const Result<uint64_t> tokens = tokenizer.Count(kText.substr(0, longer));
      EXPECT_TRUE(!tokens || *tokens > limit) << longer;
    }
  }
}

TEST(TokenizerHandleTest, JoinsWhatItMeasured) {
  const Tokenizer tokenizer = *Tokenizer::Open("o200k");
  for (size_t cut = 0; cut + 3 < kText.size(); ++cut) {
    const Segment left = *tokenizer.Measure(kText.substr(0, cut));
    const Segment right = *tokenizer.Measure(kText.substr(cut));
    EXPECT_EQ(*tokenizer.CountJoined(left, right), *tokenizer.Count(kText));
    const Segment whole = *tokenizer.Join(left, right);
    EXPECT_EQ(whole.tokens(), *tokenizer.Count(kText));
    EXPECT_EQ(tokenizer.Join(whole, *tokenizer.Measure(" end"))->tokens(),
              *tokenizer.Count(std::string(kText) + " end"));
  }
}

TEST(TokenizerHandleTest, AnEmptySegmentJoinsAnything) {
  const Tokenizer tokenizer = *Tokenizer::Open("o200k");
  const Segment some = *tokenizer.Measure("some");
  EXPECT_TRUE(Segment().empty());
  EXPECT_EQ(tokenizer.Join(Segment(), some)->tokens(), some.tokens());
  EXPECT_EQ(tokenizer.Join(some, Segment())->tokens(), some.tokens());
  EXPECT_EQ(*tokenizer.CountJoined(Segment(), Segment()), 0u);
}

TEST(TokenizerHandleTest, RefusesWhatItCannotTake) {
  const Result<Tokenizer> unknown = Tokenizer::Open("o200q");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code(), "unknown-tokenizer");
  const Tokenizer tokenizer = *Tokenizer::Open("o200k");
  EXPECT_EQ(tokenizer.Count("\xFF").error().code(), "invalid-utf8");
  EXPECT_EQ(tokenizer.Measure("a\xC3").error().code(), "invalid-utf8");
  const std::vector<uint32_t> ids = {5'000'000};
  EXPECT_EQ(tokenizer.Decode(ids).error().code(), "invalid-params");
}

// A rank file of tiktoken, in which every byte has a rank, as any text may hold it.
std::string RanksOfBytesAnd(std::string_view more) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string ranks;
  for (size_t byte = 0; byte < 256; ++byte) {
    ranks += {kDigits[byte >> 2], kDigits[(byte & 3) << 4], '=', '=', ' '};
    ranks += std::to_string(byte) + "\n";
  }
  return ranks.append(more);
}

TEST(TokenizerHandleTest, OpensADefinitionByItsPath) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("galley_handle_" + std::to_string(getpid()) + ".tiktoken");
  // "ab", in base64.
  std::ofstream(path) << RanksOfBytesAnd("YWI= 256\n");
  const Result<Tokenizer> tokenizer = Tokenizer::Open(path.string());
  std::filesystem::remove(path);
  ASSERT_TRUE(tokenizer);
  EXPECT_EQ(*tokenizer->Encode("abb"), (std::vector<uint32_t>{256, 'b'}));
}

// A text with a byte that has no rank could not be encoded, so that the file is refused at once.
TEST(TokenizerHandleTest, RefusesRanksWithoutSomeByte) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("galley_handle_some_" + std::to_string(getpid()) + ".tiktoken");
  // "c", "d" and "cd".
  std::ofstream(path) << "Yw== 0\nZA== 1\nY2Q= 2\n";
  const Result<Tokenizer> tokenizer = Tokenizer::Open(path.string());
  std::filesystem::remove(path);
  ASSERT_FALSE(tokenizer);
  EXPECT_EQ(tokenizer.error().code(), "tokenizer-invalid");
}

TEST(TokenizerHandleTest, IsSharedBetweenThreads) {
  const Tokenizer tokenizer = *Tokenizer::Open("cl100k");
  const uint64_t wanted = *tokenizer.Count(kText);
  std::vector<std::thread> threads;
  std::vector<uint64_t> counts(4);
  for (size_t i = 0; i < counts.size(); ++i) {
    threads.emplace_back([copy = tokenizer, &count = counts[i]] {
      for (int turn = 0; turn < 50; ++turn) count = *copy.Count(kText);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counts, std::vector<uint64_t>(4, wanted));
}

}  // namespace
}  // namespace galley
