// Stores when things break: writers that are killed, servers that are stopped, disks
// that are full.
//
// The counts are small so that everybody runs them; GALLEY_FAULTS=full asks for 200
// kills and 20 restarts.
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "store/store.h"
#include "tests/store/each_store.h"

namespace galley {
namespace {

int Count(int small, int full) {
  const char* faults = std::getenv("GALLEY_FAULTS");
  return faults && std::string_view(faults) == "full" ? full : small;
}

// A push that was answered, as a writer tells it to the test: all of one size, so that
// they go through a pipe whole.
struct Accepted {
  int writer;
  int number;
  int64_t version;
};

// What writer `writer` pushes as its `number`th text: large enough for several pages,
// never twice the same, and nothing that a database could make smaller.
std::string TextOf(int writer, int number) {
  std::string text = std::to_string(writer) + ' ' + std::to_string(number) + '\n';
  std::string line = text;
  while (text.size() < 20'000) text += line = Sha256Of(line);
  return text;
}

class FaultTest : public EachStoreTest {
 protected:
  // Pushes texts from a process of its own until it is killed, or has pushed `most`.
  pid_t StartWriter(int writer, const std::string& name, int most, int pipe) const {
    const pid_t child = fork();
    if (child != 0) return child;
    Result<std::unique_ptr<Store>> store =
        Store::Open(*StoreUrl::Parse(url_), "", Access::kExisting);
    for (int number = 0; store && number < most; ++number) {
      const Result<Pushed> pushed = (*store)->Push(Request(name, TextOf(writer, number)));
      const Accepted accepted{writer, number, pushed ? pushed->version : 0};
      if (pushed && write(pipe, &accepted, sizeof accepted) != sizeof accepted) break;
    }
    _exit(0);
  }

  using Versions = std::map<std::string, int64_t>;  // by digest

  // Adds the versions of a name that `*versions` does not have: each is whole, and they
  // follow each other.
  static void CheckVersions(Store* store, const std::string& name, Versions* versions) {
    int64_t expected = 0;
    const std::vector<VersionInfo> history = *store->History(name);
    for (const VersionInfo& info : history) {
      EXPECT_EQ(info.version, ++expected);
      const auto known = versions->find(info.digest);
      if (known != versions->end() && known->second == info.version) continue;
      const Result<StoredDocument> read = store->Read({name, info.version, {}}, 1 << 20);
      EXPECT_TRUE(read) << read.error().diagnostics().front().message;
      EXPECT_TRUE(versions->emplace(info.digest, info.version).second) << "stored twice";
    }
    const Result<std::vector<std::string>> faults = store->database().CheckIntegrity();
    EXPECT_TRUE(faults && faults->empty());
  }

  static void CheckAccepted(const Accepted& accepted, const Versions& versions) {
    const auto found = versions.find(Sha256Of(TextOf(accepted.writer, accepted.number)));
    ASSERT_NE(found, versions.end()) << "an accepted push is lost";
    EXPECT_EQ(found->second, accepted.version);
  }
};
GALLEY_ON_EACH_STORE(FaultTest);

TEST_P(FaultTest, AWriterKilledAtAnyPointLeavesWholeVersions) {
  const int points = Count(15, 200);
  Open();
  int accepted_count = 0;
  int more_than_answered = 0;
  Versions versions;
  for (int point = 0; point < points; ++point) {
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const pid_t child = StartWriter(point, "a", 1'000'000, ends[1]);
    close(ends[1]);
    // After the first answer the writer is killed a little later each time.
    std::vector<Accepted> accepted;
    Accepted next;
    if (read(ends[0], &next, sizeof next) == sizeof next) accepted.push_back(next);
    usleep(static_cast<useconds_t>(point * 7'919 % 12'000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    while (read(ends[0], &next, sizeof next) == sizeof next) accepted.push_back(next);
    close(ends[0]);

    const auto store = Open(Access::kExisting);
    const size_t known = versions.size();
    CheckVersions(store.get(), "a", &versions);
    for (const Accepted& each : accepted) CheckAccepted(each, versions);
    // The push that was under way is there or is not; nothing else is.
    const size_t added = versions.size() - known;
    EXPECT_GE(added, accepted.size());
    EXPECT_LE(added, accepted.size() + 1);
    more_than_answered += added > accepted.size();
    accepted_count += static_cast<int>(accepted.size());
  }
  std::printf("killed at %d points: %d pushes accepted, all there; %d unanswered ones too\n",
              points, accepted_count, more_than_answered);
}

class ServerFaultTest : public FaultTest {
 protected:
  void SetUp() override {
    FaultTest::SetUp();
    if (!server_ && !IsSkipped()) GTEST_SKIP() << "no server";
  }
};
INSTANTIATE_TEST_SUITE_P(On, ServerFaultTest, ::testing::Values(StoreUrl::Kind::kPostgresql),
                         StoreKindName);

TEST_P(ServerFaultTest, ImmediateStopsLoseAndDoubleNothing) {
  constexpr int kWriters = 8;
  const int restarts = Count(2, 20);
  Open();
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  std::vector<pid_t> children;
  // All write the same name, which is where one could be taken for another.
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(StartWriter(writer, "a", 1'000'000, ends[1]));
  }
  close(ends[1]);
  std::vector<Accepted> accepted;
  Accepted next;
  const auto take = [&](int count) {
    while (count-- > 0 && read(ends[0], &next, sizeof next) == sizeof next) {
      accepted.push_back(next);
    }
  };
  for (int restart = 0; restart < restarts; ++restart) {
    take(10);
    ASSERT_TRUE(server_->Stop("immediate"));
    ASSERT_TRUE(server_->StartAgain());
  }
  take(10);
  for (const pid_t child : children) kill(child, SIGKILL);
  for (const pid_t child : children) waitpid(child, nullptr, 0);
  take(1'000'000);
  close(ends[0]);

  const auto store = Open(Access::kExisting);
  Versions versions;
  CheckVersions(store.get(), "a", &versions);
  for (const Accepted& each : accepted) CheckAccepted(each, versions);
  std::printf(
      "%d immediate restarts under %d writers: %zu pushes accepted, none lost; "
      "%zu versions, none doubled\n",
      restarts, kWriters, accepted.size(), versions.size());
}

// A file system of one megabyte, as long as it lives.
class SmallDisk {
 public:
  SmallDisk() : is_mounted_(mount("tmpfs", path().c_str(), "tmpfs", 0, "size=1m,mode=777") == 0) {}
  ~SmallDisk() {
    if (is_mounted_) umount2(path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return is_mounted_; }
  std::string path() const { return directory_.path(); }

 private:
  testing::TemporaryDirectory directory_;
  bool is_mounted_;
};

class FullDiskTest : public FaultTest {
 protected:
  // Pushes until there is no room; how many were accepted.
  int FillUp(Store* store) {
    for (int number = 0; number < 1'000; ++number) {
      const Result<Pushed> pushed = store->Push(Request("a", TextOf(0, number)));
      if (pushed) continue;
      EXPECT_EQ(pushed.error().code(), "store-failed");
      EXPECT_NE(pushed.error().diagnostics().front().message.find("no space is left"),
                std::string::npos)
          << pushed.error().diagnostics().front().message;
      return number;
    }
    ADD_FAILURE() << "the disk never filled up";
    return 0;
  }

  void CheckFilled(Store* store, int accepted) {
    Versions versions;
    CheckVersions(store, "a", &versions);
    EXPECT_EQ(versions.size(), static_cast<size_t>(accepted));
  }
};
GALLEY_ON_EACH_STORE(FullDiskTest);

TEST_P(FullDiskTest, IsSaidAndTruncatesNothing) {
  SmallDisk disk;
  if (!disk.is_mounted()) GTEST_SKIP() << "mounting a small file system is not allowed here";
  const std::string ballast = disk.path() + "/ballast";
  std::ofstream(ballast) << std::string(200'000, 'x');
  if (server_) {
    // The tables go to the small disk, the rest of the server stays where it is.
    ASSERT_EQ(chmod(disk.path().c_str(), 0777), 0);
    const std::string space = disk.path() + "/space";
    ASSERT_EQ(mkdir(space.c_str(), 0700), 0);
    ASSERT_TRUE(server_->Own(space));
    server_->Run("CREATE TABLESPACE small LOCATION '" + space + "'");
    url_ += "&options=-cdefault_tablespace%3Dsmall";
  } else {
    url_ = "sqlite:" + disk.path() + "/store.db";
  }
  int accepted = 0;
  {
    const auto store = Open();
    ASSERT_TRUE(store);
    accepted = FillUp(store.get());
    EXPECT_GT(accepted, 2);
    CheckFilled(store.get(), accepted);
    // With room again it goes on where it was.
    std::filesystem::remove(ballast);
    const Result<Pushed> pushed = store->Push(Request("a", "after"));
    ASSERT_TRUE(pushed) << pushed.error().diagnostics().front().message;
    EXPECT_EQ(pushed->version, accepted + 1);
    CheckFilled(store.get(), accepted + 1);
  }
  if (server_) server_->DropDatabases("small");
  std::printf("full disk: %d pushes accepted, the next refused, all whole\n", accepted);
}

}  // namespace
}  // namespace galley
