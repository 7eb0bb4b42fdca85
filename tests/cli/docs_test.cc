// The worked examples of the documents: their files are written, their commands run, and
// what they print is compared with what the document says.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

struct Fence {
  std::string info;  // what stands behind the opening line's signs
  std::string body;
};

std::vector<Fence> FencesOf(const std::string& path) {
  std::vector<Fence> fences;
  std::ifstream file(path, std::ios::binary);
  bool is_open = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("```")) {
      is_open = !is_open;
      if (is_open) fences.push_back({line.substr(3), {}});
    } else if (is_open) {
      fences.back().body += line + '\n';
    }
  }
  return fences;
}

void WriteFile(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// Runs each line that begins with `$ galley`, and puts what it prints below it.
std::string RunConsole(const std::string& body, const std::string& directory) {
  std::string shown;
  std::istringstream lines(body);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("$ galley ")) continue;
    const ProcessResult result =
        RunShell("$galley " + line.substr(9) + " 2>&1", {.directory = directory});
    shown += line + '\n' + result.output;
  }
  return shown;
}

// A fence `yaml PATH` is a file, a fence `console` a session.
void RunDocument(const std::string& path) {
  const TemporaryDirectory directory;
  int sessions = 0;
  for (const Fence& fence : FencesOf(path)) {
    const size_t blank = fence.info.find(' ');
    if (blank != std::string::npos) {
      WriteFile(directory.path() + '/' + fence.info.substr(blank + 1), fence.body);
    } else if (fence.info == "console") {
      EXPECT_EQ(RunConsole(fence.body, directory.path()), fence.body);
      ++sessions;
    }
  }
  EXPECT_GT(sessions, 0);
}

TEST(Documents, TestingSaysWhatHappens) { RunDocument(GALLEY_DOCS "/testing.md"); }

}  // namespace
}  // namespace galley::testing
