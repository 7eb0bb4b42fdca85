#include "tokenize/split_pattern.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::vector<std::string> Matches(std::string_view expression, std::string_view text,
                                 PatternDialect dialect = PatternDialect::kOniguruma) {
  const auto pattern = SplitPattern::Compile(expression, dialect);
  if (!pattern) return {"refused: " + std::string(pattern.error().code())};
  std::vector<std::string> found;
  uint64_t steps = 1'000'000;
  for (size_t at = 0; at < text.size();) {
    const SplitPattern::Match match = pattern->Find(text, at, &steps);
    if (match.start >= SplitPattern::kOutOfSteps) break;
    found.emplace_back(text.substr(match.start, match.end - match.start));
    at = match.end;
  }
  return found;
}

using Strings = std::vector<std::string>;

TEST(SplitPattern, RepeatsGreedilyLazilyAndForGood) {
  EXPECT_EQ(Matches("a{1,3}", "aaaaa"), (Strings{"aaa", "aa"}));
  EXPECT_EQ(Matches("a+?b?", "aab"), (Strings{"a", "ab"}));
  EXPECT_EQ(Matches("a++a", "aaa"), Strings{});
  EXPECT_EQ(Matches("(?>a|ab)c", "abc"), Strings{});
  EXPECT_EQ(Matches("(?:a|ab)c", "abc"), Strings{"abc"});
}

TEST(SplitPattern, LooksAhead) {
  EXPECT_EQ(Matches("\\s+(?!\\S)", "a   b  "), (Strings{"  ", "  "}));
  EXPECT_EQ(Matches("a(?=b)", "abac"), Strings{"a"});
}

TEST(SplitPattern, IgnoresCaseOfAsciiAndOfLongS) {
  EXPECT_EQ(Matches("(?i:'s|'ll)", "'S'\u017F'lL"), (Strings{"'S", "'\u017F", "'lL"}));
  EXPECT_EQ(Matches("'(?i:[sd]|re)", "'D'RE"), (Strings{"'D", "'RE"}));
}

TEST(SplitPattern, IntersectsClasses) {
  EXPECT_EQ(Matches("[\\p{L}&&[^\\p{Han}]]+", "ab\u4E2Dc"), (Strings{"ab", "c"}));
  EXPECT_EQ(Matches("[a-c[x-z]]+", "abxyq"), Strings{"abxy"});
}

// `{1,3}+` and `$` mean two things.
TEST(SplitPattern, FollowsTheDialect) {
  EXPECT_EQ(Matches("a{1,3}+", "aaaaa", PatternDialect::kRust), (Strings{"aaa", "aa"}));
  EXPECT_EQ(Matches("a{1,3}+", "aaaaa", PatternDialect::kOniguruma), Strings{"aaaaa"});
  EXPECT_EQ(Matches("a$", "a\na", PatternDialect::kRust), Strings{"a"});
  EXPECT_EQ(Matches("a$", "a\na", PatternDialect::kOniguruma), (Strings{"a", "a"}));
}

TEST(SplitPattern, RefusesWhatItDoesNotKnow) {
  for (const char* expression :
       {"(?<=a)b", "(?<name>a)", "\\bword", "(a", "a)", "[a", "*", "(a*)*", "\\p{Klingon}", "\\1",
        "(?x)a", "[[:alpha:]]", "a{2,1}", "(?i:ss)", "(?i:\u00E9)", ""}) {
    EXPECT_EQ(Matches(expression, "a"), Strings{"refused: tokenizer-unsupported"}) << expression;
  }
}

TEST(SplitPattern, StopsWhenStepsRunOut) {
  const auto pattern = SplitPattern::Compile("(?:a|a)+b", PatternDialect::kRust);
  ASSERT_TRUE(pattern);
  uint64_t steps = 10'000;
  EXPECT_EQ(pattern->Find(std::string(100, 'a'), 0, &steps).start, SplitPattern::kOutOfSteps);
}

TEST(SplitPattern, LimitsRepetition) {
  const auto pattern = SplitPattern::Compile("(?:(?:a{900}){900}){900}", PatternDialect::kRust);
  ASSERT_FALSE(pattern);
  EXPECT_EQ(pattern.error().code(), "limit-size");
}

}  // namespace
}  // namespace galley
