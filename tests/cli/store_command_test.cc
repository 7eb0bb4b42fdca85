// `galley store` on disk: what is written to files, by many at once and where writing
// fails.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

namespace fs = std::filesystem;

class StoreCliTest : public ::testing::Test {
 protected:
  std::string At(const std::string& path) const { return directory_.path() + "/" + path; }
  void Write(const std::string& path, std::string_view text) const {
    fs::create_directories(fs::path(At(path)).parent_path());
    std::ofstream(At(path), std::ios::binary) << text;
  }
  std::string Read(const std::string& path) const {
    std::ifstream in(At(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  ProcessResult Run(std::vector<std::string> words) const {
    words.insert(words.begin(), "store");
    return RunGalley(std::move(words), {.directory = directory_.path()});
  }
  size_t CountFiles(const std::string& directory) const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(At(directory)), fs::directory_iterator()));
  }

  TemporaryDirectory directory_;
};

// --- Words

// Issue 21: what begins like a path is one; any other word is a name first, then a path.
TEST_F(StoreCliTest, PushTakesANameBeforeAPath) {
  Write(".galley/templates/hello.j2", "of the catalog");
  Write("hello", "of the directory");
  Write("drafts/reply.j2", "a draft");
  EXPECT_EQ(Run({"push", "hello"}).output, "hello@1 stored\n");
  EXPECT_EQ(Run({"pull", "hello", "--output", "-"}).output, "of the catalog");
  EXPECT_EQ(Run({"push", "./hello", "--name", "other", "--type", "jinja"}).output,
            "other@1 stored\n");
  EXPECT_EQ(Run({"push", "drafts/reply.j2", "--name", "reply"}).output, "reply@1 stored\n");
  const ProcessResult missing = Run({"push", "./missing.j2"});
  EXPECT_EQ(missing.status, 3);
  EXPECT_TRUE(Contains(missing.error, "missing.j2")) << missing.error;
}

// --- Many at once

// A-25: whoever is overtaken compares again, so what is stored has rising versions.
TEST_F(StoreCliTest, ConcurrentPushesNeverLowerAVersion) {
  const auto push = [this](int version) {
    const std::string text =
        "id: t\\nname: T\\ntask: writing_assistant\\nversion: " + std::to_string(version) +
        "\\nlayout: []\\nslots: {}\\n";
    const ProcessResult pushed = RunGalley(
        {"call", "store.push",
         R"({"workspace": {"dir": ".", "store": "sqlite:s.db"}, "name": "t", "type": "chat", )"
         R"("author": "Ann", "text": ")" +
             text + "\"}"},
        {.directory = directory_.path()});
    if (pushed.status == 0) return;
    EXPECT_TRUE(Contains(pushed.error, "version-not-increasing")) << pushed.error;
  };
  push(1);
  std::vector<std::thread> threads;
  for (int version = 2; version <= 9; ++version) threads.emplace_back(push, version);
  for (std::thread& thread : threads) thread.join();
  int last = 0;
  for (int stored = 1;; ++stored) {
    const ProcessResult shown =
        RunGalley({"show", "store:t@" + std::to_string(stored), "--store", "sqlite:s.db"},
                  {.directory = directory_.path()});
    if (shown.status != 0) break;
    const int version = std::stoi(shown.output.substr(shown.output.find("version: ") + 9));
    EXPECT_GT(version, last);
    last = version;
  }
  EXPECT_EQ(last, 9);
}

// Each push is noted, with its own author and message, though all are made at once.
TEST_F(StoreCliTest, NotesOfConcurrentPushesAreAllKept) {
  constexpr int kPushes = 12;
  for (int at = 0; at < kPushes; ++at) {
    Write(".galley/templates/t" + std::to_string(at) + ".j2", "text " + std::to_string(at));
  }
  std::vector<std::thread> threads;
  threads.reserve(kPushes);
  for (int at = 0; at < kPushes; ++at) {
    threads.emplace_back([this, number = std::to_string(at)] {
      const ProcessResult pushed =
          Run({"push", "t" + number, "--author", "author " + number, "-m", "why " + number});
      EXPECT_EQ(pushed.output, "t" + number + "@1 stored\n") << pushed.error;
      EXPECT_EQ(pushed.error, "");
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string notes = Read(".galley/store-base.json");
  for (int at = 0; at < kPushes; ++at) {
    const std::string number = std::to_string(at);
    EXPECT_TRUE(Contains(notes, " t" + number + "\": 1")) << notes;
    const std::string history = Run({"history", "t" + number, "--format", "json"}).output;
    EXPECT_TRUE(Contains(history, R"("author":"author )" + number + '"')) << history;
    EXPECT_TRUE(Contains(history, R"("message":"why )" + number + '"')) << history;
  }
}

// Pushes of one name: each version has the text, author and message of one of them.
TEST_F(StoreCliTest, ConcurrentPushesOfOneNameKeepTheirOwnWords) {
  constexpr int kPushes = 8;
  std::vector<std::thread> threads;
  for (int at = 0; at < kPushes; ++at) {
    Write("file" + std::to_string(at) + ".j2", "text " + std::to_string(at));
    threads.emplace_back([this, number = std::to_string(at)] {
      // Whoever comes later was not made from the newest, which --base would say too.
      Run({"push", "file" + number + ".j2", "--name", "page", "--author", "author " + number, "-m",
           "why " + number});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string history = Run({"history", "page", "--format", "json"}).output;
  int versions = 0;
  for (int version = 1; version <= kPushes; ++version) {
    const ProcessResult pulled =
        Run({"pull", "page@" + std::to_string(version), "--output", "-", "--format", "json"});
    if (pulled.status != 0) break;
    ++versions;
    const size_t text = pulled.output.find(R"("text":"text )");
    ASSERT_NE(text, std::string::npos) << pulled.output;
    const std::string number(1, pulled.output[text + std::string_view(R"("text":"text )").size()]);
    EXPECT_TRUE(Contains(pulled.output, R"("author":"author )" + number + '"')) << pulled.output;
    EXPECT_TRUE(Contains(pulled.output, R"("message":"why )" + number + '"')) << pulled.output;
  }
  EXPECT_GE(versions, 1);
  EXPECT_FALSE(Contains(history, R"("version":)" + std::to_string(versions + 1) + ','));
}

// --- Pull to a file

TEST_F(StoreCliTest, PullWritesToAFileAndItsDirectory) {
  Write(".galley/templates/page.j2", "one");
  ASSERT_EQ(Run({"push", "page"}).status, 0);
  const ProcessResult pulled = Run({"pull", "page", "-o", "new/dir/copy.j2"});
  EXPECT_EQ(pulled.output, "page@1 created new/dir/copy.j2\n") << pulled.error;
  EXPECT_EQ(Read("new/dir/copy.j2"), "one");
  EXPECT_EQ(CountFiles("new/dir"), 1u);
  EXPECT_EQ(Run({"pull", "page", "-o", "new/dir/copy.j2"}).output,
            "page@1 unchanged new/dir/copy.j2\n");
}

TEST_F(StoreCliTest, PullOverwritesOnlyWhatTheStoreHas) {
  Write(".galley/templates/page.j2", "one");
  ASSERT_EQ(Run({"push", "page"}).status, 0);
  Write(".galley/templates/page.j2", "two");
  ASSERT_EQ(Run({"push", "page"}).status, 0);
  Write("copy.j2", "mine");
  const ProcessResult refused = Run({"pull", "page", "-o", "copy.j2"});
  EXPECT_EQ(refused.status, 2) << refused.error;
  EXPECT_TRUE(Contains(refused.error, "error[file-exists]")) << refused.error;
  EXPECT_EQ(Read("copy.j2"), "mine");
  EXPECT_EQ(Run({"pull", "page", "-o", "copy.j2", "--force"}).status, 0);
  EXPECT_EQ(Read("copy.j2"), "two");
  EXPECT_EQ(Run({"pull", "page@1", "-o", "copy.j2"}).output, "page@1 replaced copy.j2\n");
  EXPECT_EQ(Read("copy.j2"), "one");
}

TEST_F(StoreCliTest, PullNeverWritesThroughALinkOrOverADirectory) {
  Write(".galley/templates/page.j2", "one");
  ASSERT_EQ(Run({"push", "page"}).status, 0);
  Write("secret", "mine");
  ASSERT_EQ(symlink("secret", At("link.j2").c_str()), 0);
  Run({"pull", "page", "-o", "link.j2", "--force"});
  EXPECT_EQ(Read("secret"), "mine");
  ASSERT_EQ(mkdir(At("dir").c_str(), 0700), 0);
  EXPECT_NE(Run({"pull", "page", "-o", "dir", "--force"}).status, 0);
  EXPECT_TRUE(fs::is_directory(At("dir")));
  EXPECT_NE(Run({"pull", "page", "-o", "secret/x", "--force"}).status, 0);
}

// Written whole or not at all: here a file may not get as large as the text is.
TEST_F(StoreCliTest, APullThatFailsLeavesTheFileAsItWas) {
  Write(".galley/templates/page.j2", std::string(900'000, 'x'));
  ASSERT_EQ(Run({"push", "page"}).status, 0);
  Write("out/copy.j2", "old");
  const ProcessResult pulled =
      RunShell("ulimit -f 300; \"$galley\" store pull page -o out/copy.j2 --force",
               {.directory = directory_.path()});
  EXPECT_EQ(pulled.status, 70) << pulled.error;
  EXPECT_TRUE(Contains(pulled.error, "error[output-failed]")) << pulled.error;
  EXPECT_EQ(Read("out/copy.j2"), "old");
  EXPECT_EQ(CountFiles("out"), 1u) << "a temporary file was left";
}

}  // namespace
}  // namespace galley::testing
