#include "pattern/pattern.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "pattern/utf16.h"

namespace galley {
namespace {

std::string ToText(std::u16string_view text) {
  BufferWriter out;
  AppendUtf8(text, &out);
  return out.ToString();
}

// The first match as `whole|group 1|...`, `-` for a group that took no part;
// `none` and `limit` where there is none.
std::string Find(std::string_view pattern, std::string_view flags, std::string_view text,
                 uint64_t steps = 1'000'000) {
  const Result<Pattern> compiled = Pattern::Compile(pattern, *ReadPatternFlags(flags), Limits());
  if (!compiled) return compiled.error().diagnostics().front().message;
  const std::u16string units = ToUtf16(text);
  PatternSearch search(*compiled, units, Limits(), &steps);
  const Found found = search.Find(0);
  if (found != Found::kYes) return found == Found::kNo ? "none" : "limit";
  std::string shown;
  for (uint32_t group = 0; group <= compiled->groups(); ++group) {
    if (group > 0) shown += '|';
    shown += search.group(group) ? ToText(*search.group(group)) : "-";
  }
  return shown;
}

TEST(Pattern, ReadsFlags) {
  EXPECT_TRUE(ReadPatternFlags(""));
  EXPECT_TRUE(ReadPatternFlags("yusmig"));
  EXPECT_FALSE(ReadPatternFlags("ii"));
  EXPECT_FALSE(ReadPatternFlags("d"));
  EXPECT_FALSE(ReadPatternFlags("v"));
  EXPECT_TRUE(ReadPatternFlags("y")->sticky);
}

TEST(Pattern, FindsTheFirstMatch) {
  EXPECT_EQ(Find("b+", "", "abbb"), "bbb");
  EXPECT_EQ(Find("(\\w)(\\d)?", "", "-x"), "x|x|-");
  EXPECT_EQ(Find("z", "", "abc"), "none");
  EXPECT_EQ(Find("", "", "abc"), "");
}

TEST(Pattern, HasECMAScriptsCharacters) {
  EXPECT_EQ(Find(".", "", "\n\r\xE2\x80\xA8x"), "x");
  EXPECT_EQ(Find(".", "s", "\nx"), "\n");
  EXPECT_EQ(Find("\\w+", "",
                 "\xC3\xA9"
                 "a"),
            "a");
  EXPECT_EQ(Find("[^]", "", "\n"), "\n");
  EXPECT_EQ(Find("[[:alpha:]]", "", "a:]"), ":]");
  EXPECT_EQ(Find("\\u{2}", "", "xuu"), "uu");
  EXPECT_EQ(Find("\\u{41}", "u", "xA"), "A");
  EXPECT_EQ(Find("\\cA|\\x01", "", "\x01"), "\x01");
  EXPECT_EQ(Find("\\101\\8", "", "A8"), "A8");
}

TEST(Pattern, SeesLinesAsECMAScriptDoes) {
  EXPECT_EQ(Find("^b$", "", "a\nb"), "none");
  EXPECT_EQ(Find("^b$", "m",
                 "a\r\nb\xE2\x80\xA8"
                 "c"),
            "b");
  EXPECT_EQ(Find("a$", "", "a\n"), "none");
}

TEST(Pattern, LooksBehindAtAnyLength) {
  EXPECT_EQ(Find("(?<=a+)b", "", "b aab"), "b");
  EXPECT_EQ(Find("(?<=(\\d+)(\\d+))$", "", "1053"), "|1|053");
  EXPECT_EQ(Find("(?<!a+)b", "", "aab"), "none");
  EXPECT_EQ(Find("(?<=^x*)y", "", "xxy"), "y");
  EXPECT_EQ(Find("(?<=(?<!x)a*)b", "", "aab"), "b");
  EXPECT_EQ(Find("(?<=a(?=b+c)b*)c", "", "abbc"), "c");
  EXPECT_EQ(Find("(?<=\\1(a+))b", "", "aab"), "b|a");
}

TEST(Pattern, ForgetsGroupsOfEarlierTurns) {
  EXPECT_EQ(Find("(?:(a)|(b))+", "", "ab"), "ab|-|b");
  EXPECT_EQ(Find("(z)((a+)?(b+)?(c))*", "", "zaacbbbcac"), "zaacbbbcac|z|ac|a|-|c");
  EXPECT_EQ(Find("(?:(a)|b)*\\1", "", "abab"), "abab|-");
}

TEST(Pattern, CountsNoEmptyTurns) {
  EXPECT_EQ(Find("(a*)*", "", "b"), "|-");
  EXPECT_EQ(Find("(a*)+", "", "b"), "|");
  EXPECT_EQ(Find("(?:a*|b)+", "", "bab"), "bab");
  EXPECT_EQ(Find("(|a)+?b", "", "aab"), "aab|a");
  EXPECT_EQ(Find("(?:|a){1,2}", "", "aa"), "a");
  EXPECT_EQ(Find("(?=(a))?b", "", "b"), "b|-");
  EXPECT_EQ(Find("(?:a*?)*b", "", "aab"), "aab");
}

TEST(Pattern, RefersToNothingBeforeAGroupIsClosed) {
  EXPECT_EQ(Find("(a\\1)", "", "aa"), "a|a");
  EXPECT_EQ(Find("\\1(a)", "", "aa"), "a|a");
}

TEST(Pattern, NamesGroups) {
  const Result<Pattern> pattern = Pattern::Compile("(?<$a>x)(?<\xC3\xA9>y)", {}, Limits());
  ASSERT_TRUE(pattern);
  EXPECT_EQ(pattern->FindGroup("$a"), 1u);
  EXPECT_EQ(pattern->FindGroup("\xC3\xA9"), 2u);
  EXPECT_EQ(pattern->FindGroup("b"), 0u);
}

TEST(Pattern, IsBounded) {
  EXPECT_EQ(Find("(a+)+$", "", std::string(40, 'a') + "b", 10'000), "limit");
  EXPECT_EQ(Find("(?:a|a)*b", "", std::string(40, 'a') + "c", 10'000), "none");  // there is no b
  EXPECT_EQ(Find("(?:a|a)*[bc]$", "", std::string(40, 'a') + "cd", 10'000), "limit");
  EXPECT_EQ(Find("a", "", "a", 0), "limit");
  EXPECT_EQ(Find("a", "", "a", 1), "a");
}

// A scan to the end from every place is quadratic, however simple the pattern.
TEST(Pattern, PaysForLongScans) {
  const std::string text = std::string(200'000, 'a') + "b";
  EXPECT_EQ(Find("a*[bc]d", "", text), "none");  // there is no d
  EXPECT_EQ(Find("a*[bc]$c", "", text + "c"), "limit");
}

TEST(Pattern, BoundsTheProgram) {
  const std::string pattern = "(?:ab){1,200}";
  Limits limits;
  Result<Pattern> compiled = Pattern::Compile(pattern, {}, limits);
  ASSERT_TRUE(compiled);
  const auto fits = [&](uint64_t size) {
    limits.regex = size;
    return Pattern::Compile(pattern, {}, limits).has_value();
  };
  uint64_t low = 0;
  uint64_t high = limits.regex;
  while (high - low > 1) (fits((low + high) / 2) ? high : low) = (low + high) / 2;
  EXPECT_TRUE(fits(high));
  EXPECT_FALSE(fits(high - 1));
  EXPECT_GT(high, 1000u);
}

TEST(Pattern, SaysWhatItCannotTranslate) {
  EXPECT_EQ(Find("(?<=(a+))\\1", "", "aa"),
            "a reference into or out of a look-behind without fixed length cannot be translated");
  EXPECT_EQ(Find("a{70000}", "", "a"), "a repeat of more than 65,535 times cannot be translated");
  EXPECT_EQ(Find("a{99999999999}", "", "a"), "none");
  EXPECT_EQ(Find("\\p{Script=Nowhere}", "u", "a"), "there is no such Unicode script");
  EXPECT_EQ(Find("(?:abc){60000}", "", "a"), "the pattern is too large or too deeply nested");
  EXPECT_EQ(Find(std::string(65'536, 'a'), "", "a"),
            "the pattern is longer than 65,535 characters");
}

}  // namespace
}  // namespace galley
