#include "format/text.h"

#include <string>

#include "format/format_testing.h"

namespace galley {
namespace {

TEST(TextTest, FileMayBeAsLargeAsItsLimit) {
  Limits limits;
  limits.file = 4;
  EXPECT_TRUE(CheckText(Document("1234"), limits));
  const auto refused = CheckText(Document("12345"), limits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), "limit-size");
  EXPECT_EQ(refused.error().diagnostics()[0].message, "the text has 5 bytes; a file may have 4");
}

TEST(TextTest, DataHasALimitOfItsOwn) {
  Limits limits;
  limits.file = 1;
  limits.context = 4;
  EXPECT_TRUE(CheckText(Data("1234"), limits));
  EXPECT_EQ(CheckText(Data("12345"), limits).error().code(), "limit-size");
}

TEST(TextTest, InvalidUtf8IsFoundWhereItIs) {
  const auto refused = CheckText(Document("a\nb\xFF"), Limits());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), "invalid-utf8");
  EXPECT_EQ(PlaceOf(refused), "2:2");
}

TEST(TextTest, NulIsNotText) {
  const auto refused = CheckText(Document(std::string_view("ab\0c", 4)), Limits());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), "invalid-utf8");
  EXPECT_EQ(PlaceOf(refused), "1:3");
}

TEST(TextTest, PartIsCheckedAloneAndPlacedInTheWhole) {
  const Source source = Document("\xFF\nab\xFF");
  EXPECT_TRUE(CheckText(source, {2, 4}, Limits()));
  EXPECT_EQ(PlaceOf(CheckText(source, {2, 5}, Limits())), "2:3");
}

TEST(TextTest, OneByteOrderMarkIsSkipped) {
  EXPECT_EQ(WholeText(Document("\xEF\xBB\xBFx")), (Span{3, 4}));
  EXPECT_EQ(WholeText(Document("\xEF\xBB\xBF\xEF\xBB\xBF")), (Span{3, 6}));
  EXPECT_EQ(WholeText(Document("x")), (Span{0, 1}));
  EXPECT_EQ(WholeText(Document("")), (Span{0, 0}));
}

std::string LinesOf(std::string_view text) {
  std::string result;
  const auto size = static_cast<uint32_t>(text.size());
  for (uint32_t at = 0; at < size;) {
    const Line line = LineFrom(text, at, size);
    result += text.substr(line.begin, line.end - line.begin);
    result += "|";
    at = line.next;
  }
  return result;
}

TEST(TextTest, LinesEndWithAnyLineBreak) {
  EXPECT_EQ(LinesOf("a\nb\r\nc\rd"), "a|b|c|d|");
  EXPECT_EQ(LinesOf("\n\r\r\n\n"), "||||");
  EXPECT_EQ(LinesOf("a\r"), "a|");
  EXPECT_EQ(LinesOf(""), "");
}

TEST(TextTest, LineStopsAtTheEndOfItsPart) {
  // The \n behind the part does not belong to the \r in it.
  EXPECT_EQ(LineFrom("ab\r\n", 0, 3).next, 3u);
  EXPECT_EQ(LineFrom("abcd", 1, 3).end, 3u);
}

TEST(TextTest, BlanksAtTheEndAreDropped) {
  EXPECT_EQ(WithoutTrailingBlanks(" a \t "), " a");
  EXPECT_EQ(WithoutTrailingBlanks(" \t"), "");
}

TEST(TextTest, WhatRanOutDecidesTheCode) {
  const Source source = Document("");
  EXPECT_EQ(ValuesDoNotFit(source, Exhausted::kSteps).code, "limit-steps");
  EXPECT_EQ(ValuesDoNotFit(source, Exhausted::kHeap).code, "limit-heap");
  EXPECT_EQ(ValuesDoNotFit(source, Exhausted::kString).code, "limit-heap");
  EXPECT_EQ(ValuesDoNotFit(source, Exhausted::kList).code, "limit-heap");
  EXPECT_EQ(ValuesDoNotFit(source, Exhausted::kMemory).code, "limit-heap");
}

}  // namespace
}  // namespace galley
