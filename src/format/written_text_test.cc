#include "format/written_text.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

// The part of `written` that means the word `part` of `value`, marked with brackets.
std::string Marked(std::string written, std::string_view value, std::string_view part) {
  const auto begin = static_cast<uint32_t>(value.find(part));
  const std::optional<Span> found =
      FindWritten(written, value, {begin, begin + static_cast<uint32_t>(part.size())});
  if (!found) return "nothing";
  written.insert(found->end, "]");
  written.insert(found->begin, "[");
  return written;
}

TEST(WrittenTextTest, PlainAndQuotedTextsAreTheirOwnBytes) {
  EXPECT_EQ(Marked("a {{b}} c", "a {{b}} c", "{{b}}"), "a [{{b}}] c");
  EXPECT_EQ(Marked("\"a {{b}}\"", "a {{b}}", "{{b}}"), "\"a [{{b}}]\"");
  EXPECT_EQ(Marked("'a {{b}}'", "a {{b}}", "b"), "'a {{[b]}}'");
}

TEST(WrittenTextTest, EscapesCountAsWhatTheyMean) {
  EXPECT_EQ(Marked(R"("a\n\"{{b}}")", "a\n\"{{b}}", "{{b}}"), R"("a\n\"[{{b}}]")");
  EXPECT_EQ(Marked(R"("\u00e9\ud83d\ude00{{b}}")", "\u00e9\U0001F600{{b}}", "{{b}}"),
            R"("\u00e9\ud83d\ude00[{{b}}]")");
  EXPECT_EQ(Marked(R"("\x41\U0001F600b")", "A\U0001F600b", "b"), R"("\x41\U0001F600[b]")");
  EXPECT_EQ(Marked(R"("a\tb")", "a\tb", "\t"), R"("a[\t]b")");
  EXPECT_EQ(Marked("'it''s {{b}}'", "it's {{b}}", "{{b}}"), "'it''s [{{b}}]'");
}

TEST(WrittenTextTest, LinesOfAFlowTextAreFolded) {
  EXPECT_EQ(Marked("one\n  two {{b}}", "one two {{b}}", "{{b}}"), "one\n  two [{{b}}]");
  EXPECT_EQ(Marked("\"one \n\n  two {{b}}\"", "one\ntwo {{b}}", "{{b}}"),
            "\"one \n\n  two [{{b}}]\"");
  EXPECT_EQ(Marked("\"one\\\n  two {{b}}\"", "onetwo {{b}}", "{{b}}"), "\"one\\\n  two [{{b}}]\"");
}

TEST(WrittenTextTest, LiteralBlocksLineByLine) {
  EXPECT_EQ(Marked("|\n    one\n\n      two {{b}}\n", "one\n\n  two {{b}}\n", "{{b}}"),
            "|\n    one\n\n      two [{{b}}]\n");
  EXPECT_EQ(Marked("|-\r\n  one\r\n  {{b}}\r\n", "one\n{{b}}", "{{b}}"),
            "|-\r\n  one\r\n  [{{b}}]\r\n");
}

TEST(WrittenTextTest, BlocksThatSayTheirIndentation) {
  EXPECT_EQ(Marked("|2\n    one\n  {{b}}\n", "  one\n{{b}}\n", "{{b}}"),
            "|2\n    one\n  [{{b}}]\n");
}

TEST(WrittenTextTest, FoldedBlocks) {
  EXPECT_EQ(Marked(">\n  one\n  two {{b}}\n", "one two {{b}}\n", "{{b}}"),
            ">\n  one\n  two [{{b}}]\n");
  EXPECT_EQ(Marked(">-\n  one\n    kept\n\n  {{b}}\n", "one\n  kept\n\n{{b}}", "{{b}}"),
            ">-\n  one\n    kept\n\n  [{{b}}]\n");
}

TEST(WrittenTextTest, APartMayGoOverLines) {
  EXPECT_EQ(Marked("|\n  {{#a}}\n  b{{/a}}\n", "{{#a}}\nb{{/a}}\n", "{{#a}}\nb"),
            "|\n  [{{#a}}\n  b]{{/a}}\n");
}

TEST(WrittenTextTest, TextsThatDoNotAgree) {
  EXPECT_EQ(Marked("other", "a {{b}}", "{{b}}"), "nothing");
  EXPECT_EQ(Marked("", "a", "a"), "nothing");
  EXPECT_EQ(Marked("|\n  x\n", "y\n", "y"), "nothing");
  EXPECT_EQ(FindWritten("a", "a", {0, 2}), std::nullopt);
}

}  // namespace
}  // namespace galley
