// The scanners against their own expressions, on split_pattern.h.
#include "tokenize/scanner.h"

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "tokenize/split_pattern.h"
#include "tokenize/tokenize_testing.h"

namespace galley {
namespace {

std::vector<std::string> ByScanner(Scanner scanner, std::string_view text) {
  std::vector<std::string> pieces;
  for (size_t at = 0; at < text.size();) {
    const size_t end = PieceEnd(scanner, text, at);
    pieces.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

// Matches, and what is between them.
std::vector<std::string> ByPattern(const SplitPattern& pattern, std::string_view text) {
  std::vector<std::string> pieces;
  uint64_t steps = 100'000'000;
  for (size_t at = 0; at < text.size();) {
    const SplitPattern::Match match = pattern.Find(text, at, &steps);
    if (match.start == SplitPattern::kNoMatch) {
      pieces.emplace_back(text.substr(at));
      break;
    }
    if (match.start > at) pieces.emplace_back(text.substr(at, match.start - at));
    pieces.emplace_back(text.substr(match.start, match.end - match.start));
    at = match.end;
  }
  return pieces;
}

std::vector<std::string> Plainly(Scanner scanner, std::string_view text) {
  std::vector<std::string> pieces;
  for (size_t at = 0; at < text.size();) {
    const size_t end = PieceEndPlainly(scanner, text, at);
    pieces.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

// Mostly ASCII, in runs of every length up to some that do not end in a block.
std::string AsciiText(std::mt19937* random) {
  static constexpr std::string_view kSets[] = {"abcdefgh",   "ABCabc",    "0123456789",  " ",
                                               " \t\n\r",    "\n",        ".,;:/-\"'()", "/\n",
                                               "' tsdmlrve", "'sSlLrREe", "a'\n /."};
  std::string text;
  const size_t size = 1 + (*random)() % 300;
  while (text.size() < size) {
    const std::string_view set = kSets[(*random)() % std::size(kSets)];
    for (auto left = 1 + (*random)() % ((*random)() % 5 == 0 ? 90 : 5); left > 0; --left) {
      text += set[(*random)() % set.size()];
    }
    if ((*random)() % 12 == 0) text += "\u00E9";
    if ((*random)() % 20 == 0) text += "\u00A0";
    if ((*random)() % 20 == 0) text += "'\u017F";
  }
  return text;
}

class ScannerTest : public ::testing::TestWithParam<Scanner> {};

TEST_P(ScannerTest, CutsAsItsExpressionDoes) {
  const Scanner scanner = GetParam();
  const PatternDialect dialect =
      scanner == Scanner::kCl100kTrailing ? PatternDialect::kRust : PatternDialect::kOniguruma;
  const auto pattern = SplitPattern::Compile(PatternOf(scanner), dialect);
  ASSERT_TRUE(pattern);
  EXPECT_EQ(ScannerOf(PatternOf(scanner), dialect), scanner);
  const uint32_t seed = testing::SeedOfRun();
  std::mt19937 random(seed);
  for (int i = 0; i < testing::CountOfRun(3000); ++i) {
    const std::string text = testing::RandomText(&random);
    ASSERT_EQ(ByScanner(scanner, text), ByPattern(*pattern, text))
        << "seed " << seed << ", text " << i;
  }
}

std::vector<std::string> ManyAtOnce(Scanner scanner, std::string_view text) {
  std::vector<std::string> pieces;
  std::array<size_t, 100> ends;
  for (size_t at = 0; at < text.size();) {
    const size_t count = FindPieces(scanner, text, at, ends);
    for (size_t i = 0; i < count; ++i) {
      pieces.emplace_back(text.substr(at, ends[i] - at));
      at = ends[i];
    }
  }
  return pieces;
}

TEST_P(ScannerTest, CutsManyBytesAtOnceAsOneByOne) {
  const uint32_t seed = testing::SeedOfRun();
  std::mt19937 random(seed);
  for (int i = 0; i < testing::CountOfRun(3000); ++i) {
    const std::string text = i % 2 == 0 ? AsciiText(&random) : testing::RandomText(&random);
    const std::vector<std::string> wanted = Plainly(GetParam(), text);
    ASSERT_EQ(ByScanner(GetParam(), text), wanted) << "seed " << seed << ", text " << i;
    ASSERT_EQ(ManyAtOnce(GetParam(), text), wanted) << "seed " << seed << ", text " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ScannerTest,
                         ::testing::Values(Scanner::kGpt2, Scanner::kCl100k,
                                           Scanner::kCl100kTrailing, Scanner::kQwen2,
                                           Scanner::kO200k, Scanner::kTekken,
                                           Scanner::kDeepseekWords, Scanner::kDigits3,
                                           Scanner::kKanaAndHan));

}  // namespace
}  // namespace galley
