#include "diag/source.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

// `line:column@offset` of a place in `text`.
std::string Place(std::string_view text, uint32_t offset) {
  const Position at = Source("test", text).Locate({offset, offset}).start;
  return std::to_string(at.line) + ":" + std::to_string(at.column) + "@" +
         std::to_string(at.offset);
}

TEST(Source, CountsLinesAndColumnsFromOne) {
  EXPECT_EQ(Place("", 0), "1:1@0");
  EXPECT_EQ(Place("abc", 0), "1:1@0");
  EXPECT_EQ(Place("abc", 2), "1:3@2");
  EXPECT_EQ(Place("abc", 3), "1:4@3");
  EXPECT_EQ(Place("a\nbc", 1), "1:2@1");  // the break belongs to its line
  EXPECT_EQ(Place("a\nbc", 2), "2:1@2");
  EXPECT_EQ(Place("a\n", 2), "2:1@2");
}

TEST(Source, KnowsThreeKindsOfLineBreaks) {
  constexpr std::string_view kText = "a\nb\rc\r\nd\n\re";
  EXPECT_EQ(Place(kText, 2), "2:1@2");
  EXPECT_EQ(Place(kText, 4), "3:1@4");
  EXPECT_EQ(Place(kText, 5), "3:2@5");  // the \r of \r\n
  EXPECT_EQ(Place(kText, 6), "3:3@6");  // its \n
  EXPECT_EQ(Place(kText, 7), "4:1@7");
  EXPECT_EQ(Place(kText, 9), "5:1@9");  // \n and \r are two breaks
  EXPECT_EQ(Place(kText, 10), "6:1@10");
}

TEST(Source, CountsColumnsInCodePoints) {
  constexpr std::string_view kText = "é日😀x";
  EXPECT_EQ(Place(kText, 2), "1:2@2");
  EXPECT_EQ(Place(kText, 5), "1:3@5");
  EXPECT_EQ(Place(kText, 9), "1:4@9");
}

TEST(Source, CountsBytesThatAreNotUtf8AsCharacters) {
  EXPECT_EQ(Place("a\x80\xff"
                  "b",
                  3),
            "1:4@3");
  EXPECT_EQ(Place("\xe2\x82", 2), "1:3@2");
}

TEST(Source, LocatesBothEnds) {
  const Range range = Source("test", "one\ntwo three").Locate({4, 7});
  EXPECT_EQ(range.start, (Position{2, 1, 4}));
  EXPECT_EQ(range.end, (Position{2, 4, 7}));
}

TEST(Source, KeepsSpansWithinTheText) {
  const Source source("test", "abc");
  EXPECT_EQ(source.Locate({2, 100}).end, (Position{1, 4, 3}));
  EXPECT_EQ(source.Locate({100, 200}).start, (Position{1, 4, 3}));
  EXPECT_EQ(source.Locate({2, 1}).end, (Position{1, 3, 2}));
}

TEST(Source, FindsTheLineOfAnOffset) {
  const Source source("test", "one\ntwo\r\n\rthree");
  EXPECT_EQ(source.LineAt(0), "one");
  EXPECT_EQ(source.LineAt(3), "one");
  EXPECT_EQ(source.LineAt(4), "two");
  EXPECT_EQ(source.LineAt(7), "two");
  EXPECT_EQ(source.LineAt(8), "two");  // the second half of \r\n
  EXPECT_EQ(source.LineAt(9), "");
  EXPECT_EQ(source.LineAt(10), "three");
  EXPECT_EQ(source.LineAt(1000), "three");
  EXPECT_EQ(Source("test", "").LineAt(0), "");
  EXPECT_EQ(Source("test", "a\n").LineAt(2), "");
}

TEST(SourceMap, KeepsSourcesInPlace) {
  SourceMap sources;
  const SourceId first = sources.Add(Source("a", "text of a"));
  const Source* place = &sources[first];
  for (int i = 0; i < 1000; ++i) (void)sources.Add(Source("b", "text"));
  EXPECT_EQ(&sources[first], place);
  EXPECT_EQ(sources[first].name(), "a");
  EXPECT_EQ(sources[first].text(), "text of a");
}

}  // namespace
}  // namespace galley
