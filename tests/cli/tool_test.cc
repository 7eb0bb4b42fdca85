// The commands for every day: fmt, new, watch, doctor, man, help.
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> CommandNames() { return LinesOf(RunGalley({"man", "--list"}).output); }

// Each page is one that `man` takes: its heading, no line that is taken for a request by
// chance, and every option of the command.
TEST(ManualTest, HasAPageForEveryCommand) {
  const std::vector<std::string> names = CommandNames();
  EXPECT_GT(names.size(), 30u);
  for (const std::string& name : names) {
    const ProcessResult page = RunGalley({"man", name});
    ASSERT_EQ(page.status, 0) << name << page.error;
    std::string upper = "GALLEY-" + name;
    for (char& byte : upper) byte = static_cast<char>(std::toupper(byte));
    EXPECT_TRUE(page.output.starts_with(".TH " + upper + " 1 ")) << name;
    for (const std::string& line : LinesOf(page.output)) {
      if (!line.starts_with('.')) continue;
      const std::string request = line.substr(0, line.find(' '));
      EXPECT_TRUE(request == ".TH" || request == ".SH" || request == ".TP" || request == ".nf" ||
                  request == ".fi")
          << name << ": " << line;
    }
    const std::string help = RunGalley({name, "--help"}).output;
    for (size_t at = help.find("  --"); at != help.npos; at = help.find("  --", at + 1)) {
      std::string option = help.substr(at + 2, help.find_first_of(" ,=\n", at + 2) - at - 2);
      for (size_t dash = 0; (dash = option.find('-', dash)) != option.npos; dash += 2) {
        option.replace(dash, 1, "\\-");
      }
      EXPECT_TRUE(Contains(page.output, option)) << name << ": " << option;
    }
  }
}

TEST(ManualTest, TheWholeNamesEveryCommand) {
  const std::string page = RunGalley({"man"}).output;
  for (const std::string& name : CommandNames()) {
    std::string escaped = name;
    for (size_t dash = 0; (dash = escaped.find('-', dash)) != escaped.npos; dash += 2) {
      escaped.replace(dash, 1, "\\-");
    }
    EXPECT_TRUE(Contains(page, "galley\\-" + escaped + "\\fR(1)")) << name;
  }
}

TEST(HelpTopicTest, FitsATerminal) {
  for (const char* topic : {"chat", "budgets", "names", "limits"}) {
    const ProcessResult help = RunGalley({"help", topic});
    EXPECT_EQ(help.status, 0);
    EXPECT_GT(LinesOf(help.output).size(), 10u) << topic;
    for (const std::string& line : LinesOf(help.output)) EXPECT_LE(line.size(), 84u) << line;
  }
}

TEST(HelpTopicTest, AnUnknownWordIsAnError) {
  const ProcessResult help = RunGalley({"help", "budget"});
  EXPECT_EQ(help.status, 0) << help.error;
  const ProcessResult unknown = RunGalley({"help", "bugdets"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.output, "");
  EXPECT_EQ(unknown.error,
            "error[usage]: `bugdets` is neither a command nor a topic of help\n"
            "  = hint: did you mean `budgets`?\n");
}

TEST(DoctorTest, PrintsNoPasswords) {
  const TemporaryDirectory directory;
  const ProcessResult made = RunShell(
      "mkdir .galley && echo 'store = \"postgresql://ann:s3cret@127.0.0.1:1/db?password=t0ken\"' > "
      ".galley/config.toml && echo hi > a.txt",
      {.directory = directory.path()});
  ASSERT_EQ(made.status, 0) << made.error;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"doctor"},
        std::vector<std::string>{"doctor", "--format", "json"}}) {
    const ProcessResult found =
        RunGalley(words, {.directory = directory.path(),
                          .environment = {"GALLEY_STORE=postgresql://ann:s3cret@127.0.0.1:1/db",
                                          "PGPASSWORD=s3cret", "OPENAI_API_KEY=t0ken"}});
    const std::string all = found.output + found.error;
    EXPECT_FALSE(Contains(all, "s3cret")) << all;
    EXPECT_FALSE(Contains(all, "t0ken")) << all;
    EXPECT_TRUE(Contains(all, "store")) << all;
    EXPECT_EQ(found.status, 1) << all;
  }
}

// What is shown while the store is `store`, in the environment and in a configuration.
std::string ShownWithStore(const std::string& store) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() + "/a.toml")
      << "store = \"" << store << "\"\n[mine]\nurl = \"" << store << "\"\n";
  const ProcessResult found = RunShell(
      "\"$galley\" doctor; \"$galley\" doctor --format json; \"$galley\" config view; "
      "\"$galley\" store list; \"$galley\" store verify --format json; \"$galley\" render store:a; "
      "unset GALLEY_STORE; \"$galley\" doctor --config a.toml; \"$galley\" config view --config "
      "a.toml; "
      "\"$galley\" config view --format json --config a.toml; \"$galley\" store list --config "
      "a.toml",
      {.directory = directory.path(), .environment = {"GALLEY_STORE=" + store}});
  return found.output + found.error;
}

// A place that is not written as it should be may hold a password all the same.
TEST(DoctorTest, PrintsNoPasswordsOfPlacesThatAreWrong) {
  for (const char* store :
       {"postgresql//ann:s3cret@h/db", "postgresql:/ann:s3cret@h/db",
        "postgresql;//ann:s3cret@h/db", "ann:s3cret@h/db", "//ann:s3cret@h/db",
        "postgresql//ann%3As3cret@h/db", "postgresql//s3cret@h/db",
        "postgresql:host=h password=a s3cret", "mysql://s3cret@h/db",
        "postgresql://127.0.0.1:1/db?passwrod=s3cret", "libsql://h?authToken=s3cret",
        "postgresql:host=127.0.0.1 port=1 pasword=s3cret", "https://x-token:s3cret@h/db"}) {
    const std::string all = ShownWithStore(store);
    EXPECT_FALSE(Contains(all, "s3cret")) << store << '\n' << all;
    EXPECT_TRUE(Contains(all, "store")) << all;
  }
}

// Nor where a word of the command line or a line of a file is repeated because it is wrong.
TEST(DoctorTest, PrintsNoPasswordsOfWordsAndLines) {
  for (const std::string store : {"postgresql//ann:s3cret@h/db", "postgresql:/ann:s3cret@h/db",
                                  "postgresql://ann:s3cret@h/db", "ann:s3cret@h/db"}) {
    const TemporaryDirectory directory;
    std::ofstream(directory.path() + "/a.toml") << "store = \"" << store << '\n';
    const ProcessResult found = RunShell(
        "\"$galley\" \"$place\"; \"$galley\" --stor=\"$place\" list; "
        "\"$galley\" doctor --config a.toml; \"$galley\" store list --config a.toml",
        {.directory = directory.path(), .environment = {"place=" + store}});
    const std::string all = found.output + found.error;
    EXPECT_FALSE(Contains(all, "s3cret")) << store << '\n' << all;
    EXPECT_TRUE(Contains(all, "is not a command")) << all;
  }
}

TEST(DoctorTest, FindsNothingWrongWithANewProject) {
  const TemporaryDirectory directory;
  const ProcessResult found =
      RunShell("\"$galley\" init > /dev/null && \"$galley\" doctor",
               {.directory = directory.path(), .environment = {"PATH=/usr/bin:/bin"}});
  EXPECT_EQ(found.status, 0) << found.output;
  EXPECT_TRUE(Contains(found.output, "check          0 errors, 0 warnings")) << found.output;
  EXPECT_TRUE(Contains(found.output, "tokenizers")) << found.output;
}

TEST(DoctorTest, TellsWhatIsWrongWithTheConfiguration) {
  const TemporaryDirectory directory;
  const ProcessResult found =
      RunShell("mkdir .galley && echo 'a = [' > .galley/config.toml && \"$galley\" doctor",
               {.directory = directory.path()});
  EXPECT_EQ(found.status, 1);
  EXPECT_TRUE(Contains(found.output, "problem  configuration")) << found.output;
}

// A project, and what it may start from.
class NewTest : public ::testing::Test {
 protected:
  ProcessResult Run(const std::string& line) {
    return RunShell(
        line, {.directory = directory_.path(),
               .environment = {"GALLEY_BUILTIN_TEMPLATE_PATHS=" + directory_.path() + "/builtin"}});
  }
  void SetUp() override {
    ASSERT_EQ(Run("mkdir -p builtin .galley/templates; printf 'Note {{ x }}' > builtin/note.j2; "
                  "printf '# Kept.\nid: agent\nname: Agent\ntask: agent\nversion: 1\n"
                  "layout: []\nslots: {}\n' > builtin/agent.chat.yaml; "
                  "printf 'name: talk # Kept.\nsources: {x: {}}\n' > builtin/talk.task.yaml")
                  .status,
              0);
  }

  TemporaryDirectory directory_;
};

TEST_F(NewTest, CopiesABuiltInTemplateWithAnIdOfItsOwn) {
  const ProcessResult made = Run("\"$galley\" new support/first --from agent");
  EXPECT_EQ(made.status, 0) << made.error;
  EXPECT_TRUE(Contains(made.output, "/.galley/templates/support/first.chat.yaml\n")) << made.output;
  EXPECT_EQ(Run("\"$galley\" show support/first").output,
            "# Kept.\nid: first\nname: Agent\ntask: agent\nversion: 1\nlayout: []\nslots: {}\n");
  EXPECT_EQ(Run("\"$galley\" new mine --from note && \"$galley\" render mine --set x=1")
                .output.substr(0, 8),
            "created ");
}

TEST_F(NewTest, CallsATaskAsItsFileIsCalled) {
  ASSERT_EQ(Run("\"$galley\" new support/mine --from talk").status, 0);
  const ProcessResult checked =
      Run("cat .galley/templates/support/mine.task.yaml; \"$galley\" check support/mine");
  EXPECT_EQ(checked.output,
            "name: mine # Kept.\nsources: {x: {}}\nchecked 1: 0 errors, 0 warnings\n")
      << checked.error;
}

TEST_F(NewTest, WritesOverNothing) {
  EXPECT_EQ(Run("\"$galley\" new note --from note").status, 0);
  const ProcessResult again = Run("\"$galley\" new note --from agent");
  EXPECT_EQ(again.status, 0) << "another extension is another file";
  const ProcessResult taken = Run("\"$galley\" new note --from note");
  EXPECT_EQ(taken.status, 2);
  EXPECT_TRUE(Contains(taken.error, "is there already")) << taken.error;
}

TEST_F(NewTest, NamesWhatIsNearAndStaysInTheProject) {
  const ProcessResult unknown = Run("\"$galley\" new mine --from notes");
  EXPECT_TRUE(Contains(unknown.error, "did you mean `note`?")) << unknown.error;
  EXPECT_NE(Run("\"$galley\" new ../../out --from note; status=$?; test ! -e out.j2 || exit 0; "
                "exit $status")
                .status,
            0);
}

// Renders, then again after each of three changes: of the template, to one that fails, of the
// data.  The shell waits until the output says so, and gives up after a while.
constexpr char kWatch[] = R"sh(
"$galley" init > /dev/null
: > out
"$galley" watch render hello -d .galley/data/hello.json >> out 2>&1 &
watch=$!
await() {
  count=0
  while [ "$(grep -c -- "$1" out)" -lt "$2" ]; do
    count=$((count + 1))
    [ $count -lt 300 ] || { echo "never: $1"; cat out; kill $watch; exit 1; }
    sleep 0.1
  done
}
await 'waits for a change' 1
printf 'Second {{ name }}\n' > .galley/templates/hello.j2
await 'Second Ann' 1
await 'waits for a change' 2
printf '{{ nobody }}\n' > .galley/templates/hello.j2
await 'undefined-variable' 1
await 'waits for a change' 3
printf 'Third {{ name }}\n' > .galley/templates/hello.j2
await 'Third Ann' 1
await 'waits for a change' 4
printf '{"name": "Bob"}' > .galley/data/hello.json
await 'Third Bob' 1
kill $watch
)sh";

TEST(WatchTest, RendersAgainAndSurvivesErrors) {
  const TemporaryDirectory directory;
  const ProcessResult run = RunShell(kWatch, {.directory = directory.path()});
  EXPECT_EQ(run.status, 0) << run.output << run.error;
}

TEST(WatchTest, RefusesOtherCommands) {
  const ProcessResult run = RunGalley({"watch", "serve"});
  EXPECT_EQ(run.status, 2);
}

}  // namespace
}  // namespace galley::testing
