#include "files/relative_path.h"

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(RelativePathTest, I21_KnowsWhatIsNotRelative) {
  for (const std::string_view path :
       {"", "/a.iai", "http://x/a.iai", "git+ssh://x", "C:\\a", "c:a.iai", "a\\b", "\\\\host\\a"}) {
    EXPECT_NE(WhyNotRelative(path), "") << path;
  }
  EXPECT_NE(WhyNotRelative(std::string_view("a\0b", 3)), "");
  for (const std::string_view path :
       {"a.iai", "./a", "../a", "a:b/c", "1:x", "file:a.iai", "*.iai", "~/a", "://a", "a/://b"}) {
    EXPECT_EQ(WhyNotRelative(path).empty(), path != "a:b/c") << path;
  }
}

TEST(RelativePathTest, I21_JoinsAndNormalises) {
  EXPECT_EQ(JoinPath("a/b", "./c.iai"), "a/b/c.iai");
  EXPECT_EQ(JoinPath("a/b", "..//../c/./d"), "c/d");
  EXPECT_EQ(JoinPath("a", ".."), "");
  EXPECT_EQ(JoinPath("", "a/"), "a");
  EXPECT_EQ(JoinPath("a", "../../x"), std::nullopt);
  EXPECT_EQ(JoinPath("a", "../../a/x"), std::nullopt);
}

TEST(RelativePathTest, KnowsWhatIsBelow) {
  EXPECT_TRUE(IsBelow("a/b", "a"));
  EXPECT_TRUE(IsBelow("a", "a"));
  EXPECT_TRUE(IsBelow("a", ""));
  EXPECT_FALSE(IsBelow("ab", "a"));
  EXPECT_FALSE(IsBelow("a", "a/b"));
  EXPECT_EQ(PathBelow("a/b/c", "a"), "b/c");
  EXPECT_EQ(PathBelow("a", "a"), "");
  EXPECT_EQ(PathBelow("a/b", ""), "a/b");
}

TEST(RelativePathTest, I35_RelativePathsAreToldFromTheManifest) {
  EXPECT_EQ(RelativePath("a/b/x", "a/b"), "x");
  EXPECT_EQ(RelativePath("a/c/x", "a/b"), "../c/x");
  EXPECT_EQ(RelativePath("x", "a/b"), "../../x");
  EXPECT_EQ(RelativePath("x", ""), "x");
  EXPECT_EQ(FileNameOf("a/b"), "b");
  EXPECT_EQ(FileNameOf("b"), "b");
  EXPECT_EQ(DirectoryOf("a/b/c"), "a/b");
  EXPECT_EQ(DirectoryOf("c"), "");
}

}  // namespace
}  // namespace galley
