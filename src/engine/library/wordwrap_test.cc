#include "engine/library/wordwrap.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

// The lines, joined with `|`.
std::string Wrapped(std::string_view text, const WrapStyle& style) {
  WordWrapper wrapper(text, style);
  std::string joined;
  std::string_view line;
  for (bool first = true; wrapper.Next(&line); first = false) {
    if (!first) joined += '|';
    joined += line;
  }
  return joined;
}

TEST(WordWrapTest, FillsLinesWithWords) {
  EXPECT_EQ(Wrapped("the quick brown fox", {.width = 10}), "the quick|brown fox");
  EXPECT_EQ(Wrapped("the quick brown fox", {.width = 9}), "the quick|brown fox");
  EXPECT_EQ(Wrapped("the quick brown fox", {.width = 8}), "the|quick|brown|fox");
  EXPECT_EQ(Wrapped("", {.width = 8}), "");
  EXPECT_EQ(Wrapped("   ", {.width = 8}), "");
}

TEST(WordWrapTest, DropsBlanksAtLineEndsButKeepsThoseOfTheFirstLine) {
  EXPECT_EQ(Wrapped("  a   b  ", {.width = 3}), "  a|b");
  EXPECT_EQ(Wrapped("a\tb  c", {.width = 20}), "a\tb  c");
}

TEST(WordWrapTest, BreaksLongWordsOrLeavesThemWhole) {
  EXPECT_EQ(Wrapped("a supercalifragilistic b", {.width = 8}), "a superc|alifragi|listic b");
  EXPECT_EQ(Wrapped("a supercalifragilistic b", {.width = 8, .break_long_words = false}),
            "a|supercalifragilistic|b");
  EXPECT_EQ(Wrapped("日本語日本語", {.width = 4}), "日本語日|本語");
}

TEST(WordWrapTest, BreaksAfterHyphensBetweenLetters) {
  EXPECT_EQ(Wrapped("a well-known fact", {.width = 8}), "a well-|known|fact");
  EXPECT_EQ(Wrapped("a well-known fact", {.width = 8, .break_on_hyphens = false}),
            "a well-k|nown|fact");
  EXPECT_EQ(Wrapped("use the -b option", {.width = 9}), "use the|-b option");
  EXPECT_EQ(Wrapped("e-mail a-b-cd 12-34", {.width = 7}), "e-mail|a-b-cd|12-34");
  EXPECT_EQ(Wrapped("abc--def", {.width = 5}), "abc--|def");
}

TEST(WordWrapTest, LongRunsOfHyphensAreNoWordsEnd) {
  EXPECT_EQ(Wrapped("------------", {.width = 5}), "-----|-----|--");
  EXPECT_EQ(Wrapped("x-----------", {.width = 5}), "x----|-----|--");
}

TEST(WordWrapTest, OtherBlanksOfUnicodeDoNotSeparateWords) {
  EXPECT_EQ(Wrapped("a\u00A0b c", {.width = 4}), "a\u00A0b|c");
  EXPECT_EQ(Wrapped("a \u00A0\u00A0", {.width = 2}), "a");
}

}  // namespace
}  // namespace galley
