#include "pattern/pattern.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/stack_testing.h"
#include "pattern/utf16.h"

namespace galley {
namespace {

std::string ToText(std::u16string_view text) {
  BufferWriter out;
  AppendUtf8(text, &out);
  return out.ToString();
}

Result<Pattern> Compiled(std::string_view pattern, std::string_view flags,
                         const Limits& limits = {}) {
  uint64_t steps = limits.steps;
  return Pattern::Compile(pattern, *ReadPatternFlags(flags), limits, &steps);
}

// The first match as `whole|group 1|...`, `-` for a group that took no part;
// `none` and `limit` where there is none.
std::string Find(std::string_view pattern, std::string_view flags, std::string_view text,
                 uint64_t steps = 1'000'000) {
  const Result<Pattern> compiled = Compiled(pattern, flags);
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
  const Result<Pattern> pattern = Compiled("(?<$a>x)(?<\xC3\xA9>y)", "");
  ASSERT_TRUE(pattern);
  EXPECT_EQ(pattern->FindGroup("$a"), 1u);
  EXPECT_EQ(pattern->FindGroup("\xC3\xA9"), 2u);
  EXPECT_EQ(pattern->FindGroup("b"), 0u);
}

TEST(Pattern, IsBounded) {
  EXPECT_EQ(Find("(a+)+$", "", std::string(40, 'a') + "b", 10'000), "limit");
  EXPECT_EQ(Find("(?:a|a)*b", "", std::string(40, 'a') + "c", 10'000), "none");  // there is no b
  EXPECT_EQ(Find("(?:a|a)*[bc]$", "", std::string(40, 'a') + "cd", 10'000), "limit");
  // To make ready takes steps too, before the first place is tried.
  EXPECT_EQ(Find("a", "", "a", 0), "limit");
  EXPECT_EQ(Find("a", "", "a", 3), "limit");
  EXPECT_EQ(Find("a", "", "a", 8), "a");
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
  Result<Pattern> compiled = Compiled(pattern, "", limits);
  ASSERT_TRUE(compiled);
  const auto fits = [&](uint64_t size) {
    limits.regex = size;
    return Compiled(pattern, "", limits).has_value();
  };
  uint64_t low = 0;
  uint64_t high = limits.regex;
  while (high - low > 1) (fits((low + high) / 2) ? high : low) = (low + high) / 2;
  EXPECT_TRUE(fits(high));
  EXPECT_FALSE(fits(high - 1));
  EXPECT_GT(high, 1000u);
}

std::string Repeat(std::string_view text, int count) {
  std::string repeated;
  for (int i = 0; i < count; ++i) repeated += text;
  return repeated;
}

// PCRE2 calls itself for brackets in each other, and for some behind each other.
TEST(Pattern, NeedsLittleStack) {
  struct Shape {
    const char* open;
    const char* middle;
    const char* close;
  };
  RunOnSmallStack([] {
    for (const Shape& shape : std::initializer_list<Shape>{{"(", "a", ")"},
                                                           {"(?:", "a", ")*"},
                                                           {"(?:x|", "a", ")"},
                                                           {"(a|b|", "", ")+?"},
                                                           {"(?=", "a", ")"},
                                                           {"(?<=", "a", ")"},
                                                           {"(?=(?<=", "a", "))"},
                                                           {"(?<=a*", "", ")"},
                                                           {"", "a*", "(?:b|c)?"},
                                                           {"", "a*", "(b)*"},
                                                           {"", "a*?", "(?:|b)"},
                                                           {"", "(a)", "\\1?"},
                                                           {"", "a*", "(?=b|c)?"},
                                                           {"", "", "(?:(?=b)|c)"}}) {
      for (const int count : {8, 15, 30, 60, 100, 127, 1'000, 5'000}) {
        const std::string pattern =
            Repeat(shape.open, count) + shape.middle + Repeat(shape.close, count);
        Find(pattern, "", std::string(100, 'a') + "b");
      }
    }
  });
  // What fits in any stack is not refused.
  EXPECT_EQ(Find(Repeat("(", 32) + "a" + Repeat(")", 32), "", "a").substr(0, 4), "a|a|");
  EXPECT_EQ(Find(Repeat("(?:", 16) + "a" + Repeat(")*", 16), "", "aa"), "aa");
  EXPECT_EQ(Find(Repeat("(", 64) + "a" + Repeat(")", 64), "", "a"),
            "the pattern is too large or too deeply nested");
}

// Each of these took a second or more, for it was not counted.
TEST(Pattern, PaysForWhatPCRE2Does) {
  Limits limits;
  limits.steps = 100'000;
  const auto compiles = [&](const std::string& pattern, std::string_view flags) {
    return Compiled(pattern, flags, limits).has_value();
  };
  EXPECT_TRUE(compiles(Repeat("\\W\\S", 500), "iu"));
  EXPECT_FALSE(compiles(Repeat("[\\W\\d]", 500), "iu"));
  EXPECT_FALSE(compiles(Repeat("[\\u0000-\\u{10ffff}]", 500), "iu"));
  EXPECT_FALSE(compiles(Repeat("[\\u0100-\\u1fff]", 500), "i"));
  EXPECT_FALSE(compiles(Repeat("()", 5'000) + Repeat("(?<=a*b)", 90), ""));
  // PCRE2 copies all groups for each group.
  EXPECT_EQ(Find(Repeat("()", 1'000) + "(?:b|c|[de])", "", std::string(1'000, 'a')), "limit");
  // It passes over what cannot begin a match.
  EXPECT_EQ(Find("z", "", std::string(1'000'000, 'a'), 10'000), "limit");
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
