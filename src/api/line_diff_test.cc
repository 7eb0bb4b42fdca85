#include "api/line_diff.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string Shown(std::string_view before, std::string_view after) {
  std::string shown;
  for (const DiffLine& line : DiffLines(before, after)) {
    shown += static_cast<char>(line.kind) + std::string(line.text) + '\n';
  }
  return shown;
}

TEST(DiffLines, IsNothingForEqualTexts) {
  EXPECT_EQ(Shown("", ""), "");
  EXPECT_EQ(Shown("a\nb", "a\nb"), "");
}

TEST(DiffLines, ShowsTheFewestLines) {
  EXPECT_EQ(Shown("a\nb\nc", "a\nx\nc"), " a\n-b\n+x\n c\n");
  EXPECT_EQ(Shown("a\nb", "a\nb\nc"), " a\n b\n+c\n");
  EXPECT_EQ(Shown("a\nb\nc\nd", "b\nc\ne\nd"), "-a\n b\n c\n+e\n d\n");
}

TEST(DiffLines, LeavesOutWhatIsFarFromAChange) {
  EXPECT_EQ(Shown("1\n2\n3\n4\n5\nx", "1\n2\n3\n4\n5\ny"), "~\n 3\n 4\n 5\n-x\n+y\n");
}

TEST(DiffLines, TellsALastLineBreak) { EXPECT_EQ(Shown("a", "a\n"), " a\n+\n"); }

TEST(DiffLines, GivesUpOnTheFewestLinesOfVeryLongTexts) {
  std::string before;
  std::string after;
  for (int at = 0; at < 5000; ++at) {
    before += "a" + std::to_string(at) + '\n';
    after += "b" + std::to_string(at) + '\n';
  }
  EXPECT_EQ(DiffLines(before, after).size(), 10001u);
}

}  // namespace
}  // namespace galley
