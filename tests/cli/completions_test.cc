// Completions, asked of the shells themselves where they are installed.
#include <unistd.h>

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

// Sources the completions and prints what follows each line of words.
constexpr char kBashDriver[] = R"(
source <($galley completions bash) || exit 1
complete -p galley
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _galley; echo "${COMPREPLY[@]}"; }
try galley ''
try galley rea
try galley --f
try galley completions ''
try galley read --as to
try galley limits --format ''
try galley graph --format m
try galley config v
try galley list --tier b
try galley read --pos
try galley call store.p
try galley errors store-d
try galley operations chat.d
cd / && try galley read de
try galley list --config de
)";

TEST(Completions, WorkInBash) {
  if (access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "bash is not installed";
  const ProcessResult result = RunProcess({"/bin/bash", "-c", kBashDriver},
                                          {.environment = {"galley=" + std::string(kCommand)}});
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(
      result.output,
      "complete -F _galley galley\n"
      "prompt render explain budget diff list which show inspect browse check test graph dump "
      "simulate config init batch call "
      "completions doctor "
      "errors fmt import instructions limits man mcp models new operations read resolve rpc schema "
      "serve store studio token tokens "
      "transform watch\n"
      "read\n"
      "--format\n"
      "bash zsh fish tcsh\n"
      "toml\n"
      "text json\n"
      "mermaid\n"
      "view validate\n"
      "builtin\n"
      "--positions\n"
      "store.pull store.push\n"
      "store-damaged\n"
      "chat.diff\n"
      "dev\n"
      "dev\n");
}

// What a project, its store and the list of models hold is asked for when it is needed.
constexpr char kListingDriver[] = R"(
galley() { "$galley" "$@"; }
source <(galley completions bash) || exit 1
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _galley; echo "${COMPREPLY[@]}"; }
mkdir -p .galley/templates && echo 'Hi' > .galley/templates/greeting.j2
export GALLEY_STORE=sqlite:prompts.db
galley store push greeting --author Ann && galley store label greeting@1 production || exit 1
try galley render gre
try galley batch gre
try galley simulate gre
try galley store pull gre
try galley render --model claude-2
try galley tokens count -m claude-2
try galley models show o1
)";

TEST(Completions, ListNamesLabelsAndModels) {
  if (access("/bin/bash", X_OK) != 0) GTEST_SKIP() << "bash is not installed";
  const TemporaryDirectory directory;
  const ProcessResult result =
      RunProcess({"/bin/bash", "-c", kListingDriver},
                 {.directory = directory.path(),
                  .environment = {"galley=" + std::string(kCommand), "HOME=" + directory.path()}});
  EXPECT_EQ(result.status, 0) << result.error;
  const std::string listed = result.output.substr(std::min(
      result.output.find("greeting\n", result.output.find("production")), result.output.size()));
  EXPECT_EQ(listed,
            "greeting\n"
            "greeting\n"
            "greeting\n"
            "greeting greeting@production\n"
            "claude-2\n"
            "claude-2\n"
            "o1\n")
      << result.output;
}

TEST(Completions, ParseInZsh) {
  if (access("/usr/bin/zsh", X_OK) != 0) GTEST_SKIP() << "zsh is not installed";
  const ProcessResult result = RunShell("$galley completions zsh | /usr/bin/zsh -fn");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.error, "");
}

TEST(Completions, WorkInFish) {
  if (access("/usr/bin/fish", X_OK) != 0) GTEST_SKIP() << "fish is not installed";
  const ProcessResult result = RunShell(
      "/usr/bin/fish --no-config -c '$galley completions fish | source; complete -C \"galley "
      "rea\"'");
  EXPECT_TRUE(result.output.starts_with("read\t")) << result.error;
  const ProcessResult store = RunShell(
      "/usr/bin/fish --no-config -c '$galley completions fish | source; complete -C \"galley "
      "store diff --mi\"'");
  EXPECT_EQ(store.output, "") << "an option of `diff`";
}

// What zsh offers is seen on a terminal only: each candidate is printed as it is added.
TEST(Completions, WorkInZsh) {
  if (access("/usr/bin/zsh", X_OK) != 0) GTEST_SKIP() << "zsh is not installed";
  const ProcessResult result = RunShell(R"sh(/usr/bin/zsh -f -c '
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D; source <($galley completions zsh)"
zpty -w shell "compadd() { local -a hits; builtin compadd -A hits \"\$@\"; print -rl -- HIT:\${^hits}; }"
zpty -w shell "print REA""DY"
zpty -r shell seen "*READY*"
zpty -n -w shell "galley call chat.re"$'"'\t'"'
zpty -r shell seen "*HIT:*r*"
zpty -r -t shell more
print -r -- "$seen$more"
zpty -d shell')sh");
  EXPECT_TRUE(Contains(result.output, "HIT:chat.render")) << result.output << result.error;
}

// tcsh has no way to ask for completions but a terminal; what it is told names what others ask.
TEST(Completions, OfTcshListNamesModelsAndWhatIsStored) {
  const ProcessResult result = RunGalley({"completions", "tcsh"});
  EXPECT_EQ(result.status, 0);
  for (const std::string_view rule :
       {"'n/render/`galley list --names`/'", "'n/diff/`galley list --names`/'",
        "'N/diff/`galley list --names`/'", "'N/store/`galley store list --names`/'",
        "'n/--model/`galley models list --names`/'"}) {
    EXPECT_TRUE(Contains(result.output, rule)) << rule;
  }
  if (access("/usr/bin/tcsh", X_OK) != 0) GTEST_SKIP() << "tcsh is not installed";
  const ProcessResult read = RunShell("$galley completions tcsh | /usr/bin/tcsh -fn");
  EXPECT_EQ(read.error, "");
}

TEST(Completions, NameEveryCommandInEveryShell) {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const ProcessResult result = RunGalley({"completions", shell});
    EXPECT_EQ(result.status, 0) << shell;
    for (const std::string_view word :
         {"call", "completions", "errors", "limits", "list", "read", "render", "rpc",
          "front-matter", "json yaml toml", "text json", "catalog.check catalog.dump",
          "file-not-regular file-not-directory"}) {
      EXPECT_TRUE(Contains(result.output, word)) << shell << " " << word;
    }
  }
}

}  // namespace
}  // namespace galley::testing
