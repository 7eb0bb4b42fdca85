#include "format/markdown.h"

#include <string>
#include <vector>

#include "format/format_testing.h"

namespace galley {
namespace {

// "#title{body}" for each section, the root first.
std::string Sections(std::string_view text) {
  const Source source = Document(text);
  const Markdown markdown = SplitMarkdown(source);
  std::string result;
  for (const Section& section : markdown.sections) {
    result += std::string(section.level, '#') + std::string(Written(source, section.title)) + "{" +
              std::string(Written(source, section.body)) + "}";
  }
  return result + (markdown.has_open_fence() ? " open" : "");
}

// The spans, put together.
std::string Together(const Source& source, const Markdown& markdown) {
  std::string text;
  for (const Section& section : markdown.sections) {
    text += Written(source, section.heading);
    text += Written(source, section.body);
  }
  return text;
}

TEST(MarkdownTest, HeadingsStartSections) {
  EXPECT_EQ(Sections(""), "{}");
  EXPECT_EQ(Sections("text\n"), "{text\n}");
  EXPECT_EQ(Sections("intro\n# A\na\n## B\nb\n# C"), "{intro\n}#A{a\n}##B{b\n}#C{}");
  EXPECT_EQ(Sections("# A\n\n\n# B\n"), "{}#A{\n\n}#B{}");
  EXPECT_EQ(Sections("###### six\n####### seven\n"), "{}######six{####### seven\n}");
}

TEST(MarkdownTest, TitlesAreTrimmed) {
  EXPECT_EQ(Sections("#   A  b \t\n"), "{}#A  b{}");
  EXPECT_EQ(Sections("#\tA\n"), "{}#A{}");
  EXPECT_EQ(Sections("## A ##\n## A ##########  \n"), "{}##A{}##A{}");
  EXPECT_EQ(Sections("# A#\n# A #b\n# A \\#\n"), "{}#A#{}#A #b{}#A \\#{}");
  EXPECT_EQ(Sections("#\n##\n### ###\n# #\n"), "{}#{}##{}###{}#{}");
  EXPECT_EQ(Sections("# *é* `x`\n"), "{}#*é* `x`{}");
}

TEST(MarkdownTest, IndentUpToThreeBlanks) {
  EXPECT_EQ(Sections(" # A\n  # B\n   # C\n    # D\n\t# E\n"), "{}#A{}#B{}#C{    # D\n\t# E\n}");
  EXPECT_EQ(Sections(" \t# A\n"), "{ \t# A\n}");
  EXPECT_EQ(Sections("- item\n  # A\n"), "{- item\n}#A{}");
}

TEST(MarkdownTest, WhatOnlyLooksLikeAHeading) {
  for (const char* text : {"#tag\n", "\\# A\n", "> # A\n", "- # A\n", "1. # A\n", "A\n===\n",
                           "A\n---\n", "a # b\n", "\xC2\xA0# A\n"}) {
    EXPECT_EQ(Sections(text), "{" + std::string(text) + "}");
  }
}

TEST(MarkdownTest, FencesHideHeadings) {
  EXPECT_EQ(Sections("# A\n```sh\n# no\n```\n# B\n"), "{}#A{```sh\n# no\n```\n}#B{}");
  EXPECT_EQ(Sections("~~~\n# no\n```\n# no\n~~~\n# B\n"), "{~~~\n# no\n```\n# no\n~~~\n}#B{}");
  EXPECT_EQ(Sections("````\n```\n# no\n`````  \n# B\n"), "{````\n```\n# no\n`````  \n}#B{}");
  EXPECT_EQ(Sections("   ```\n# no\n  ```\n# B\n"), "{   ```\n# no\n  ```\n}#B{}");
  EXPECT_EQ(Sections("~~~ a`b ~~~\n# no\n~~~\n# B\n"), "{~~~ a`b ~~~\n# no\n~~~\n}#B{}");
}

TEST(MarkdownTest, WhatOnlyLooksLikeAFence) {
  EXPECT_EQ(Sections("``\n# A\n"), "{``\n}#A{}");
  EXPECT_EQ(Sections("``` x ```\n# A\n"), "{``` x ```\n}#A{}");
  EXPECT_EQ(Sections("    ```\n# A\n"), "{    ```\n}#A{}");
  EXPECT_EQ(Sections("> ```\n# A\n"), "{> ```\n}#A{}");
}

TEST(MarkdownTest, WhatOnlyLooksLikeTheEndOfAFence) {
  EXPECT_EQ(Sections("```\n``` x\n# no\n"), "{```\n``` x\n# no\n} open");
  EXPECT_EQ(Sections("```\n    ```\n# no\n"), "{```\n    ```\n# no\n} open");
  EXPECT_EQ(Sections("```\n~~~\n# no\n"), "{```\n~~~\n# no\n} open");
  EXPECT_EQ(Sections("````\n```\n# no\n"), "{````\n```\n# no\n} open");
}

TEST(MarkdownTest, OpenFenceRunsToTheEndAndIsTold) {
  EXPECT_EQ(Sections("# A\n```\n# no\n"), "{}#A{```\n# no\n} open");
  EXPECT_EQ(Sections("```"), "{```} open");
  EXPECT_EQ(Sections("```\n```"), "{```\n```}");
}

TEST(MarkdownTest, FenceInAListEndsWithTheItem) {
  EXPECT_EQ(Sections("- ```sh\n  # no\n  ```\n# B\n"), "{- ```sh\n  # no\n  ```\n}#B{}");
  EXPECT_EQ(Sections("1. ```\n   # no\n\n   # no\n# B\n"), "{1. ```\n   # no\n\n   # no\n}#B{}");
  EXPECT_EQ(Sections("- ```\n# B\n"), "{- ```\n}#B{}");
  EXPECT_EQ(Sections("* - ~~~\n    # no\n      ~~~\n # B\n"),
            "{* - ~~~\n    # no\n      ~~~\n}#B{}");
}

TEST(MarkdownTest, EveryLineBreakIsKept) {
  EXPECT_EQ(Sections("# A \r\na\r\n```\r\n# no\r\n```\r\n## B ##\r\n"),
            "{}#A{a\r\n```\r\n# no\r\n```\r\n}##B{}");
  EXPECT_EQ(Sections("# A\ra\r# B\r"), "{}#A{a\r}#B{}");
}

TEST(MarkdownTest, SectionsKnowWhatTheyBelongTo) {
  const Source source = Document("# A\n### B\n## C\n### D\n# E\n#### F\n");
  const std::vector<Section> sections = SplitMarkdown(source).sections;
  ASSERT_EQ(sections.size(), 7u);
  const std::vector<uint32_t> parents = {0, 0, 1, 1, 3, 0, 5};
  const std::vector<uint32_t> ends = {7, 5, 3, 5, 5, 7, 7};
  for (size_t i = 0; i < sections.size(); ++i) {
    EXPECT_EQ(sections[i].parent, parents[i]) << i;
    EXPECT_EQ(sections[i].end, ends[i]) << i;
  }
}

TEST(MarkdownTest, PartIsSplitAloneWithPlacesInTheWhole) {
  const Source source = Document("# no\n---\nx\n# A\n");
  const Markdown markdown = SplitMarkdown(source, {9, 15});
  ASSERT_EQ(markdown.sections.size(), 2u);
  EXPECT_EQ(markdown.sections[0].body, (Span{9, 11}));
  EXPECT_EQ(Written(source, markdown.sections[1].title), "A");
  EXPECT_EQ(markdown.sections[1].title, (Span{13, 14}));
}

TEST(MarkdownTest, SpansGiveTheTextBack) {
  for (const char* text :
       {"", "a", "# A", "\n\n# A\r\n\r\nb\r## C\n```\n# d", "# A\n\n- x\n  # B\n"}) {
    const Source source = Document(text);
    EXPECT_EQ(Together(source, SplitMarkdown(source)), text);
  }
}

TEST(MarkdownTest, ManySectionsStayLinear) {
  const std::string text = Repeat("# a\n## b\n### c\n###### d\n", 25'000);
  const Source source = Document(text);
  const Markdown markdown = SplitMarkdown(source);
  ASSERT_EQ(markdown.sections.size(), 100'001u);
  EXPECT_EQ(markdown.sections[1].end, 5u);
  EXPECT_EQ(Together(source, markdown), text);
}

TEST(MarkdownTest, LongLinesStayLinear) {
  for (const char* piece : {"#", "`", "- ", " ", "1. ", "``` ", "~"}) {
    const std::string text = Repeat(piece, 500'000);
    const Source source = Document(text);
    EXPECT_EQ(Together(source, SplitMarkdown(source)), text);
  }
}

}  // namespace
}  // namespace galley
