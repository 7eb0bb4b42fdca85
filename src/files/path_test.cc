#include "files/path.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

std::string_view CodeOf(std::string_view path) {
  const Result<void> checked = CheckPath(path);
  return checked ? "" : checked.error().code();
}

TEST(CheckPath, TakesRelativePaths) {
  for (const std::string_view path :
       {"a", "a/b", ".git/x.j2", "...", "a..b", "..a/b..", "blank name", "back\\slash",
        "\xFF not utf-8", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t"}) {
    EXPECT_EQ(CodeOf(path), "") << path;
  }
}

TEST(CheckPath, RefusesWhatLeadsOut) {
  for (const std::string_view path :
       {"/", "/a", "//a", "..", "../a", "a/..", "a/../b", "a/../../b"}) {
    EXPECT_EQ(CodeOf(path), "file-outside-root") << path;
  }
}

TEST(CheckPath, RefusesWhatNamesNothing) {
  for (const std::string_view path : {"", "a/", "a//b", ".", "./a", "a/.", "a/./b"}) {
    EXPECT_EQ(CodeOf(path), "file-not-found") << path;
  }
  EXPECT_EQ(CodeOf(std::string_view("a\0b", 3)), "file-not-found");
}

TEST(CheckPath, BoundsTheLength) {
  EXPECT_EQ(CodeOf(std::string(kMaxPath, 'a')), "");
  EXPECT_EQ(CodeOf(std::string(kMaxPath + 1, 'a')), "file-not-found");
}

TEST(TakeSegment, YieldsEachSegmentOnce) {
  std::string_view rest = "a/bc/d";
  EXPECT_EQ(TakeSegment(&rest), "a");
  EXPECT_EQ(TakeSegment(&rest), "bc");
  EXPECT_EQ(TakeSegment(&rest), "d");
  EXPECT_EQ(rest, "");
}

}  // namespace
}  // namespace galley
