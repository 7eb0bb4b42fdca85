// Walking trees that change or fail meanwhile, which only a file system of our own
// does when asked; and the disk itself.
#include "discover/walk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "diag/report.h"
#include "files/problems.h"

namespace galley {
namespace {

// A root with a directory that fails as told.
class FailingFiles final : public Files {
 public:
  explicit FailingFiles(Diagnostic failure) : failure_(std::move(failure)) {}

  Result<std::string> Read(std::string_view path, uint64_t) const override {
    return NotFound(path);
  }
  Result<void> List(std::string_view directory, Listing* listing) const override {
    if (!directory.empty()) return failure_;
    listing->Clear();
    listing->Add("dir", FileKind::kDirectory);
    listing->Add("link.j2", FileKind::kSymlink);
    listing->Add("pipe.j2", FileKind::kOther);
    listing->Add("z.j2", FileKind::kFile);
    listing->Sort();
    return {};
  }
  Result<FileKind> Stat(std::string_view path) const override {
    if (path.empty()) return FileKind::kDirectory;
    return failure_;
  }
  Result<std::unique_ptr<Files>> Below(std::string_view) const override { return failure_; }
  Result<void> Write(std::string_view, std::string_view, Overwrite) override { return failure_; }

 private:
  Diagnostic failure_;
};

struct Outcome {
  std::vector<std::string> paths;
  std::vector<std::string> notices;
};

Outcome OutcomeOf(RootList* roots, std::vector<Diagnostic>* notices) {
  Outcome outcome;
  const Result<Catalog> catalog = Catalog::Discover(roots->Take(), {}, {}, notices);
  EXPECT_TRUE(catalog);
  if (!catalog) return outcome;
  for (const Entry& entry : catalog->entries()) outcome.paths.emplace_back(entry.relative_path);
  for (const Diagnostic& notice : *notices) outcome.notices.push_back(notice.message);
  return outcome;
}

Outcome WalkFailing(Diagnostic failure) {
  std::vector<Diagnostic> notices;
  RootList roots({}, &notices);
  EXPECT_TRUE(
      roots.AddWithin(Tier::kProject, "", std::make_shared<FailingFiles>(std::move(failure))));
  return OutcomeOf(&roots, &notices);
}

constexpr char kPipe[] = "`pipe.j2` of root `.` is left out: it is a device, a pipe or a socket";

TEST(Walk, LeavesOutADirectoryThatCannotBeReadWithANotice) {
  const Outcome outcome = WalkFailing(Report(Code::kFileUnreadable, "permission denied"));
  EXPECT_EQ(outcome.paths, std::vector<std::string>{"z.j2"});
  EXPECT_EQ(outcome.notices,
            (std::vector<std::string>{
                "`dir` of root `.` is left out: it cannot be read",
                "`link.j2` of root `.` is left out: it is a link that cannot be followed", kPipe}));
}

TEST(Walk, WhatHasVanishedWasNeverThere) {
  const Outcome outcome = WalkFailing(NotFound("x"));
  EXPECT_EQ(outcome.paths, std::vector<std::string>{"z.j2"});
  EXPECT_EQ(outcome.notices, std::vector<std::string>{kPipe});
}

TEST(Walk, ADirectoryThatBecameALinkOutIsLeftOut) {
  const Outcome outcome = WalkFailing(Report(Code::kFileOutsideRoot, "leads out"));
  EXPECT_EQ(outcome.paths, std::vector<std::string>{"z.j2"});
  EXPECT_EQ(outcome.notices.size(), 3u);
}

// A directory on disk that is gone at the end.
class DiskWalkTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = testing::TempDir() + "galley-walk-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
    Make("root/a.j2");
    Make("outside/secret.j2");
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  std::string At(const std::string& path) const { return top_ + "/" + path; }
  void Make(const std::string& path) const {
    std::filesystem::create_directories(std::filesystem::path(At(path)).parent_path());
    const int file = open(At(path).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_GE(file, 0);
    close(file);
  }
  void Link(const std::string& target, const std::string& path) const {
    ASSERT_EQ(symlink(target.c_str(), At(path).c_str()), 0);
  }
  Outcome Run(const std::string& root = "root") const {
    std::vector<Diagnostic> notices;
    RootList roots({}, &notices);
    EXPECT_TRUE(roots.AddDisk(Tier::kProject, "r", At(root)));
    return OutcomeOf(&roots, &notices);
  }

  std::string top_;
};

TEST_F(DiskWalkTest, G9LinkedFilesAreJudgedByTheNameOfTheLink) {
  Link("a.j2", "root/link.j2");
  Link("a.j2", "root/other.txt");
  Make("root/b.txt");
  Link("b.txt", "root/text.j2");
  Link(std::filesystem::canonical(At("root")).string() + "/a.j2", "root/whole.j2");
  EXPECT_EQ(Run().paths, (std::vector<std::string>{"a.j2", "link.j2", "text.j2", "whole.j2"}));
  EXPECT_TRUE(Run().notices.empty());
}

TEST_F(DiskWalkTest, G9BrokenLinksAndLinkedDirectoriesAreLeftOut) {
  Make("root/d/x.j2");
  Link("d", "root/linked");
  Link("d", "root/linked.j2");
  Link("gone", "root/broken.j2");
  Link("loop.j2", "root/loop.j2");
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.paths, (std::vector<std::string>{"a.j2", "d/x.j2"}));
  EXPECT_EQ(outcome.notices.size(), 1u);  // the loop
}

TEST_F(DiskWalkTest, LinksOutOfTheRootAreLeftOutWithANotice) {
  Link("../outside/secret.j2", "root/up.j2");
  Link(At("outside/secret.j2"), "root/absolute.j2");
  Link("../outside", "root/dir");
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.paths, std::vector<std::string>{"a.j2"});
  EXPECT_EQ(outcome.notices.size(), 2u);
}

TEST_F(DiskWalkTest, G3ARootThatIsALinkIsResolved) {
  Link("root", "linked-root");
  EXPECT_EQ(Run("linked-root").paths, std::vector<std::string>{"a.j2"});
}

TEST_F(DiskWalkTest, PipesSocketsAndDirectoriesAreNoTemplates) {
  ASSERT_EQ(mkfifo(At("root/pipe.j2").c_str(), 0600), 0);
  Link("/dev/zero", "root/device.j2");
  Make("root/dir.j2/x.j2");
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.paths, (std::vector<std::string>{"a.j2", "dir.j2/x.j2"}));
  EXPECT_EQ(outcome.notices.size(), 2u);  // the pipe; the link to the device leads out
}

TEST_F(DiskWalkTest, NamesThatAreNotUtf8AreLeftOutWithOneNoticeEachUpToAHundred) {
  for (int at = 0; at < 103; ++at) Make("root/\xFF" + std::to_string(at) + ".j2");
  Make("root/\xFE.txt");
  const Outcome outcome = Run();
  EXPECT_EQ(outcome.paths, std::vector<std::string>{"a.j2"});
  ASSERT_EQ(outcome.notices.size(), 101u);
  EXPECT_EQ(outcome.notices.back(), "3 more are left out");
}

TEST_F(DiskWalkTest, G12RootsThatLeadToOnePlaceAreOne) {
  Link("root", "same");
  std::vector<Diagnostic> notices;
  RootList roots({}, &notices);
  EXPECT_TRUE(roots.AddDisk(Tier::kProject, "root", At("root")));
  EXPECT_TRUE(roots.AddDisk(Tier::kProject, "same", At("same")));
  EXPECT_TRUE(roots.AddDisk(Tier::kProject, "gone", At("gone")));
  EXPECT_TRUE(roots.AddDisk(Tier::kProject, "gone", At("gone")));
  EXPECT_TRUE(roots.AddDisk(Tier::kUser, "same", At("same")));
  const std::vector<Root> all = roots.Take();
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[1].state, RootState::kRepeated);
  EXPECT_EQ(all[3].state, RootState::kRepeated);
  EXPECT_EQ(all[4].state, RootState::kSearched);
  EXPECT_EQ(notices.size(), 2u);
}

}  // namespace
}  // namespace galley
