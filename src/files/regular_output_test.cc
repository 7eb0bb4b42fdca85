#include "files/regular_output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

class OpenRegularOutputTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = testing::TempDir() + "galley-output-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  std::string top_;
};

TEST_F(OpenRegularOutputTest, MakesTheFileAndKeepsWhatIsInIt) {
  const std::string path = top_ + "/rows";
  for (const off_t size : {0, 3}) {
    const Result<Descriptor> file = OpenRegularOutput(path);
    ASSERT_TRUE(file);
    EXPECT_EQ(lseek(file->get(), 0, SEEK_END), size);
    EXPECT_EQ(write(file->get(), "row", 3), 3);
  }
  EXPECT_EQ(std::filesystem::file_size(path), 6u);
}

TEST_F(OpenRegularOutputTest, TakesNothingElseForAFile) {
  ASSERT_EQ(mkfifo((top_ + "/pipe").c_str(), 0600), 0);
  ASSERT_EQ(mkdir((top_ + "/directory").c_str(), 0700), 0);
  ASSERT_EQ(symlink("target", (top_ + "/link").c_str()), 0);
  ASSERT_EQ(symlink("/dev/null", (top_ + "/device").c_str()), 0);
  for (const char* name : {"/pipe", "/directory", "/link", "/device", "/none/file"}) {
    const Result<Descriptor> file = OpenRegularOutput(top_ + name);
    ASSERT_FALSE(file) << name;
    EXPECT_EQ(file.error().code(), "output-failed") << name;
  }
  EXPECT_FALSE(std::filesystem::exists(top_ + "/target"));
}

}  // namespace
}  // namespace galley
