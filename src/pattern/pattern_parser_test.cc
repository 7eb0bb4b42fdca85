#include "pattern/pattern_parser.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string Parse(std::u16string_view text, bool unicode, const Limits& limits = {}) {
  PatternFlags flags;
  flags.unicode = unicode;
  const Result<PatternTree> tree = PatternParser(text, flags, limits).Parse();
  if (tree) return "ok";
  const bool is_limit = limits.nesting != Limits().nesting;
  EXPECT_EQ(tree.error().code(), is_limit ? "limit-regex" : "invalid-pattern");
  return tree.error().diagnostics().front().message;
}

bool IsValid(std::u16string_view text, bool unicode) { return Parse(text, unicode) == "ok"; }

TEST(PatternParser, TakesWhatBothGrammarsHave) {
  for (const std::u16string_view text :
       {u"", u"|", u"a|b|", u"()", u"(?:)", u"(?=a)(?!b)(?<=c)(?<!d)", u"(?<n>a)\\k<n>",
        u"\\k<n>(?<n>)", u"[]", u"[^]", u"[a-z-]", u"[-a]", u"[\\]\\-]",
        u"a*?b+?c??d{1}e{1,}?f{1,2}", u"^$\\b\\B", u"\\0\\x41\\u0041\\cA\\n\\/",
        u"(?<$\\u0061\\u{62}_1>)", u"a{99999999999999999999}", u"\\1()"}) {
    EXPECT_EQ(Parse(text, false), "ok");
    EXPECT_EQ(Parse(text, true), "ok");
  }
}

TEST(PatternParser, RefusesWhatNeitherGrammarHas) {
  for (const std::u16string_view text : {u"(",         u")",
                                         u"a)",        u"[",
                                         u"[a",        u"[\\]",
                                         u"\\",        u"*",
                                         u"+a",        u"a**",
                                         u"a++",       u"?",
                                         u"(?",        u"(?>a)",
                                         u"(?i)",      u"(?i:a)",
                                         u"(?#c)",     u"(?P<n>a)",
                                         u"(?'n'a)",   u"(?|a)",
                                         u"(?R)",      u"(?1)",
                                         u"(?(1)a)",   u"(*FAIL)",
                                         u"(?<>a)",    u"(?<1>a)",
                                         u"(?<a",      u"(?<n>)(?<n>)",
                                         u"(?<n>)\\k", u"(?<n>)\\k<m>",
                                         u"[z-a]",     u"a{2,1}",
                                         u"(?<=a)*",   u"^*",
                                         u"\\b+",      u"{1}",
                                         u"a|*",       u"(?<\\x61>a)"}) {
    EXPECT_FALSE(IsValid(text, false)) << std::string(text.begin(), text.end());
    EXPECT_FALSE(IsValid(text, true)) << std::string(text.begin(), text.end());
  }
}

// Annex B: without the flag u nearly every slip is a literal.
TEST(PatternParser, IsLenientWithoutTheFlagU) {
  for (const std::u16string_view text : {u"{",        u"}",       u"]",       u"a{",
                                         u"a{,2}",    u"a{1",     u"x{a}",    u"\\a\\Q\\_\\-",
                                         u"\\8",      u"\\1",     u"\\01",    u"\\x4",
                                         u"\\u{1}",   u"\\u12",   u"\\c",     u"\\c1",
                                         u"[\\c1]",   u"[\\c]",   u"\\k",     u"\\k<n>",
                                         u"\\p{L}",   u"[\\d-z]", u"[a-\\w]", u"(?=a)*",
                                         u"(?!a){2}", u"[\\B]",   u"[\\8]"}) {
    EXPECT_TRUE(IsValid(text, false)) << std::string(text.begin(), text.end());
    if (text != u"\\u{1}" && text != u"\\p{L}") {
      EXPECT_FALSE(IsValid(text, true)) << std::string(text.begin(), text.end());
    }
  }
}

TEST(PatternParser, KnowsPropertiesWithTheFlagU) {
  for (const std::u16string_view text :
       {u"\\p{L}", u"\\P{Lu}", u"\\p{gc=Letter}", u"\\p{Script=Greek}", u"[\\p{Emoji}\\d]",
        u"\\u{10FFFF}"}) {
    EXPECT_EQ(Parse(text, true), "ok");
  }
  for (const std::u16string_view text :
       {u"\\p", u"\\p{", u"\\p{}", u"\\p{letter}", u"\\p{Script=greek}", u"\\p{Foo=L}",
        u"\\u{110000}", u"\\u{}"}) {
    EXPECT_FALSE(IsValid(text, true)) << std::string(text.begin(), text.end());
  }
}

TEST(PatternParser, SaysWhatAndWhere) {
  EXPECT_EQ(Parse(u"ab[cd", false), "a class is not closed (at character 3)");
  EXPECT_EQ(Parse(u"a(?>b)", false), "no kind of group begins like this (at character 2)");
  EXPECT_EQ(Parse(u"(?<n>a)\\k<m>", false), "no group is called `m` (at character 9)");
}

TEST(PatternParser, BoundsTheNestingOfGroups) {
  Limits limits;
  limits.nesting = 3;
  EXPECT_EQ(Parse(u"(((a)))", false, limits), "ok");
  EXPECT_EQ(Parse(u"((((a))))", false, limits), "groups are nested deeper than 3 (at character 4)");
}

TEST(PatternParser, NumbersGroupsByTheirOpenings) {
  const Result<PatternTree> tree = PatternParser(u"(?<a>x(y))(?:z)(?<b>)", {}, Limits()).Parse();
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->groups, 3u);
  EXPECT_EQ(*tree->names.Find("a"), 1u);
  EXPECT_EQ(*tree->names.Find("b"), 3u);
}

}  // namespace
}  // namespace galley
