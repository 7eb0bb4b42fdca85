#include "files/memory_files.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

constexpr uint64_t kAnySize = 1000;

void AddAll(MemoryFiles* files, std::initializer_list<std::string_view> paths) {
  for (const std::string_view path : paths) {
    ASSERT_TRUE(files->Add(path, "text of " + std::string(path))) << path;
  }
}

template <class T>
std::string_view CodeOf(const Result<T>& result) {
  return result ? "" : result.error().code();
}

std::string Listed(const Files& files, std::string_view directory, size_t max_entries = 100) {
  Listing listing(max_entries);
  if (auto result = files.List(directory, &listing); !result) {
    return std::string(result.error().code());
  }
  std::string text;
  for (size_t at = 0; at < listing.size(); ++at) {
    text += std::string(listing.name(at));
    text += listing.kind(at) == FileKind::kDirectory ? "/ " : " ";
  }
  return listing.truncated() ? text + "..." : text;
}

TEST(MemoryFiles, ReadsWhatWasAdded) {
  MemoryFiles files;
  AddAll(&files, {"a.yaml", "dir/b.yaml"});
  EXPECT_EQ(*files.Read("a.yaml", kAnySize), "text of a.yaml");
  EXPECT_EQ(*files.Read("dir/b.yaml", kAnySize), "text of dir/b.yaml");
}

TEST(MemoryFiles, ReportsWhatIsNotThere) {
  MemoryFiles files;
  AddAll(&files, {"dir/b.yaml"});
  EXPECT_EQ(CodeOf(files.Read("b.yaml", kAnySize)), "file-not-found");
  EXPECT_EQ(CodeOf(files.Read("dir/b.yaml/c", kAnySize)), "file-not-found");
  EXPECT_EQ(CodeOf(files.Read("di", kAnySize)), "file-not-found");
  EXPECT_EQ(CodeOf(files.Read("dir", kAnySize)), "file-not-regular");
  EXPECT_EQ(CodeOf(files.Read("../b.yaml", kAnySize)), "file-outside-root");
}

TEST(MemoryFiles, EnforcesTheSizeLimit) {
  MemoryFiles files;
  ASSERT_TRUE(files.Add("a", "12345"));
  EXPECT_TRUE(files.Read("a", 5));
  EXPECT_EQ(CodeOf(files.Read("a", 4)), "limit-size");
}

TEST(MemoryFiles, ListsOneLevelSortedAsPathsAre) {
  MemoryFiles files;
  AddAll(&files, {"layout/base", "layout-x", "layout.j2", "b/1", "b/2", "b/c/d", "Z", "\xC3\xA9"});
  EXPECT_EQ(Listed(files, ""), "Z b/ layout-x layout.j2 layout/ \xC3\xA9 ");
  EXPECT_EQ(Listed(files, "b"), "1 2 c/ ");
  EXPECT_EQ(Listed(files, "b/c"), "d ");
}

TEST(MemoryFiles, ListsDirectoriesOnly) {
  MemoryFiles files;
  AddAll(&files, {"a/b"});
  EXPECT_EQ(Listed(files, "a/b"), "file-not-directory");
  EXPECT_EQ(Listed(files, "c"), "file-not-found");
  EXPECT_EQ(Listed(files, ".."), "file-outside-root");
}

TEST(MemoryFiles, AnEmptyRootIsADirectory) {
  EXPECT_EQ(Listed(MemoryFiles(), ""), "");
  EXPECT_EQ(*MemoryFiles().Stat(""), FileKind::kDirectory);
}

TEST(MemoryFiles, AListingTakesNoMoreThanItsMaximum) {
  MemoryFiles files;
  AddAll(&files, {"a", "b", "c"});
  EXPECT_EQ(Listed(files, "", 3), "a b c ");
  EXPECT_EQ(Listed(files, "", 2), "a b ...");
}

TEST(MemoryFiles, TellsKinds) {
  MemoryFiles files;
  AddAll(&files, {"a/b"});
  EXPECT_EQ(*files.Stat("a"), FileKind::kDirectory);
  EXPECT_EQ(*files.Stat("a/b"), FileKind::kFile);
  EXPECT_EQ(CodeOf(files.Stat("b")), "file-not-found");
}

TEST(MemoryFiles, APathIsAFileOrADirectory) {
  MemoryFiles files;
  AddAll(&files, {"a/b", "c"});
  EXPECT_EQ(CodeOf(files.Add("a", "")), "file-unreadable");
  EXPECT_EQ(CodeOf(files.Add("c/d/e", "")), "file-unreadable");
  EXPECT_EQ(CodeOf(files.Add("c", "")), "file-unreadable");
  EXPECT_EQ(CodeOf(files.Add("/c", "")), "file-outside-root");
  EXPECT_EQ(Listed(files, ""), "a/ c ");
}

TEST(MemoryFiles, ADirectoryBelowSharesTheFiles) {
  MemoryFiles files;
  AddAll(&files, {"a/b/c", "a/bb", "d"});
  const auto below = files.Below("a");
  ASSERT_TRUE(below);
  EXPECT_EQ(Listed(**below, ""), "b/ bb ");
  EXPECT_EQ(*(*below)->Read("b/c", kAnySize), "text of a/b/c");
  EXPECT_EQ(CodeOf((*below)->Read("d", kAnySize)), "file-not-found");
  EXPECT_EQ(CodeOf((*below)->Read("../d", kAnySize)), "file-outside-root");
  ASSERT_TRUE((*below)->Write("new", "text", Overwrite::kRefuse));
  EXPECT_EQ(*files.Read("a/new", kAnySize), "text");
  EXPECT_EQ(CodeOf(files.Below("d")), "file-not-directory");
  EXPECT_EQ(CodeOf(files.Below("e")), "file-not-found");
}

TEST(MemoryFiles, WritesAndRefusesToOverwrite) {
  MemoryFiles files;
  ASSERT_TRUE(files.Write("a/b", "one", Overwrite::kRefuse));
  EXPECT_EQ(CodeOf(files.Write("a/b", "two", Overwrite::kRefuse)), "file-exists");
  ASSERT_TRUE(files.Write("a/b", "two", Overwrite::kReplace));
  EXPECT_EQ(*files.Read("a/b", kAnySize), "two");
  EXPECT_EQ(CodeOf(files.Write("../x", "", Overwrite::kReplace)), "file-outside-root");
}

}  // namespace
}  // namespace galley
