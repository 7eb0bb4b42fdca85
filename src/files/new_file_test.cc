#include "files/new_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

class MakeNewFileTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = testing::TempDir() + "galley-new-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  std::string TextAt(const std::string& path) const {
    std::ifstream in(top_ + "/" + path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::string top_;
};

TEST_F(MakeNewFileTest, MakesTheFileAndItsDirectories) {
  EXPECT_TRUE(*MakeNewFile(top_, "a/b/c", "text"));
  EXPECT_EQ(TextAt("a/b/c"), "text");
  EXPECT_TRUE(*MakeNewFile(top_, "a/d", ""));
}

TEST_F(MakeNewFileTest, NeverOverwritesAndFollowsNoLink) {
  ASSERT_TRUE(*MakeNewFile(top_, "a", "old"));
  ASSERT_EQ(symlink("target", (top_ + "/link").c_str()), 0);
  EXPECT_FALSE(*MakeNewFile(top_, "a", "new"));
  EXPECT_FALSE(*MakeNewFile(top_, "link", "new"));
  EXPECT_EQ(TextAt("a"), "old");
  EXPECT_FALSE(std::filesystem::exists(top_ + "/target"));
}

TEST_F(MakeNewFileTest, RefusesPathsThatLeadOut) {
  ASSERT_TRUE(*MakeNewFile(top_, "inside/a", ""));
  ASSERT_EQ(symlink("/", (top_ + "/away").c_str()), 0);
  EXPECT_FALSE(MakeNewFile(top_ + "/inside", "../b", ""));
  EXPECT_FALSE(MakeNewFile(top_, "/b", ""));
  EXPECT_FALSE(MakeNewFile(top_, "away/b", ""));
  EXPECT_FALSE(MakeNewFile(top_, "inside/a/b", ""));
  EXPECT_FALSE(MakeNewFile(top_ + "/none", "b", ""));
}

TEST_F(MakeNewFileTest, ReportsWhatCannotBeWritten) {
  // No file can be made below /proc.
  EXPECT_EQ(MakeNewFile("/proc/self", "x", "").error().code(), "output-failed");
  EXPECT_EQ(MakeNewFile("/proc/self", "x/y", "").error().code(), "output-failed");
}

}  // namespace
}  // namespace galley
