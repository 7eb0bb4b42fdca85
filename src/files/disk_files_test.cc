#include "files/disk_files.h"

#include <fcntl.h>
#include <ftw.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

namespace galley {
namespace {

constexpr uint64_t kAnySize = 1 << 20;

void WriteFile(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr) << path;
  ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
  ASSERT_EQ(std::fclose(file), 0);
}

template <class T>
std::string_view CodeOf(const Result<T>& result) {
  return result ? "" : result.error().code();
}

// A fresh directory that holds `root`, what lies in it, and a secret beside it.
class DiskFilesTest : public testing::TestWithParam<Confinement> {
 protected:
  void SetUp() override {
    top_ = testing::TempDir() + "galley-files-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
    ASSERT_EQ(mkdir(At("").c_str(), 0700), 0);
    ASSERT_EQ(mkdir(At("dir").c_str(), 0700), 0);
    WriteFile(At("a.yaml"), "inside");
    WriteFile(At("dir/b.yaml"), "inside too");
    WriteFile(top_ + "/secret", "secret");
  }

  void TearDown() override {
    const auto remove_one = [](const char* path, const struct stat*, int, struct FTW*) {
      return std::remove(path);
    };
    nftw(top_.c_str(), remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }

  std::string At(std::string_view path) const { return top_ + "/inside/" + std::string(path); }
  void Link(const std::string& target, std::string_view path) const {
    ASSERT_EQ(symlink(target.c_str(), At(path).c_str()), 0);
  }
  DiskFiles Open() const { return *DiskFiles::Open(At(""), GetParam()); }
  std::string_view ReadCode(std::string_view path) const {
    return CodeOf(Open().Read(path, kAnySize));
  }
  // Whether links that stay inside are followed.
  bool follows_links() const { return Open().confinement() == Confinement::kAutomatic; }

  std::string top_;
};

INSTANTIATE_TEST_SUITE_P(Confinements, DiskFilesTest,
                         testing::Values(Confinement::kAutomatic, Confinement::kBySegment),
                         [](const auto& each) {
                           return each.param == Confinement::kAutomatic ? "automatic"
                                                                        : "by_segment";
                         });

TEST_P(DiskFilesTest, ReadsAWholeFile) {
  EXPECT_EQ(*Open().Read("a.yaml", kAnySize), "inside");
  EXPECT_EQ(*Open().Read("dir/b.yaml", kAnySize), "inside too");
}

TEST_P(DiskFilesTest, ReadsAnEmptyAndALargeFile) {
  const std::string large(300'000, 'x');
  WriteFile(At("empty"), "");
  WriteFile(At("large"), large);
  EXPECT_EQ(*Open().Read("empty", 0), "");
  EXPECT_EQ(*Open().Read("large", kAnySize), large);
}

TEST_P(DiskFilesTest, EnforcesTheSizeLimit) {
  EXPECT_TRUE(Open().Read("a.yaml", 6));
  EXPECT_EQ(CodeOf(Open().Read("a.yaml", 5)), "limit-size");
}

TEST_P(DiskFilesTest, ReportsWhatIsNotThere) {
  EXPECT_EQ(ReadCode("b.yaml"), "file-not-found");
  EXPECT_EQ(ReadCode("no/b.yaml"), "file-not-found");
  EXPECT_EQ(ReadCode("a.yaml/b"), "file-not-found");
  EXPECT_EQ(ReadCode(std::string(300, 'a')), "file-not-found");
  EXPECT_EQ(ReadCode(""), "file-not-found");
}

TEST_P(DiskFilesTest, RefusesPathsThatLeadOut) {
  EXPECT_EQ(ReadCode("../secret"), "file-outside-root");
  EXPECT_EQ(ReadCode(top_ + "/secret"), "file-outside-root");
  EXPECT_EQ(ReadCode("dir/../../secret"), "file-outside-root");
}

TEST_P(DiskFilesTest, RefusesLinksThatLeadOut) {
  Link("../secret", "relative");
  Link(top_ + "/secret", "absolute");
  Link("..", "up");
  Link("/dev/zero", "zero");
  EXPECT_EQ(ReadCode("relative"), "file-outside-root");
  EXPECT_EQ(ReadCode("absolute"), "file-outside-root");
  EXPECT_EQ(ReadCode("up/secret"), "file-outside-root");
  EXPECT_EQ(ReadCode("zero"), "file-outside-root");
  EXPECT_EQ(CodeOf(Open().Stat("relative")), "file-outside-root");
  EXPECT_EQ(CodeOf(Open().Stat("up/secret")), "file-outside-root");
}

TEST_P(DiskFilesTest, RefusesTheMagicLinksOfProc) {
  const DiskFiles proc = *DiskFiles::Open("/proc/self", GetParam());
  const auto read = proc.Read("fd/0", kAnySize);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().code(), "file-not-regular");
}

// By segment no link is followed, also none that stays inside.
TEST_P(DiskFilesTest, FollowsLinksThatStayInsideWhereTheKernelConfinesThem) {
  Link("dir/b.yaml", "link");
  Link("dir", "dirlink");
  Link("../a.yaml", "dir/up");
  const std::string_view expected = follows_links() ? "" : "file-outside-root";
  EXPECT_EQ(ReadCode("link"), expected);
  EXPECT_EQ(ReadCode("dirlink/b.yaml"), expected);
  EXPECT_EQ(ReadCode("dir/up"), expected);
  EXPECT_EQ(CodeOf(Open().Stat("link")), expected);
  EXPECT_EQ(CodeOf(Open().Stat("dirlink")), expected);
  if (!follows_links()) return;
  EXPECT_EQ(*Open().Read("dir/up", kAnySize), "inside");
  EXPECT_EQ(*Open().Stat("link"), FileKind::kFile);
  EXPECT_EQ(*Open().Stat("dirlink"), FileKind::kDirectory);
}

TEST_P(DiskFilesTest, SurvivesLoopsAndBrokenLinks) {
  Link("loop2", "loop1");
  Link("loop1", "loop2");
  Link("nowhere", "broken");
  EXPECT_EQ(ReadCode("loop1"), follows_links() ? "file-unreadable" : "file-outside-root");
  EXPECT_EQ(ReadCode("broken"), follows_links() ? "file-not-found" : "file-outside-root");
  EXPECT_FALSE(Open().Stat("broken"));
}

TEST_P(DiskFilesTest, ReadsRegularFilesOnly) {
  ASSERT_EQ(mkfifo(At("fifo").c_str(), 0600), 0);
  EXPECT_EQ(ReadCode("fifo"), "file-not-regular");
  EXPECT_EQ(ReadCode("dir"), "file-not-regular");
  EXPECT_EQ(*Open().Stat("fifo"), FileKind::kOther);
}

TEST_P(DiskFilesTest, RefusesASocket) {
  const Descriptor listener(socket(AF_UNIX, SOCK_STREAM, 0));
  // The address of a socket is short; a handle gives the root a short name.
  const Descriptor root(open(At("").c_str(), O_PATH | O_CLOEXEC));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/socket", root.get());
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(ReadCode("socket"), "file-not-regular");
}

TEST_P(DiskFilesTest, RefusesADevice) {
  const DiskFiles devices = *DiskFiles::Open("/dev", GetParam());
  EXPECT_EQ(CodeOf(devices.Read("zero", kAnySize)), "file-not-regular");
}

TEST_P(DiskFilesTest, RefusesALargeSparseFileUnread) {
  WriteFile(At("sparse"), "");
  ASSERT_EQ(truncate(At("sparse").c_str(), off_t{10} << 30), 0);
  EXPECT_EQ(ReadCode("sparse"), "limit-size");
}

TEST_P(DiskFilesTest, StopsReadingAFileThatGrows) {
  // Files of proc say that they are empty and hold more than that, which is how a
  // file that grows after it was asked for its size looks.
  const DiskFiles proc = *DiskFiles::Open("/proc/self", GetParam());
  const auto whole = proc.Read("status", kAnySize);
  ASSERT_TRUE(whole);
  EXPECT_GT(whole->size(), 100u);
  EXPECT_EQ(CodeOf(proc.Read("status", 100)), "limit-size");
}

TEST_P(DiskFilesTest, ReportsAFileThatCannotBeRead) {
  // The memory of a process is a file whose first page is not there.
  const DiskFiles proc = *DiskFiles::Open("/proc/self", GetParam());
  EXPECT_EQ(CodeOf(proc.Read("mem", kAnySize)), "file-unreadable");
}

TEST_P(DiskFilesTest, ListsSortedByBytesAndFollowsNothing) {
  WriteFile(At("Z"), "");
  WriteFile(At(".hidden"), "");
  Link("dir", "link");
  ASSERT_EQ(mkfifo(At("pipe").c_str(), 0600), 0);
  Listing listing(100);
  ASSERT_TRUE(Open().List("", &listing));
  std::string text;
  for (size_t at = 0; at < listing.size(); ++at) {
    text += std::string(listing.name(at)) + "FDSO"[static_cast<size_t>(listing.kind(at))] + " ";
  }
  EXPECT_EQ(text, ".hiddenF ZF a.yamlF dirD linkS pipeO ");
}

TEST_P(DiskFilesTest, FollowsAbsoluteLinksThatLeadBackInside) {
  const std::string inside = *ResolvePath(At(""));
  Link(inside + "/dir/b.yaml", "absolute");
  Link("absolute", "link-to-it");
  Link(inside + "/dir/../a.yaml", "through-parent");
  Link(inside + "-sibling/x", "sibling");
  Link(inside, "root-itself");
  const DiskFiles files = Open();
  if (follows_links()) {
    EXPECT_EQ(*files.Read("absolute", kAnySize), "inside too");
    EXPECT_EQ(*files.Read("link-to-it", kAnySize), "inside too");
    EXPECT_EQ(*files.Stat("absolute"), FileKind::kFile);
  } else {
    EXPECT_EQ(ReadCode("absolute"), "file-outside-root");
  }
  for (const char* path : {"through-parent", "sibling", "root-itself"}) {
    EXPECT_EQ(ReadCode(path), "file-outside-root") << path;
  }
}

TEST(ResolvePath, ResolvesLinksOfWhatIsThere) {
  EXPECT_EQ(*ResolvePath("/proc/../proc/self/."), "/proc/" + std::to_string(getpid()));
  EXPECT_EQ(CodeOf(ResolvePath("/no/such/path")), "file-not-found");
  EXPECT_EQ(CodeOf(ResolvePath(std::string("/\0x", 3))), "file-not-found");
}

TEST_P(DiskFilesTest, AFileThatAConfigurationNamesIsAFile) {
  EXPECT_EQ(*ReadRegularFile(At("a.yaml"), kAnySize), "inside");
  ASSERT_EQ(mkfifo(At("pipe").c_str(), 0600), 0);
  EXPECT_EQ(CodeOf(ReadRegularFile(At("pipe"), kAnySize)), "file-not-regular");
  EXPECT_EQ(CodeOf(ReadRegularFile(At("a.yaml") + std::string("\0x", 2), kAnySize)),
            "file-not-found");
  EXPECT_EQ(CodeOf(ReadNamedFile(At("a.yaml") + std::string("\0x", 2), kAnySize)),
            "file-not-found");
  EXPECT_EQ(CodeOf(ReadRegularFile(At("none"), kAnySize)), "file-not-found");
}

TEST_P(DiskFilesTest, AListingReplacesTheOneBefore) {
  Listing listing(100);
  ASSERT_TRUE(Open().List("", &listing));
  ASSERT_TRUE(Open().List("dir", &listing));
  ASSERT_EQ(listing.size(), 1u);
  EXPECT_EQ(listing.name(0), "b.yaml");
}

TEST_P(DiskFilesTest, AListingTakesNoMoreThanItsMaximum) {
  Listing listing(1);
  ASSERT_TRUE(Open().List("", &listing));
  EXPECT_EQ(listing.size(), 1u);
  EXPECT_TRUE(listing.truncated());
}

TEST_P(DiskFilesTest, ListsDirectoriesOnly) {
  Listing listing(100);
  EXPECT_EQ(CodeOf(Open().List("a.yaml", &listing)), "file-not-directory");
  EXPECT_EQ(CodeOf(Open().List("no", &listing)), "file-not-found");
  EXPECT_EQ(CodeOf(Open().List("..", &listing)), "file-outside-root");
}

TEST_P(DiskFilesTest, OpensDirectoriesOnly) {
  EXPECT_EQ(CodeOf(DiskFiles::Open(At("a.yaml"), GetParam())), "file-not-directory");
  EXPECT_EQ(CodeOf(DiskFiles::Open(At("no"), GetParam())), "file-not-found");
  EXPECT_EQ(CodeOf(DiskFiles::Open(At("dir") + std::string("\0x", 2), GetParam())),
            "file-not-found");
}

// A thread swaps a file for a link to the secret, and a directory for a link to
// the directory above, as fast as it can.
TEST_P(DiskFilesTest, NeverReadsOutsideWhileFilesAreSwapped) {
  constexpr int kRounds = 20'000;
  Link("../secret", "bad");
  ASSERT_EQ(mkdir(At("good").c_str(), 0700), 0);
  WriteFile(At("good/secret"), "inside");
  Link("..", "baddir");

  const DiskFiles files = Open();
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    for (int round = 0; round < kRounds; ++round) {
      renameat2(AT_FDCWD, At("a.yaml").c_str(), AT_FDCWD, At("bad").c_str(), RENAME_EXCHANGE);
      renameat2(AT_FDCWD, At("good").c_str(), AT_FDCWD, At("baddir").c_str(), RENAME_EXCHANGE);
    }
    done = true;
  });
  int reads = 0;
  bool last_round;
  do {
    last_round = done;
    for (const std::string_view path : {"a.yaml", "good/secret"}) {
      const auto read = files.Read(path, kAnySize);
      if (!read) continue;
      EXPECT_EQ(*read, "inside");
      ++reads;
    }
  } while (!last_round);
  swapper.join();
  EXPECT_GT(reads, 0);
}

TEST_P(DiskFilesTest, AFileThatIsRewrittenIsReadWithinTheLimit) {
  constexpr int kRounds = 2'000;
  const DiskFiles files = Open();
  std::atomic<bool> done = false;
  std::thread writer([&] {
    const std::string block(4096, 'x');
    for (int round = 0; round < kRounds; ++round) {
      const Descriptor file(open(At("grows").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600));
      if (write(file.get(), block.data(), block.size()) < 0) break;
      if (round % 50 == 49 && ftruncate(file.get(), 0) != 0) break;
    }
    done = true;
  });
  while (!done) {
    const auto read = files.Read("grows", 100'000);
    if (read) {
      EXPECT_LE(read->size(), 100'000u);
    } else {
      EXPECT_TRUE(CodeOf(read) == "limit-size" || CodeOf(read) == "file-not-found");
    }
  }
  writer.join();
}

TEST_P(DiskFilesTest, ADirectoryBelowIsARootOfItsOwn) {
  Link("../a.yaml", "dir/up");
  Link("b.yaml", "dir/same");
  const auto below = Open().Below("dir");
  ASSERT_TRUE(below);
  EXPECT_EQ(*(*below)->Read("b.yaml", kAnySize), "inside too");
  EXPECT_EQ(CodeOf((*below)->Read("up", kAnySize)), "file-outside-root");
  EXPECT_EQ(CodeOf((*below)->Read("../a.yaml", kAnySize)), "file-outside-root");
  EXPECT_EQ((*below)->Read("same", kAnySize).has_value(), follows_links());
  EXPECT_TRUE(Open().Below(""));
  EXPECT_EQ(CodeOf(Open().Below("missing")), "file-not-found");
  EXPECT_EQ(CodeOf(Open().Below("..")), "file-outside-root");
}

TEST_P(DiskFilesTest, WritesAFileAndTheDirectoriesAboveIt) {
  DiskFiles files = Open();
  ASSERT_TRUE(files.Write("x/y/z.md", "one", Overwrite::kRefuse));
  EXPECT_EQ(*files.Read("x/y/z.md", kAnySize), "one");
  EXPECT_EQ(CodeOf(files.Write("x/y/z.md", "two", Overwrite::kRefuse)), "file-exists");
  EXPECT_EQ(*files.Read("x/y/z.md", kAnySize), "one");
  ASSERT_TRUE(files.Write("x/y/z.md", "two", Overwrite::kReplace));
  EXPECT_EQ(*files.Read("x/y/z.md", kAnySize), "two");
  Listing listing(10);
  ASSERT_TRUE(files.List("x/y", &listing));
  EXPECT_EQ(listing.size(), 1u) << "a temporary file was left";
}

TEST_P(DiskFilesTest, WritesManyFilesAndSynchronisesOnce) {
  DiskFiles files = Open();
  ASSERT_TRUE(files.WriteUnsynced("x/one.md", "one", Overwrite::kRefuse));
  ASSERT_TRUE(files.WriteUnsynced("x/two.md", "two", Overwrite::kReplace));
  EXPECT_EQ(CodeOf(files.WriteUnsynced("x/one.md", "?", Overwrite::kRefuse)), "file-exists");
  EXPECT_EQ(CodeOf(files.WriteUnsynced("../x", "?", Overwrite::kReplace)), "file-outside-root");
  ASSERT_TRUE(files.Sync());
  EXPECT_EQ(*files.Read("x/one.md", kAnySize), "one");
  Listing listing(10);
  ASSERT_TRUE(files.List("x", &listing));
  EXPECT_EQ(listing.size(), 2u) << "a temporary file was left";
}

TEST_P(DiskFilesTest, WritesNothingOutside) {
  Link("..", "out");
  Link("../secret", "link");
  DiskFiles files = Open();
  for (const char* path : {"../secret", "/outside/x", "out/secret", "out/new/file"}) {
    EXPECT_EQ(CodeOf(files.Write(path, "x", Overwrite::kReplace)), "file-outside-root") << path;
  }
  EXPECT_EQ(CodeOf(files.Write("link", "x", Overwrite::kRefuse)), "file-exists");
  EXPECT_EQ(CodeOf(files.Write("link", "x", Overwrite::kReplace)), "output-failed");
  EXPECT_EQ(*ReadNamedFile(top_ + "/secret", kAnySize), "secret");
}

TEST_P(DiskFilesTest, ReplacesRegularFilesOnly) {
  Link("a.yaml", "link");
  Link("nowhere", "broken");
  ASSERT_EQ(mkfifo(At("fifo").c_str(), 0600), 0);
  DiskFiles files = Open();
  for (const char* path : {"link", "broken", "fifo", "dir"}) {
    const auto before = std::filesystem::symlink_status(At(path)).type();
    EXPECT_EQ(CodeOf(files.Write(path, "x", Overwrite::kReplace)), "output-failed") << path;
    EXPECT_EQ(CodeOf(files.WriteUnsynced(path, "x", Overwrite::kReplace)), "output-failed") << path;
    EXPECT_EQ(std::filesystem::symlink_status(At(path)).type(), before) << path;
  }
  EXPECT_TRUE(files.Write("a.yaml", "x", Overwrite::kReplace));
}

TEST_P(DiskFilesTest, AFailedWriteLeavesNothing) {
  DiskFiles files = Open();
  EXPECT_EQ(CodeOf(files.Write("dir", "x", Overwrite::kReplace)), "output-failed");
  EXPECT_EQ(CodeOf(files.Write("a.yaml/b", "x", Overwrite::kReplace)), "file-not-found");
  Listing listing(10);
  ASSERT_TRUE(files.List("", &listing));
  EXPECT_EQ(listing.size(), 2u);
}

TEST_P(DiskFilesTest, AReplacedFileKeepsItsPermissions) {
  ASSERT_EQ(chmod(At("a.yaml").c_str(), 0640), 0);
  DiskFiles files = Open();
  ASSERT_TRUE(files.Write("a.yaml", "x", Overwrite::kReplace));
  struct stat status;
  ASSERT_EQ(stat(At("a.yaml").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(ReadNamedFile, ReadsAnyPathAndAPipe) {
  EXPECT_TRUE(ReadNamedFile("/proc/self/status", kAnySize));
  EXPECT_EQ(CodeOf(ReadNamedFile("/proc/self/status", 10)), "limit-size");
  EXPECT_EQ(CodeOf(ReadNamedFile("/dev/zero", kAnySize)), "limit-size");
  EXPECT_EQ(CodeOf(ReadNamedFile("/proc/self", kAnySize)), "file-not-regular");
  EXPECT_EQ(CodeOf(ReadNamedFile("/proc/self/no-such-file", kAnySize)), "file-not-found");
}

}  // namespace
}  // namespace galley
