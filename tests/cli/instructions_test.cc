// `galley instructions` from the first file to the exported one, on disk.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

namespace fs = std::filesystem;

class InstructionsCommand : public ::testing::Test {
 protected:
  int Run(std::vector<std::string> words) {
    words.insert(words.begin(), "instructions");
    last_ = RunGalley(std::move(words), {.directory = directory_.path()});
    return last_.status;
  }
  std::string Read(const std::string& path) const {
    std::ifstream in(directory_.path() + "/" + path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void Append(const std::string& path, std::string_view text) const {
    std::ofstream(directory_.path() + "/" + path, std::ios::binary | std::ios::app) << text;
  }

  TemporaryDirectory directory_;
  ProcessResult last_;
};

constexpr char kManifest[] = ".iaip/manifest.iai";

TEST_F(InstructionsCommand, TheExampleIsInOrder) {
  ASSERT_EQ(Run({"init"}), 0) << last_.error;
  EXPECT_EQ(Run({"check", kManifest, "--strict"}), 0) << last_.error;
  EXPECT_EQ(Run({"explain", kManifest}), 0);
  EXPECT_TRUE(Contains(last_.output, "replaced  ## Style in .iaip/team.iai")) << last_.output;
  EXPECT_EQ(Run({"init"}), 2) << "nothing is overwritten";
  EXPECT_EQ(Run({"init", "--force"}), 0);
}

TEST_F(InstructionsCommand, ExportsAgainWhatItWroteAndNothingElse) {
  ASSERT_EQ(Run({"init"}), 0);
  for (const auto& [target, path] : std::vector<std::pair<std::string, std::string>>{
           {"agents", "AGENTS.md"},
           {"claude", "CLAUDE.md"},
           {"copilot", ".github/copilot-instructions.md"},
           {"cursor", ".cursor/rules/instructions.mdc"}}) {
    EXPECT_EQ(Run({"export", kManifest, "--to", target, "--check"}), 1);
    EXPECT_EQ(Run({"export", kManifest, "--to", target}), 0) << last_.error;
    EXPECT_EQ(last_.output, "written " + path + "\n");
    EXPECT_EQ(Run({"export", kManifest, "--to", target, "--check"}), 0) << last_.error;

    Append(".iaip/guardrails.iai", "- One more rule.\n");
    EXPECT_EQ(Run({"export", kManifest, "--to", target, "--check"}), 1);
    EXPECT_EQ(Run({"export", kManifest, "--to", target}), 0) << last_.error;
    EXPECT_TRUE(Contains(Read(path), "- One more rule.\n"));

    Append(path, "mine\n");
    EXPECT_EQ(Run({"export", kManifest, "--to", target}), 2);
    EXPECT_TRUE(Contains(last_.error, "error[file-exists]")) << last_.error;
    EXPECT_TRUE(Read(path).ends_with("mine\n"));
    EXPECT_EQ(Run({"export", kManifest, "--to", target, "--force"}), 0);
    EXPECT_FALSE(Read(path).ends_with("mine\n"));
  }
}

TEST_F(InstructionsCommand, AFailedExportLeavesNothing) {
  ASSERT_EQ(Run({"init"}), 0);
  Append(".iaip/guardrails.iai", std::string_view("\0", 1));
  EXPECT_EQ(Run({"export", kManifest, "--to", "agents"}), 1);
  EXPECT_FALSE(fs::exists(directory_.path() + "/AGENTS.md"));
  ASSERT_EQ(symlink("/", (directory_.path() + "/.cursor").c_str()), 0);
  Run({"init", "--force"});
  EXPECT_EQ(Run({"export", kManifest, "--to", "cursor"}), 2) << "a link leads out";
}

TEST_F(InstructionsCommand, AManifestElsewhereIsItsOwnWorkspace) {
  ASSERT_EQ(Run({"init", "a/manifest.iai"}), 0);
  ASSERT_EQ(mkdir((directory_.path() + "/b").c_str(), 0700), 0);
  for (const std::string& path :
       {directory_.path() + "/a/manifest.iai", std::string("b/../a/manifest.iai")}) {
    EXPECT_EQ(Run({"resolve", path}), 0) << last_.error;
    EXPECT_TRUE(Contains(last_.output, "# Guardrails\n"));
  }
  EXPECT_EQ(Run({"resolve", "../none/manifest.iai"}), 3) << last_.error;
}

}  // namespace
}  // namespace galley::testing
