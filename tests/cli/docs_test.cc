// The worked examples of the documents: their files are written, their commands run, and
// what they print is compared with what the document says.
#include <algorithm>
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

// How many signs of a fence a line begins with.
size_t SignsOf(const std::string& line) {
  return std::min(line.find_first_not_of('`'), line.size());
}

std::vector<Fence> FencesOf(const std::string& path) {
  std::vector<Fence> fences;
  std::ifstream file(path, std::ios::binary);
  size_t open = 0;
  for (std::string line; std::getline(file, line);) {
    const size_t signs = SignsOf(line);
    if (open == 0 && signs >= 3) {
      open = signs;
      fences.push_back({line.substr(signs), {}});
    } else if (open > 0 && signs >= open) {
      open = 0;
    } else if (open > 0) {
      fences.back().body += line + '\n';
    }
  }
  return fences;
}

void WriteFile(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Whether lines are as a document shows them, where `...` stands for any number of lines.
bool Matches(const std::vector<std::string>& shown, const std::vector<std::string>& printed) {
  size_t at = 0;
  for (size_t line = 0; line < shown.size(); ++line) {
    if (shown[line] != "..." && shown[line] != "    ...") {
      if (at == printed.size() || printed[at++] != shown[line]) return false;
    } else if (line + 1 == shown.size()) {
      return true;
    } else {
      while (at < printed.size() && printed[at] != shown[line + 1]) ++at;
    }
  }
  return at == printed.size();
}

// One command of a session and what stands below it.
struct Command {
  std::string words;
  std::vector<std::string> shown;
};

std::vector<Command> CommandsOf(const std::string& body) {
  std::vector<Command> commands;
  for (const std::string& line : LinesOf(body)) {
    if (line.starts_with("$ ")) {
      commands.push_back({line.substr(2), {}});
    } else if (!commands.empty()) {
      commands.back().shown.push_back(line);
    }
  }
  return commands;
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

// Runs a command and compares what it prints; `cat` of a file that is not there yet shows
// what it is meant to hold.
void RunCommand(const Command& command, const std::string& directory, const std::string& galley) {
  const std::string file =
      command.words.starts_with("cat ") ? directory + '/' + command.words.substr(4) : "";
  if (!file.empty() && !std::filesystem::exists(file)) {
    return WriteFile(file, Joined(command.shown));
  }
  const std::string line = "galley() { \"$galley\" \"$@\"; }\n{ " + command.words + "\n} 2>&1";
  const ProcessResult result = RunProcess(
      {"/bin/sh", "-c", line}, {.directory = directory, .environment = {"galley=" + galley}});
  std::vector<std::string> shown = command.shown;
  while (!shown.empty() && shown.back().empty()) shown.pop_back();  // between two commands
  std::vector<std::string> printed = LinesOf(result.output);
  while (!printed.empty() && printed.back().empty()) printed.pop_back();
  EXPECT_TRUE(Matches(shown, printed)) << "$ " << command.words << "\nprints\n"
                                       << result.output << "and the document shows\n"
                                       << Joined(shown);
}

// A fence `yaml PATH` is a file, a fence `console` a session.  How many sessions there are.
int RunDocument(const std::string& path, const std::string& galley = kCommand) {
  const TemporaryDirectory directory;
  if (path.ends_with("/chat.md")) {
    std::filesystem::copy(GALLEY_DOCS "/../examples/project", directory.path(),
                          std::filesystem::copy_options::recursive);
  }
  int sessions = 0;
  for (const Fence& fence : FencesOf(path)) {
    const size_t blank = fence.info.find(' ');
    if (blank != std::string::npos) {
      WriteFile(directory.path() + '/' + fence.info.substr(blank + 1), fence.body);
    } else if (fence.info == "console") {
      for (const Command& command : CommandsOf(fence.body)) {
        RunCommand(command, directory.path(), galley);
      }
      ++sessions;
    }
  }
  return sessions;
}

// Every document that shows a session, so that none is forgotten.
std::vector<std::string> DocumentsWithSessions() {
  std::vector<std::string> documents = {GALLEY_DOCS "/../README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(GALLEY_DOCS)) {
    const std::vector<Fence> fences = FencesOf(entry.path().string());
    const bool has_session = std::any_of(
        fences.begin(), fences.end(), [](const Fence& fence) { return fence.info == "console"; });
    if (entry.path().extension() == ".md" && has_session) documents.push_back(entry.path());
  }
  std::sort(documents.begin(), documents.end());
  return documents;
}

class Documents : public ::testing::TestWithParam<std::string> {};

TEST_P(Documents, SayWhatHappens) { EXPECT_GT(RunDocument(GetParam()), 0); }

// As `cmake --install` lays it out, which has built-in templates beside the command.
TEST_P(Documents, SayWhatHappensWhereItIsInstalled) {
  const TemporaryDirectory prefix;
  const std::string galley = prefix.path() + "/bin/galley";
  std::filesystem::create_directories(prefix.path() + "/bin");
  std::filesystem::copy(kCommand, galley);
  const std::string templates = prefix.path() + "/share/galley/templates";
  std::filesystem::create_directories(templates);
  for (const auto& entry : std::filesystem::directory_iterator(GALLEY_DOCS "/../templates")) {
    const bool is_test = entry.path().string().ends_with(".test.yaml");
    if (entry.is_regular_file() && !is_test) std::filesystem::copy(entry.path(), templates);
  }
  EXPECT_GT(RunDocument(GetParam(), galley), 0);
}

INSTANTIATE_TEST_SUITE_P(All, Documents, ::testing::ValuesIn(DocumentsWithSessions()),
                         [](const ::testing::TestParamInfo<std::string>& document) {
                           return std::filesystem::path(document.param).stem().string();
                         });

// A text as it stands in a picture.
std::string InMarkup(const std::string& text) {
  std::string markup;
  for (const char byte : text) {
    markup += byte == '&'   ? "&amp;"
              : byte == '<' ? "&lt;"
              : byte == '>' ? "&gt;"
                            : std::string(1, byte);
  }
  return markup;
}

// The picture of the README is what the tutorial's template gives; tools/terminal_picture.py
// draws it.
TEST(Picture, ShowsWhatExplainPrints) {
  const TemporaryDirectory directory;
  for (const Fence& fence : FencesOf(GALLEY_DOCS "/tutorial.md")) {
    const size_t blank = fence.info.find(' ');
    if (blank == std::string::npos) continue;
    WriteFile(directory.path() + '/' + fence.info.substr(blank + 1), fence.body);
  }
  const ProcessResult explained =
      RunGalley({"explain", "support", "-d", ".galley/data/support.json", "--budget", "100"},
                {.directory = directory.path(), .environment = {"COLUMNS=100"}});
  ASSERT_EQ(explained.status, 0) << explained.error;
  std::ifstream file(GALLEY_DOCS "/explain.svg", std::ios::binary);
  std::stringstream picture;
  picture << file.rdbuf();
  size_t at = 0;
  for (const std::string& line : LinesOf(explained.output)) {
    if (line.empty()) continue;
    at = picture.str().find('>' + InMarkup(line) + "</text>", at);
    ASSERT_NE(at, std::string::npos) << line;
  }
}

// A session that is not marked as one would not be run.
TEST(DocumentFences, MarkTheirSessions) {
  for (const auto& entry : std::filesystem::directory_iterator(GALLEY_DOCS)) {
    if (entry.path().extension() != ".md") continue;
    for (const Fence& fence : FencesOf(entry.path().string())) {
      if (!fence.info.empty()) continue;
      EXPECT_FALSE(fence.body.starts_with("$ galley ")) << entry.path() << '\n' << fence.body;
    }
  }
}

TEST(DocumentFences, DotsStandForAnyLines) {
  EXPECT_TRUE(Matches({"a", "...", "c"}, {"a", "b", "b", "c"}));
  EXPECT_TRUE(Matches({"a", "..."}, {"a", "b"}));
  EXPECT_FALSE(Matches({"a", "...", "c"}, {"a", "b"}));
  EXPECT_FALSE(Matches({"a"}, {"a", "b"}));
}

}  // namespace
}  // namespace galley::testing
