// RELIABILITY.md, rows 11 and 12: what is added to is a regular file, and nothing is followed.
#include "files/line_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

class LineFileTest : public ::testing::Test {
 protected:
  LineFileTest() {
    std::string made = ::testing::TempDir() + "line-file-XXXXXX";
    folder_ = mkdtemp(made.data());
  }
  ~LineFileTest() override { std::filesystem::remove_all(folder_); }

  std::string Path(const std::string& name) const { return folder_ + '/' + name; }
  static std::string Read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  std::string folder_;
};

TEST_F(LineFileTest, AddsToTheEnd) {
  Result<LineFile> first = LineFile::Open(Path("a"));
  Result<LineFile> second = LineFile::Open(Path("a"));
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->Append("1\n"), 0);
  EXPECT_EQ(second->Append("2\n"), 0);
  EXPECT_EQ(first->Append("3\n"), 0);
  EXPECT_EQ(Read(Path("a")), "1\n2\n3\n");
}

TEST_F(LineFileTest, IsForItsOwnerAlone) {
  ASSERT_TRUE(LineFile::Open(Path("a")));
  struct stat found = {};
  ASSERT_EQ(stat(Path("a").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600U);
}

TEST_F(LineFileTest, FollowsNoLink) {
  ASSERT_EQ(symlink(Path("target").c_str(), Path("link").c_str()), 0);
  const Result<LineFile> opened = LineFile::Open(Path("link"));
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), "output-failed");
  EXPECT_FALSE(std::filesystem::exists(Path("target")));
}

TEST_F(LineFileTest, RefusesWhatIsNoFile) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  for (const std::string& path : {Path("pipe"), folder_, std::string("/dev/null"), Path("no/a")}) {
    const Result<LineFile> opened = LineFile::Open(path);
    ASSERT_FALSE(opened) << path;
    EXPECT_EQ(opened.error().code(), "output-failed") << path;
  }
}

}  // namespace
}  // namespace galley
