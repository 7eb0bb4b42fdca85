#include "resolve/instructions.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/writer.h"
#include "files/disk_files.h"
#include "files/memory_files.h"
#include "value/print.h"

namespace galley {
namespace {

using Texts = std::vector<std::pair<std::string, std::string>>;

// Writes down whatever is asked of other files.
class RecordingFiles final : public Files {
 public:
  RecordingFiles(const Files& files, std::string below, std::vector<std::string>* record)
      : files_(files), below_(std::move(below)), record_(*record) {}

  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override {
    record_.push_back(below_ + std::string(path));
    return files_.Read(below_ + std::string(path), max_bytes);
  }
  Result<void> List(std::string_view directory, Listing* listing) const override {
    record_.push_back("list " + below_ + std::string(directory));
    return files_.List(below_ + std::string(directory), listing);
  }
  Result<FileKind> Stat(std::string_view path) const override {
    record_.push_back("stat " + below_ + std::string(path));
    return files_.Stat(below_ + std::string(path));
  }
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override {
    std::string below = directory.empty() ? below_ : below_ + std::string(directory) + '/';
    return std::unique_ptr<Files>(
        std::make_unique<RecordingFiles>(files_, std::move(below), &record_));
  }
  Result<void> Write(std::string_view, std::string_view, Overwrite) override {
    ADD_FAILURE() << "something is written";
    return {};
  }

 private:
  const Files& files_;
  std::string below_;
  std::vector<std::string>& record_;
};

MemoryFiles FilesOf(const Texts& texts) {
  MemoryFiles files;
  for (const auto& [path, text] : texts) EXPECT_TRUE(files.Add(path, text)) << path;
  return files;
}

// A set, or its error, as one text.
std::string Show(const Files& files, const InstructionOptions& options) {
  Heap heap{Limits()};
  std::vector<Diagnostic> warnings;
  const Result<InstructionSet> set =
      ResolveInstructions(files, options, Limits(), &heap, &warnings);
  if (!set) return FormatText(set.error().diagnostics().front(), Colour::kNever);
  BufferWriter out;
  for (const KindInstructions& kind : set->kinds) {
    out.Append(kind.kind + "\n" + kind.text);
    for (const InstructionInput& input : kind.inputs) {
      PrintJson(input.fields, {}, &out, &heap.meter());
      out.Append(input.path + "\n" + input.text);
    }
    PrintJson(kind.effective_fields, {}, &out, &heap.meter());
  }
  std::string text = out.ToString();
  for (const Diagnostic& warning : warnings) text += FormatText(warning, Colour::kNever);
  return text;
}

std::vector<std::string> OpensOf(const Texts& texts, const InstructionOptions& options = {}) {
  const MemoryFiles files = FilesOf(texts);
  std::vector<std::string> record;
  Show(RecordingFiles(files, "", &record), options);
  return record;
}

using Opens = std::vector<std::string>;

TEST(Instructions, I21_OpensWhatIsNamedAndNothingElse) {
  EXPECT_EQ(OpensOf({{"set/manifest.iai",
                      "kind: manifest\nenabled: [context, tasks, prompt, research]\n"
                      "disabled: [tasks]\n"
                      "context:\n  include:\n    merge: [a.iai, ./sub/b.iai, a.iai]\n"
                      "    override: [gone.iai, c.iai, d.iai]\n"
                      "tasks: {include: {merge: [never.iai]}}\n"
                      "prompt: {metadata: {style: {tone: dry}}, include: {}}\n"},
                     {"set/context.iai", "kind: context\ninclude: {merge: [x.iai]}\n"},
                     {"set/a.iai", "kind: context\n"},
                     {"set/sub/b.iai", "kind: context\n"},
                     {"set/c.iai", "kind: context\n"},
                     {"set/d.iai", "kind: context\n"},
                     {"set/tasks.iai", "kind: tasks\n"},
                     {"set/prompt.iai", "kind: prompt\npath: other.iai\n"},
                     {"set/guardrails.iai", "kind: guardrails\n"}},
                    {.manifest = "set/manifest.iai"}),
            (Opens{"set/manifest.iai", "set/context.iai", "set/a.iai", "set/sub/b.iai", "set/a.iai",
                   "set/gone.iai", "set/c.iai", "set/prompt.iai", "set/research.iai"}));
}

TEST(Instructions, I10_NamesAreCheckedBeforeAnyFileIsOpened) {
  EXPECT_EQ(OpensOf({{"manifest.iai", "kind: manifest\nenabled: [context, a/b]\n"},
                     {"context.iai", "kind: context\n"}}),
            Opens{"manifest.iai"});
}

TEST(Instructions, I21_PathsAreCheckedBeforeAnyFileIsOpened) {
  for (const std::string path : {"/etc/x.iai", "../x.iai", "https://x/y.iai", "x.md", "a\\b.iai"}) {
    EXPECT_EQ(OpensOf({{"manifest.iai",
                        "kind: manifest\nenabled: [context]\n"
                        "context: {include: {merge: ['" +
                            path + "']}}\n"}}),
              (Opens{"manifest.iai", "context.iai"}))
        << path;
  }
}

TEST(Instructions, I20_NothingIsOpenedBehindWhatStops) {
  EXPECT_EQ(OpensOf({{"manifest.iai",
                      "kind: manifest\nenabled: [context, tasks]\n"
                      "context: {include: {merge: [a.iai, b.iai]}}\n"},
                     {"a.iai", "kind: tasks\n"},
                     {"b.iai", "kind: context\n"}}),
            (Opens{"manifest.iai", "context.iai", "a.iai"}));
}

// Sets made by chance out of pieces that meet each other.
Texts RandomSet(uint32_t seed) {
  std::mt19937 random(seed);
  const auto pick = [&](std::initializer_list<const char*> items) {
    return std::string(items.begin()[random() % items.size()]);
  };
  const auto file = [&](const char* kind) {
    return pick({"", "kind: tasks\n", "---\n"}).empty() || random() % 8 != 0
               ? "kind: " + std::string(kind) + "\n" +
                     pick({"", "scope: a\n", "scope: b\n", "map: {k: 1}\n", "map: 2\n"}) + "---\n" +
                     pick({"", "---md---\n", "---plain---\n"}) +
                     pick({"", "root\n", "# A\na\n", "# A\n## B\nb", "```\n# A\n",
                           "# A\r\n## C\r\nc"})
               : pick({"", "kind: [", "text only", "---\nkind: x"});
  };
  Texts texts = {
      {"manifest.iai",
       "kind: manifest\nenabled: " + pick({"[context]", "[tasks, context]", "[x1, tasks]"}) +
           "\ncontext:\n  include: " +
           pick({"{}", "{merge: [a.iai]}", "{merge: [a.iai, b.iai], override: [c.iai]}",
                 "{override: [gone.iai, c.iai]}"}) +
           "\n  override: " + pick({"''", "{mode: overlay}", "{mode: replace_all}"}) + "\n"}};
  for (const char* name : {"context", "a", "b", "c"}) {
    if (random() % 4 != 0) texts.push_back({std::string(name) + ".iai", file("context")});
  }
  if (random() % 2) texts.push_back({"tasks.iai", file("tasks")});
  return texts;
}

TEST(Instructions, ResolutionIsDeterministic) {
  for (uint32_t seed = 0; seed < 1'000; ++seed) {
    const MemoryFiles files = FilesOf(RandomSet(seed));
    EXPECT_EQ(Show(files, {}), Show(files, {})) << seed;
  }
}

TEST(Instructions, I15_FilesThatAreNotNamedHaveNoEffect) {
  for (uint32_t seed = 0; seed < 1'000; ++seed) {
    Texts texts = RandomSet(seed);
    const std::string before = Show(FilesOf(texts), {});
    for (const char* name : {"guardrails.iai", "z.iai", "contract.iai", "manifest.iai.bak"}) {
      texts.push_back({name, "kind: ["});
    }
    EXPECT_EQ(Show(FilesOf(texts), {}), before) << seed;
  }
}

TEST(Instructions, KeepGoingReportsEveryKind) {
  const MemoryFiles files =
      FilesOf({{"manifest.iai", "kind: manifest\nenabled: [context, tasks]\n"},
               {"context.iai", "kind: x\n"},
               {"tasks.iai", "text\n"}});
  Heap heap{Limits()};
  std::vector<Diagnostic> warnings;
  const auto set = ResolveInstructions(files, {.keep_going = true}, Limits(), &heap, &warnings);
  ASSERT_FALSE(set);
  ASSERT_EQ(set.error().diagnostics().size(), 2u);
  EXPECT_EQ(set.error().diagnostics()[0].code, "kind-mismatch");
  EXPECT_EQ(set.error().diagnostics()[1].code, "kind-missing");
}

TEST(Instructions, TextsArePaidFor) {
  std::string merges;
  for (int at = 0; at < 100; ++at) merges += "a.iai, ";
  const MemoryFiles files =
      FilesOf({{"manifest.iai", "kind: manifest\nenabled: [context]\ncontext: {include: {merge: [" +
                                    merges + "]}}\n"},
               {"a.iai", "kind: context\n---\n" + std::string(1000, 'x')}});
  Limits limits;
  limits.heap = 50'000;
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const auto set = ResolveInstructions(files, {}, limits, &heap, &warnings);
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().code(), "limit-heap");
}

// On disk, where there are links and permissions.
class InstructionsOnDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    top_ = ::testing::TempDir() + "galley-instructions-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
    Put("set/manifest.iai",
        "kind: manifest\nenabled: [context]\ncontext: {include: {merge: [m.iai]}}\n");
    Put("secret.iai", "kind: context\n---\nsecret\n");
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  void Put(const std::string& path, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(top_ + "/" + path).parent_path());
    std::ofstream(top_ + "/" + path, std::ios::binary) << text;
  }
  void Link(const std::string& target, const std::string& path) const {
    ASSERT_EQ(symlink(target.c_str(), (top_ + "/" + path).c_str()), 0);
  }
  std::string Resolve(std::optional<std::string> root = std::nullopt) const {
    const Result<DiskFiles> files = DiskFiles::Open(top_);
    return Show(*files, {.manifest = "set/manifest.iai", .root = std::move(root)});
  }

  std::string top_;
};

TEST_F(InstructionsOnDisk, I21_ALinkOutOfTheRootIsUnsafe) {
  Link("../secret.iai", "set/m.iai");
  EXPECT_NE(Resolve().find("unsafe-path"), std::string::npos) << Resolve();
  EXPECT_NE(Resolve("").find("secret\n"), std::string::npos) << Resolve("");
}

TEST_F(InstructionsOnDisk, I21_ABaseFileIsConfinedToo) {
  Put("set/m.iai", "kind: context\n");
  Link("../secret.iai", "set/context.iai");
  EXPECT_NE(Resolve().find("unsafe-path"), std::string::npos) << Resolve();
}

TEST_F(InstructionsOnDisk, I21_ADirectoryThatLeadsOutIsUnsafe) {
  Put("set/manifest.iai",
      "kind: manifest\nenabled: [context]\ncontext: {include: {merge: [up/secret.iai]}}\n");
  Link("..", "set/up");
  EXPECT_NE(Resolve().find("unsafe-path"), std::string::npos) << Resolve();
}

TEST_F(InstructionsOnDisk, I20_AFileThatCannotBeReadStopsButAnOverrideDoesNot) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  Put("set/m.iai", "kind: context\n");
  ASSERT_EQ(chmod((top_ + "/set/m.iai").c_str(), 0), 0);
  EXPECT_NE(Resolve().find("file-unreadable"), std::string::npos) << Resolve();
  Put("set/manifest.iai",
      "kind: manifest\nenabled: [context]\ncontext: {include: {override: [m.iai]}}\n");
  EXPECT_NE(Resolve().find("override-not-found"), std::string::npos) << Resolve();
}

TEST_F(InstructionsOnDisk, I21_NamesAreTakenLetterByLetter) {
  Put("set/M.IAI", "kind: context\n");
  EXPECT_NE(Resolve().find("include-not-found"), std::string::npos) << Resolve();
}

}  // namespace
}  // namespace galley
