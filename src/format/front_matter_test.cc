#include "format/front_matter.h"

#include <string>
#include <vector>

#include "format/format_testing.h"
#include "format/yaml.h"

namespace galley {
namespace {

// "yaml|body", or the code of the error.
std::string Split(std::string_view text) {
  const Source source = Document(text);
  const auto result = SplitFrontMatter(source);
  if (!result) return "[" + std::string(result.error().code()) + "]";
  if (!result->present) {
    EXPECT_EQ(result->yaml.begin, result->yaml.end);
    return "none|" + std::string(Written(source, result->body));
  }
  return std::string(Written(source, result->yaml)) + "|" +
         std::string(Written(source, result->body));
}

TEST(FrontMatterTest, StandsBetweenTwoLinesOfHyphens) {
  EXPECT_EQ(Split("---\na: 1\n---\nbody\n"), "a: 1\n|body\n");
  EXPECT_EQ(Split("---\na: 1\nb: 2\n...\nbody"), "a: 1\nb: 2\n|body");
  EXPECT_EQ(Split("---\n---\n"), "|");
  EXPECT_EQ(Split("---\n---"), "|");
  EXPECT_EQ(Split("---\n\n---\n\n\nx"), "\n|\n\nx");
}

TEST(FrontMatterTest, LineBreaksAndBlanksAreKeptAndAllowed) {
  EXPECT_EQ(Split("---\r\na: 1\r\n---\r\nbody\r\n"), "a: 1\r\n|body\r\n");
  EXPECT_EQ(Split("--- \t\na: 1\n---  \nbody"), "a: 1\n|body");
  EXPECT_EQ(Split("\xEF\xBB\xBF---\na: 1\n---\nbody"), "a: 1\n|body");
}

TEST(FrontMatterTest, OnlyTheVeryStartOpensIt) {
  EXPECT_EQ(Split(""), "none|");
  EXPECT_EQ(Split("body\n---\n"), "none|body\n---\n");
  EXPECT_EQ(Split("\n---\na: 1\n---\n"), "none|\n---\na: 1\n---\n");
  EXPECT_EQ(Split(" ---\n---\n"), "none| ---\n---\n");
  EXPECT_EQ(Split("----\n---\n"), "none|----\n---\n");
  EXPECT_EQ(Split("--- a\n---\n"), "none|--- a\n---\n");
  EXPECT_EQ(Split("...\n---\n"), "none|...\n---\n");
  EXPECT_EQ(Split("\xEF\xBB\xBFx"), "none|x");
}

TEST(FrontMatterTest, OnlyTheFirstClosingLineCounts) {
  EXPECT_EQ(Split("---\na: |\n  ---\n---\nb\n---\nc"), "a: |\n  ---\n|b\n---\nc");
  EXPECT_EQ(Split("---\n----\n--- x\n---\nb"), "----\n--- x\n|b");
}

TEST(FrontMatterTest, WithoutAClosingLineIsAnErrorAtTheOpening) {
  EXPECT_EQ(Split("---\n"), "[unterminated-front-matter]");
  EXPECT_EQ(Split("---"), "[unterminated-front-matter]");
  const auto result = SplitFrontMatter(Document("\xEF\xBB\xBF---\na: 1\n -- -\n"));
  ASSERT_FALSE(result);
  const Range& range = result.error().diagnostics()[0].range;
  EXPECT_EQ(range.start.line, 1u);
  EXPECT_EQ(range.start.offset, 3u);
  EXPECT_EQ(range.end.offset, 6u);
}

TEST(FrontMatterTest, YamlKnowsItsPlaceInTheWholeFile) {
  const Source source = Document("---\nname: é\ntags: [x, ]]\n---\nbody");
  const auto parts = SplitFrontMatter(source);
  ASSERT_TRUE(parts);
  EXPECT_EQ(PlaceOf(ReadYaml(source, parts->yaml, Limits())), "3:12");
}

// "header|format|text", with what is missing as "-".
std::string Parts(std::string_view text) {
  const Source source = Document(text);
  const InstructionFile file = SplitInstructionFile(source);
  const std::string header(file.has_header ? Written(source, file.header) : "-");
  const std::string format(file.format == Span{} ? "-" : Written(source, file.format));
  return (file.is_closed ? "" : "unclosed: ") + header + "|" + format + "|" +
         std::string(Written(source, file.text));
}

TEST(InstructionFileTest, HeaderBetweenTwoDelimiters) {
  EXPECT_EQ(Parts("---\nkind: context\n---\nBody\n"), "kind: context\n|-|Body\n");
  EXPECT_EQ(Parts("\n# c\n  # d\n---\nkind: x\n---\nBody"), "kind: x\n|-|Body");
  EXPECT_EQ(Parts("---\r\nkind: x\r\n---\t\r\n\r\nBody\r\n"), "kind: x\r\n|-|\r\nBody\r\n");
  EXPECT_EQ(Parts("---\n---"), "|-|");
  EXPECT_EQ(Parts("\xEF\xBB\xBF---\na: 1\n---\nb"), "a: 1\n|-|b");
}

TEST(InstructionFileTest, HeaderFromTheTopToTheDelimiter) {
  EXPECT_EQ(Parts("kind: context\n---\na\n\n---\nb  \n"), "kind: context\n|-|a\n\n---\nb  \n");
  EXPECT_EQ(Parts("# comment\n\nkind: x\n---\nb"), "# comment\n\nkind: x\n|-|b");
  EXPECT_EQ(Parts("kind: context\nscope: global\n"), "kind: context\nscope: global\n|-|");
  EXPECT_EQ(Parts("kind:\n---\n"), "kind:\n|-|");
  EXPECT_EQ(Parts("kind:"), "kind:|-|");
  EXPECT_EQ(Parts("a.b-c_1 \t:\tx\n---\nb"), "a.b-c_1 \t:\tx\n|-|b");
}

TEST(InstructionFileTest, TextThatStartsOtherwiseHasNoHeader) {
  for (const char* text :
       {"", "\n\n", "just text\n---\nmore", "# only\n", "1key: x\n---\n", "-a: x\n---\n",
        "http://x\n---\n", "key x: y\n---\n", " key: x\n---\n", "----\nkind: x\n"}) {
    EXPECT_EQ(Parts(text), "-|-|" + std::string(text));
  }
}

TEST(InstructionFileTest, HeaderThatIsOpenedMustBeClosed) {
  const Source source = Document("\n---\nkind: context\nno end\n");
  const InstructionFile file = SplitInstructionFile(source);
  EXPECT_FALSE(file.is_closed);
  EXPECT_EQ(Written(source, file.opening), "---");
  EXPECT_EQ(file.opening.begin, 1u);
  EXPECT_EQ(Parts("---\na: 1\n...\n"), "unclosed: a: 1\n...\n|-|");
  EXPECT_EQ(Parts("---"), "unclosed: |-|");
}

TEST(InstructionFileTest, FormatIsDeclaredInTheFirstLineOfTheText) {
  EXPECT_EQ(Parts("kind: x\n---\n---md---\n# T\n"), "kind: x\n|md|# T\n");
  EXPECT_EQ(Parts("---\nk: x\n---\n---\n---md---\n---\nT\n"), "k: x\n|md|T\n");
  EXPECT_EQ(Parts("k: x\n---\n---text.v1+a-b_c--- \r\nT"), "k: x\n|text.v1+a-b_c|T");
  EXPECT_EQ(Parts("k: x\n---\n---md---\n---\nT"), "k: x\n|md|---\nT");
  EXPECT_EQ(Parts("k: x\n---\n---md---"), "k: x\n|md|");
}

TEST(InstructionFileTest, OtherLinesDeclareNoFormat) {
  EXPECT_EQ(Parts("k: x\n---\n\n---md---\n"), "k: x\n|-|\n---md---\n");
  EXPECT_EQ(Parts("k: x\n---\n---m d---\n"), "k: x\n|-|---m d---\n");
  EXPECT_EQ(Parts("k: x\n---\n------\n"), "k: x\n|-|------\n");
  EXPECT_EQ(Parts("k: x\n---\n---\n---md---\nT"), "k: x\n|-|---\n---md---\nT");
  EXPECT_EQ(Parts("k: x\n---\n---\nT"), "k: x\n|-|---\nT");
}

}  // namespace
}  // namespace galley
