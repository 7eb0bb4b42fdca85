// The command as its users meet it: words in, text and an exit code out.
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galley/version.h"
#include "tests/cli/command.h"
#include "tests/cli/terminal.h"

namespace galley::testing {
namespace {

class CliTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& name, std::string_view text) const {
    std::string path = directory_.path() + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  ProcessResult Run(std::vector<std::string> words, std::string_view input = {}) const {
    return RunGalley(std::move(words), {.directory = directory_.path(), .input = input});
  }

  TemporaryDirectory directory_;
};

constexpr std::array<const char*, 30> kCommands = {
    "browse", "budget",     "call",   "check", "completions", "config",       "diff",   "dump",
    "errors", "explain",    "graph",  "init",  "inspect",     "instructions", "limits", "list",
    "models", "operations", "prompt", "read",  "render",      "resolve",      "rpc",    "schema",
    "show",   "simulate",   "store",  "test",  "transform",   "which"};

TEST_F(CliTest, PrintsItsVersion) {
  const ProcessResult result = Run({"--version"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "galley " + std::string(Version()) + "\n");
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(Run({"--version", "--format", "json"}).output,
            "{\"version\":\"" + std::string(Version()) + "\"}\n");
}

TEST_F(CliTest, HelpListsEveryCommand) {
  const ProcessResult result = Run({"--help"});
  EXPECT_EQ(result.status, 0);
  for (const std::string command : kCommands) {
    EXPECT_TRUE(Contains(result.output, "\n  " + command + " ")) << command;
  }
}

TEST_F(CliTest, HelpOfEveryCommandHasExamples) {
  for (const std::string command : kCommands) {
    const ProcessResult result = Run({command, "--help"});
    EXPECT_EQ(result.status, 0) << command;
    EXPECT_TRUE(Contains(result.output, "Examples:\n")) << command;
    EXPECT_TRUE(Contains(result.output, "galley " + command)) << command;
  }
}

TEST_F(CliTest, EndsWithTheExitCodeOfTheReason) {
  Write("good.json", "{}");
  Write("bad.json", "{");
  const std::vector<std::pair<std::vector<std::string>, int>> cases = {
      {{"read", "good.json"}, 0},
      {{"limits"}, 0},
      {{"read", "bad.json"}, 1},
      {{}, 2},
      {{"raed"}, 2},
      {{"read"}, 2},
      {{"read", "good.json", "more"}, 2},
      {{"read", "--no-such-option", "good.json"}, 2},
      {{"read", "--as", "xml", "good.json"}, 2},
      {{"--format", "xml", "limits"}, 2},
      {{"completions", "csh"}, 2},
      {{"errors", "no-such-code"}, 2},
      {{"call", "no.such.method"}, 2},
      {{"call", "version", R"({"x":1})"}, 2},
      {{"read", "."}, 2},
      {{"read", "missing.json"}, 3},
      {{"call", "version", "@missing.json"}, 3},
      {{"call", "version", "{"}, 7},
      {{"call", "version", "@bad.json"}, 7},
  };
  for (const auto& [words, status] : cases) {
    const ProcessResult result = Run(words);
    EXPECT_EQ(result.status, status) << ::testing::PrintToString(words) << result.error;
    EXPECT_EQ(result.output.empty(), status != 0) << ::testing::PrintToString(words);
    EXPECT_EQ(result.error.empty(), status == 0) << ::testing::PrintToString(words);
  }
}

TEST_F(CliTest, SuggestsTheNearestWord) {
  EXPECT_EQ(Run({"raed"}).error,
            "error[usage]: `raed` is not a command\n  = hint: did you mean `read`?\n");
  EXPECT_EQ(Run({"limits", "--fromat", "json"}).error,
            "error[usage]: `--fromat` is not an option\n  = hint: did you mean `--format`?\n");
  EXPECT_EQ(Run({"limits", "--fromat=json"}).error,
            "error[usage]: `--fromat=json` is not an option\n  = hint: did you mean `--format`?\n");
  EXPECT_EQ(Run({"read", "x", "--as", "ymal"}).error,
            "error[usage]: `--as` must be one of `json`, `yaml`, `toml`, `front-matter`, "
            "`markdown`\n  = hint: did you mean `yaml`?\n");
}

TEST_F(CliTest, TellsWhatIsWrongWithTheWords) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "a command is missing\n  = hint: `galley --help` lists the commands\n"},
      {{"read"}, "FILE is required\n"},
      {{"dump"},
       "--stage is required: one of `catalog`, `document`, `flat`, `tokens`, `ast`, `code`, "
       "`artifact`\n"},
      {{"config"}, "ACTION is required: one of `view`, `path`, `validate`\n"},
      {{"hepl"}, "`hepl` is not a command\n  = hint: did you mean `help`?\n"},
      {{"limits", "x"}, "`x` is one word too many for `galley limits`\n"},
      {{"limits", "errors"}, "`errors` is one word too many for `galley limits`\n"},
      {{"--data", "a", "render"}, "`--data` must stand behind `render`\n"},
      {{"render", "--config=", "list"}, "`--config=` lacks a value\n"},
      {{"limits", "--", "--x"}, "`--x` is one word too many for `galley limits`\n"},
      {{"list", "--format"}, "`--format` lacks a value\n"},
      {{"read", "a", "--as", "json", "--as", "yaml"}, "`--as` may be given once only\n"},
      {{"budget", "a", "--points", "x"}, "`--points` must be a whole number\n"},
      {{"render", "-da", "--sett", "k=v"},
       "`--sett` is not an option\n  = hint: did you mean `--set`?\n"},
      {{"config", "veiw"},
       "`ACTION` must be one of `view`, `path`, `validate`\n  = hint: did you mean `view`?\n"},
  };
  for (const auto& [words, message] : cases) {
    EXPECT_EQ(Run(words).error, "error[usage]: " + message) << ::testing::PrintToString(words);
  }
}

TEST_F(CliTest, PrintsDiagnosticsAsJsonOnStandardOutput) {
  Write("bad.json", "{");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--format", "json", "read", "bad.json"},
        std::vector<std::string>{"read", "bad.json", "--format=json"}}) {
    const ProcessResult result = Run(words);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.error, "");
    EXPECT_TRUE(result.output.starts_with(R"({"diagnostics":[{"code":"json-syntax",)"))
        << result.output;
    EXPECT_TRUE(result.output.ends_with("}]}\n")) << result.output;
  }
  EXPECT_TRUE(
      Run({"--format", "json", "raed"}).output.starts_with(R"({"diagnostics":[{"code":"usage")"));
}

TEST_F(CliTest, ReadsEachFormatByItsExtension) {
  Write("a.json", R"({"k":[1,true]})");
  Write("a.yaml", "k:\n  - 1\n  - true\n");
  Write("a.yml", "k: [1, true]\n");
  Write("a.toml", "k = [1, true]\n");
  const std::string expected = "{\n  \"k\": [\n    1,\n    true\n  ]\n}\n";
  for (const std::string name : {"a.json", "a.yaml", "a.yml", "a.toml"}) {
    EXPECT_EQ(Run({"read", name}).output, expected) << name;
  }
  Write("a.md", "# Title\ntext\n");
  EXPECT_TRUE(Contains(Run({"read", "a.md"}).output, "\"title\": \"Title\""));
}

TEST_F(CliTest, ReadsAsItIsTold) {
  Write("page.txt", "---\na: 1\n---\nbody\n");
  EXPECT_EQ(Run({"--format", "json", "read", "--as", "front-matter", "page.txt"}).output,
            "{\"metadata\":{\"a\":1},\"body\":\"body\\n\"}\n");
  const ProcessResult unknown = Run({"read", "page.txt"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_TRUE(Contains(unknown.error, "front-matter")) << unknown.error;
}

TEST_F(CliTest, ReadsStandardInput) {
  EXPECT_EQ(Run({"read", "--as", "yaml", "-"}, "a: no").output, "{\n  \"a\": \"no\"\n}\n");
  EXPECT_EQ(Run({"call", "format.read", "-"}, R"({"format":"json","text":"1"})").output,
            "{\"value\":1}\n");
}

TEST_F(CliTest, ReadsAFileThroughALinkThatTheUserNamed) {
  Write("a.json", "1");
  ASSERT_EQ(mkdir((directory_.path() + "/sub").c_str(), 0700), 0);
  ASSERT_EQ(symlink("../a.json", (directory_.path() + "/sub/link.json").c_str()), 0);
  EXPECT_EQ(Run({"read", "sub/link.json"}).output, "1\n");
  EXPECT_EQ(Run({"read", directory_.path() + "/sub/../a.json"}).output, "1\n");
}

TEST_F(CliTest, PointsAtWhatIsWrong) {
  Write("bad.yaml", "a: 1\na: 2\n");
  const ProcessResult result = Run({"read", "bad.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(Contains(result.error, "error[duplicate-key]")) << result.error;
  EXPECT_TRUE(Contains(result.error, "--> bad.yaml:2:1\n")) << result.error;
  EXPECT_TRUE(Contains(result.error, "2 | a: 2\n")) << result.error;
  EXPECT_TRUE(Contains(result.error, "| ^")) << result.error;
}

TEST_F(CliTest, ReportsInvalidUtf8AtItsPlace) {
  Write("bad.yaml", "ok: 1\nbad: \xFF\n");
  const ProcessResult result = Run({"read", "bad.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(Contains(result.error, "error[invalid-utf8]")) << result.error;
  EXPECT_TRUE(Contains(result.error, "--> bad.yaml:2:6\n")) << result.error;
}

TEST_F(CliTest, ListsLimitsAndExplainsCodes) {
  EXPECT_TRUE(Contains(Run({"limits"}).output, "\nnesting "));
  EXPECT_TRUE(
      Run({"limits", "--format", "json"}).output.starts_with(R"({"limits":[{"name":"file",)"));
  EXPECT_TRUE(Contains(Run({"errors", "duplicate-key"}).output, "duplicate-key"));
  EXPECT_TRUE(Contains(Run({"errors"}).output, "\nusage "));
}

TEST_F(CliTest, CallsAnyOperation) {
  EXPECT_EQ(Run({"call", "version"}).output, "{\"version\":\"" + std::string(Version()) + "\"}\n");
  Write("params.json", R"({"format":"toml","text":"a=1"})");
  EXPECT_EQ(Run({"call", "format.read", "@params.json"}).output, "{\"value\":{\"a\":1}}\n");
}

TEST_F(CliTest, HasNoColourInAPipe) { EXPECT_FALSE(Contains(Run({"raed"}).error, "\x1B")); }

TEST_F(CliTest, HasColourOnATerminalUnlessToldNotTo) {
  const std::vector<std::string> words = {kCommand, "raed"};
  EXPECT_TRUE(Contains(RunOnTerminal(words, {"TERM=xterm"}), "\x1B["));
  EXPECT_TRUE(Contains(RunOnTerminal(words, {"TERM=xterm", "NO_COLOR="}), "\x1B["));
  EXPECT_FALSE(Contains(RunOnTerminal(words, {"TERM=xterm", "NO_COLOR=1"}), "\x1B"));
  EXPECT_FALSE(Contains(RunOnTerminal(words, {"TERM=dumb"}), "\x1B"));
}

TEST_F(CliTest, ReportsAResultThatCannotBeWritten) {
  for (const std::string_view to : {"/dev/full", "&-"}) {
    for (const std::string_view words : {"limits", "--version", "--format json raed"}) {
      const ProcessResult result =
          RunShell("$galley " + std::string(words) + " >" + std::string(to));
      EXPECT_EQ(result.status, 70) << words << " >" << to;
      EXPECT_TRUE(Contains(result.error, "error[output-failed]")) << result.error;
    }
  }
}

TEST_F(CliTest, AReaderThatGoesAwayIsNoError) {
  const ProcessResult result = RunShell("(sleep 0.2; $galley limits; echo $? >&2) | true");
  EXPECT_EQ(result.error, "0\n");
}

TEST_F(CliTest, WorksWithItsStreamsClosed) {
  EXPECT_EQ(RunShell("$galley raed 2>&-").status, 2);
  EXPECT_EQ(RunShell("$galley read --as json - <&-").status, 2);
  EXPECT_EQ(RunShell("$galley raed <&- >&- 2>&-").status, 2);
}

// Nothing of help is wider than the terminal, and examples stay commands that can be copied.
TEST_F(CliTest, HelpWrapsToTheTerminal) {
  for (const size_t width : {size_t{40}, size_t{60}, size_t{80}}) {
    for (const std::string command :
         {"render", "diff", "serve", "simulate", "store", "tokens", "import"}) {
      const ProcessResult help =
          RunGalley({command, "--help"}, {.environment = {"COLUMNS=" + std::to_string(width)}});
      EXPECT_EQ(help.status, 0) << help.error;
      std::istringstream lines(help.output);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_LE(line.size(), width) << command << ": " << line;
      }
    }
  }
  const ProcessResult help = RunGalley({"render", "--help"}, {.environment = {"COLUMNS=80"}});
  EXPECT_TRUE(Contains(help.output, " \\\n      ")) << help.output;
}

}  // namespace
}  // namespace galley::testing
