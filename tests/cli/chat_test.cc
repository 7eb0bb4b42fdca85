// Chat templates from the command line: what people see of a render on their terminal, and
// the files that commands write.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"
#include "tests/cli/terminal.h"

namespace galley::testing {
namespace {

constexpr char kTemplate[] = R"(id: story
name: Story
task: turn_generation
version: 1
layout:
  - { kind: message, role: system, content: You tell stories. }
  - { kind: slot, name: turns, header: { role: user, content: "So far:" } }
slots:
  turns:
    priority: 0
    budget: { maxTokens: 30 }
    plan:
      - kind: forEach
        source: { source: turns }
        map:
          - { kind: message, role: user, content: "{{item}}" }
)";

constexpr char kContext[] = R"({"turns": ["Once there was a fox who could not sleep.",
  "狐狸看着月亮，月亮也看着狐狸。狐狸看着月亮，月亮也看着狐狸。",
  "In the morning it was gone, and nobody had seen it leave or heard it, not even the owl."]})";

std::string ReadWhole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class ChatCliTest : public ::testing::Test {
 protected:
  ChatCliTest() {
    Write(".galley/templates/story.chat.yaml", kTemplate);
    Write("ctx.json", kContext);
  }

  std::string At(const std::string& path) const { return directory_.path() + "/" + path; }
  void Write(const std::string& path, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(At(path)).parent_path());
    std::ofstream(At(path), std::ios::binary) << text;
  }
  ProcessResult Run(std::vector<std::string> words) const {
    return RunGalley(std::move(words), {.directory = directory_.path()});
  }
  std::vector<std::string> Explain(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {
        kCommand,         "explain",         "story",    "-d", At("ctx.json"),
        "--project-root", directory_.path(), "--budget", "1k"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  TemporaryDirectory directory_;
};

// Columns of a line, without what colours it; a character beyond U+2E7F takes two.
size_t WidthOf(std::string_view line) {
  size_t columns = 0;
  for (size_t at = 0; at < line.size();) {
    const auto byte = static_cast<unsigned char>(line[at]);
    if (byte == 0x1B) {
      at = line.find('m', at) + 1;
    } else if (byte < 0x80) {
      columns += byte >= 0x20;
      ++at;
    } else {
      const size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      columns += byte >= 0xE3 && byte < 0xF0 ? 2 : 1;
      at += size;
    }
  }
  return columns;
}

size_t WidestLine(const std::string& text) {
  std::istringstream lines(text);
  size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, WidthOf(line));
  return widest;
}

TEST_F(ChatCliTest, ExplainKeepsToTheWidthOfTheTerminal) {
  for (const int columns : {40, 60, 80, 132}) {
    const std::string text =
        RunOnTerminal(Explain(), {"TERM=xterm"}, static_cast<unsigned short>(columns));
    EXPECT_TRUE(Contains(text, "Story")) << text;
    EXPECT_LE(WidestLine(text), static_cast<size_t>(columns)) << text;
  }
  EXPECT_GT(WidestLine(RunOnTerminal(Explain(), {"TERM=xterm"}, 132)), 90u);
}

TEST_F(ChatCliTest, ExplainIsColouredOnATerminalOnly) {
  EXPECT_TRUE(Contains(RunOnTerminal(Explain(), {"TERM=xterm"}, 80), "\x1B["));
  EXPECT_FALSE(Contains(RunOnTerminal(Explain(), {"TERM=xterm", "NO_COLOR=1"}, 80), "\x1B"));
  EXPECT_FALSE(Contains(RunProcess(Explain(), {}).output, "\x1B"));
}

TEST_F(ChatCliTest, ExplainShowsNoControlCharactersOfTheData) {
  Write("ctx.json", R"({"turns": ["\u001b[31mred\u0007"]})");
  const std::string text = RunProcess(Explain(), {}).output;
  EXPECT_TRUE(Contains(text, "\\x1b[31mred\\x07")) << text;
  EXPECT_FALSE(Contains(text, "\x1B"));
}

TEST_F(ChatCliTest, HtmlIsWrittenOverWhatIsThereOrPrinted) {
  Write("page.html", "old");
  EXPECT_EQ(Run({"explain", "story", "-d", "ctx.json", "--html", "page.html"}).status, 0);
  const std::string page = ReadWhole(At("page.html"));
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  EXPECT_EQ(Run({"explain", "story", "-d", "ctx.json", "--html", "-"}).output, page);
  EXPECT_EQ(Run({"explain", "story", "-d", "ctx.json", "--html", "no/page.html"}).status, 3);
}

TEST_F(ChatCliTest, HtmlNeedsNothingElseAndHoldsNoMarkupOfTheData) {
  Write("ctx.json",
        R"({"turns": ["</script><script>alert(1)</script>", "<img src=x onerror=y>"]})");
  const std::string page =
      Run({"explain", "story", "-d", "ctx.json", "--html", "-", "--budget", "1k"}).output;
  for (const std::string_view part :
       {"alert(1)</script>", "<img", "http://", "https://", "src=\""}) {
    const bool is_namespace = part == "http://";
    const std::string without =
        is_namespace ? page.substr(0, page.find("http://www.w3.org/2000/svg")) : page;
    EXPECT_FALSE(Contains(without, part)) << part;
  }
  EXPECT_TRUE(Contains(page, "&lt;img src=x onerror=y&gt;"));
}

TEST_F(ChatCliTest, UpdateRewritesTheFileOnDiskOnce) {
  Write(".galley/templates/story.test.yaml",
        "# kept\ncases:\n  - name: one   # kept\n    context: ../../ctx.json\n    budget: 20\n");
  EXPECT_EQ(Run({"test"}).status, 1);
  EXPECT_EQ(Run({"test", "--update"}).status, 0);
  const std::string text = ReadWhole(At(".galley/templates/story.test.yaml"));
  EXPECT_TRUE(text.starts_with("# kept\ncases:\n  - name: one   # kept\n")) << text;
  EXPECT_TRUE(Contains(text, "    expect:\n      messages:\n        - role: system\n")) << text;
  EXPECT_EQ(Run({"test", "--update"}).output, "ok    story  1 case\n1 passed, 0 failed\n");
  EXPECT_EQ(ReadWhole(At(".galley/templates/story.test.yaml")), text);
  EXPECT_EQ(Run({"check"}).status, 0);
}

TEST_F(ChatCliTest, OneCaseIsRunAndUpdated) {
  Write(".galley/templates/story.test.yaml",
        "context: ../../ctx.json\ncases:\n  - name: one\n    budget: 20\n  - name: two\n");
  const ProcessResult updated = Run({"test", "--update", "--case", "two"});
  EXPECT_EQ(updated.output, "ok    story  1 case, updated\n1 passed, 0 failed\n");
  EXPECT_EQ(Run({"test", "story", "--case", "two"}).status, 0);
  EXPECT_EQ(Run({"test", "--case", "one", "--case", "two"}).status, 1);
  const ProcessResult unknown = Run({"test", "--case", "tow"});
  EXPECT_EQ(unknown.status, 3);
  EXPECT_TRUE(Contains(unknown.error, "did you mean `two`?")) << unknown.error;
}

TEST_F(ChatCliTest, TestsReadNoFileOutsideOfTheProject) {
  const TemporaryDirectory elsewhere;
  std::ofstream(elsewhere.path() + "/secret.json") << R"({"turns": ["secret"]})";
  std::filesystem::create_symlink(elsewhere.path() + "/secret.json", At("link.json"));
  Write(".galley/templates/story.test.yaml",
        "cases:\n  - { name: one, context: ../../link.json }\n"
        "  - { name: two, context: ../../../secret.json }\n");
  const ProcessResult result = Run({"test", "--update"});
  EXPECT_FALSE(Contains(result.output + result.error, "secret\"")) << result.output;
  EXPECT_TRUE(Contains(ReadWhole(At(".galley/templates/story.test.yaml")), "file-outside-root"));
}

TEST_F(ChatCliTest, InitGivesAProjectWhoseChecksAndTestsPass) {
  const TemporaryDirectory fresh;
  const ProcessOptions there = {.directory = fresh.path()};
  EXPECT_EQ(RunGalley({"init"}, there).status, 0);
  const ProcessResult tested = RunGalley({"test"}, there);
  EXPECT_EQ(tested.status, 0) << tested.output << tested.error;
  EXPECT_EQ(RunGalley({"check", "--strict"}, there).status, 0);
  const ProcessResult explained =
      RunGalley({"explain", "assistant", "-d", ".galley/data/assistant.json"}, there);
  EXPECT_EQ(explained.status, 0) << explained.error;
}

// Issue 2: invalid input data ends a command with 7.
TEST_F(ChatCliTest, InputThatIsNoTextIsInvalidData) {
  Write("reply.txt", "a\xFF");
  Write("bad.json", "{\"turns\": [\"\xFF\"]}");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"transform", "story", "reply.txt"},
        {"render", "story", "-d", "bad.json"},
        {"render", "story", "--set", "a=@:reply.txt"},
        {"render", "story", "--inject", "bad.json"}}) {
    const ProcessResult result = Run(words);
    EXPECT_EQ(result.status, 7) << words[0];
    EXPECT_NE(result.error.find("error[invalid-utf8]"), std::string::npos) << result.error;
  }
  EXPECT_EQ(Run({"transform", "story", "missing.txt"}).status, 3);
}

}  // namespace
}  // namespace galley::testing
