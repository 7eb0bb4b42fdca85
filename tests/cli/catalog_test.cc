// Templates on disk as the command meets them: links and other files, the
// environment, and browsing.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/command.h"

namespace galley::testing {
namespace {

class CatalogCliTest : public ::testing::Test {
 protected:
  std::string At(const std::string& path) const { return directory_.path() + "/" + path; }
  std::string Template(const std::string& name) const { return At(".galley/templates/" + name); }
  void Write(const std::string& path, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(At(path)).parent_path());
    std::ofstream(At(path), std::ios::binary) << text;
  }
  void WriteTemplate(const std::string& name, std::string_view text) const {
    Write(".galley/templates/" + name, text);
  }
  ProcessResult Run(std::vector<std::string> words,
                    std::vector<std::string> environment = {}) const {
    return RunGalley(std::move(words),
                     {.directory = directory_.path(), .environment = std::move(environment)});
  }

  TemporaryDirectory directory_;
};

TEST_F(CatalogCliTest, ATemplateMayBeCalledAsACommandIs) {
  WriteTemplate("list.j2", "{{ x }}");
  EXPECT_EQ(Run({"render", "list", "--set", "x=1"}).output, "1");
  EXPECT_EQ(Run({"check", "list"}).status, 0);
}

// --- What lies in a root

TEST_F(CatalogCliTest, LeavesOutWhatLeadsOutOfTheRoot) {
  WriteTemplate("a.j2", "a");
  Write("secret.j2", "secret");
  ASSERT_EQ(symlink("../../secret.j2", Template("out.j2").c_str()), 0);
  const ProcessResult result = Run({"list"});
  EXPECT_EQ(result.status, 0);
  EXPECT_FALSE(Contains(result.output, "out.j2"));
  EXPECT_TRUE(Contains(result.error, "warning[file-skipped]: `out.j2`")) << result.error;
  // Who asks for something else is not told.
  EXPECT_EQ(Run({"render", "a"}).error, "");
  const ProcessResult asked = Run({"render", "out"});
  EXPECT_EQ(asked.status, 3);
  EXPECT_TRUE(Contains(asked.error, "= note: `out.j2` of root `.galley/templates` is left out"))
      << asked.error;
  WriteTemplate("b.j2", "{% include \"out\" %}");
  EXPECT_TRUE(Contains(Run({"render", "b"}).error, "`out.j2` of root")) << "in templates too";
  EXPECT_FALSE(Contains(Run({"render", "ou"}).error, "out.j2` of root"));
}

TEST_F(CatalogCliTest, FollowsLinksInsideTheRoot) {
  WriteTemplate("a.j2", "text of a");
  ASSERT_EQ(symlink("a.j2", Template("link.j2").c_str()), 0);
  ASSERT_EQ(symlink(std::filesystem::canonical(Template("a.j2")).c_str(),
                    Template("absolute.j2").c_str()),
            0);
  EXPECT_EQ(Run({"render", "link"}).output, "text of a");
  EXPECT_EQ(Run({"render", "absolute"}).output, "text of a");
  EXPECT_EQ(Run({"list"}).error, "");
}

TEST_F(CatalogCliTest, APipeThatAConfigurationNamesIsNotWaitedFor) {
  Write(".galley/config.toml", "system-instruction = \"@:pipe\"\n");
  ASSERT_EQ(mkfifo(At("pipe").c_str(), 0600), 0);
  const ProcessResult result = Run({"render", "--part", "system"});
  EXPECT_TRUE(Contains(result.error, "error[file-not-regular]")) << result.error;
}

// --- Section templates

TEST_F(CatalogCliTest, V8ACircleThroughALinkIsOne) {
  WriteTemplate("a.sections.yaml", "extends: ./self/a.sections.yaml\n");
  ASSERT_EQ(symlink(".", Template("self").c_str()), 0);
  const ProcessResult result = Run({"resolve", "a"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(Contains(result.error, "error[circular-inheritance]")) << result.error;
}

TEST_F(CatalogCliTest, APathMeansTheSameFromAnyDirectoryOfTheProject) {
  WriteTemplate("unused.j2", "");
  Write("top.yaml", "sections: {A: text}\n");
  Write("deep/child.yaml", "extends: ../top.yaml\n");
  const std::string flat = Run({"resolve", "deep/child.yaml"}).output;
  EXPECT_TRUE(Contains(flat, "text: text")) << flat;
  for (const char* path : {"./child.yaml", "child.yaml", "../deep/child.yaml", "../top.yaml"}) {
    const ProcessResult below = RunGalley({"resolve", path}, {.directory = At("deep")});
    EXPECT_EQ(below.output, flat) << path << below.error;
  }
  const ProcessResult outside = RunGalley({"resolve", "../../top.yaml"}, {.directory = At("deep")});
  EXPECT_TRUE(Contains(outside.error, "error[template-not-found]")) << outside.error;
}

// --- What else lies in a root

TEST_F(CatalogCliTest, SurvivesPipesDevicesAndHugeFiles) {
  WriteTemplate("a.j2", "{% include \"sparse\" %}");
  ASSERT_EQ(mkfifo(Template("pipe.j2").c_str(), 0600), 0);
  ASSERT_EQ(symlink("/dev/zero", Template("device.j2").c_str()), 0);
  WriteTemplate("sparse.j2", "");
  ASSERT_EQ(truncate(Template("sparse.j2").c_str(), off_t{10} << 30), 0);
  EXPECT_EQ(Run({"list"}).status, 0);
  for (const char* name : {"sparse", "a"}) {
    const ProcessResult result = Run({"render", name});
    EXPECT_EQ(result.status, 1);
    EXPECT_TRUE(Contains(result.error, "error[limit-size]")) << result.error;
    EXPECT_TRUE(Contains(result.error, ".galley/templates/sparse.j2")) << result.error;
  }
  EXPECT_EQ(Run({"render", "pipe"}).status, 3);
  EXPECT_EQ(Run({"render", "device"}).status, 3);
  const ProcessResult check = Run({"check"});
  EXPECT_EQ(check.status, 1);
  EXPECT_TRUE(Contains(check.output, "checked 2: 1 error,")) << check.output;
}

TEST_F(CatalogCliTest, RefusesATemplateOfAHundredMegabytesUnread) {
  // NOLINTNEXTLINE(bugprone-string-constructor): the size is the point
  WriteTemplate("large.j2", std::string(100'000'000, 'x'));
  const ProcessResult result = Run({"render", "large"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(Contains(result.error, "error[limit-size]")) << result.error;
}

TEST_F(CatalogCliTest, EscapesNamesThatATerminalWouldActOn) {
  WriteTemplate("a\x1b[31m\tb.j2", "");
  const ProcessResult result = Run({"list"});
  EXPECT_FALSE(Contains(result.output, "31m")) << "what has such a name is left out";
  EXPECT_TRUE(Contains(result.error, "a\\x1b[31m\\x09b")) << result.error;
  EXPECT_FALSE(Contains(result.output + result.error, "\x1b"));
}

TEST_F(CatalogCliTest, AConfigurationThatLeadsOutOfTheProjectIsRefused) {
  Write("secret", "token = 'hunter2'\nnot toml");
  std::filesystem::create_directory(At("p"));
  std::filesystem::create_directory(At("p/.galley"));
  ASSERT_EQ(symlink("../../secret", At("p/.galley/config.toml").c_str()), 0);
  const ProcessResult result = Run({"list", "--project-root", "p"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(Contains(result.error, "error[config-invalid]")) << result.error;
  EXPECT_FALSE(Contains(result.error, "hunter2"));
}

// --- Configuration

TEST_F(CatalogCliTest, G1LayersReplaceEachOther) {
  Write("config/galley/config.toml", "user-instruction = 'from user'");
  Write("home/.config/galley/config.toml", "user-instruction = 'from home'");
  Write("other.toml", "user-instruction = 'from file'");
  const std::string xdg = "XDG_CONFIG_HOME=" + At("config");
  const std::string home = "HOME=" + At("home");
  EXPECT_EQ(Run({"render"}, {home}).output, "from home");
  EXPECT_EQ(Run({"render"}, {home, xdg}).output, "from user");
  EXPECT_EQ(Run({"render"}, {home, "XDG_CONFIG_HOME=config"}).output, "from home");
  Write(".galley/config.toml", "user-instruction = 'from project'");
  EXPECT_EQ(Run({"render"}, {xdg}).output, "from project");
  EXPECT_EQ(Run({"render", "--config", "other.toml"}, {xdg}).output, "from file");
  EXPECT_EQ(Run({"render"}, {xdg, "GALLEY_CONFIG=other.toml"}).output, "from file");
  const std::string variable = "GALLEY_USER_INSTRUCTION=from variable";
  EXPECT_EQ(Run({"render", "--config", "other.toml"}, {xdg, variable}).output, "from variable");
  EXPECT_EQ(Run({"render", "--conf-user-instruction", "from words"}, {variable}).output,
            "from words");
  EXPECT_EQ(Run({"render", "--conf-user-instruction", "a", "--conf-user-instruction", "b"}).output,
            "b");
}

TEST_F(CatalogCliTest, G3PathsAreRelativeToWhatTheirTierBelongsTo) {
  WriteTemplate("p.j2", "");
  Write("home/.config/galley/templates/u.j2", "");
  Write("home/mine/m.j2", "");
  std::filesystem::create_directories(At("deep/er"));
  const std::string home = "HOME=" + At("home");
  const auto list = [&](std::vector<std::string> words, std::vector<std::string> environment) {
    words.insert(words.begin(), "list");
    return RunGalley(words, {.directory = At("deep/er"), .environment = std::move(environment)})
        .output;
  };
  EXPECT_EQ(list({}, {home}),
            "TIER     LOGICAL NAME  RELATIVE PATH\n"
            "project  p             p.j2\n"
            "user     u             u.j2\n");
  for (const char* path : {"mine", "~/mine"}) {
    EXPECT_TRUE(Contains(list({"--conf-user-template-paths", path}, {home}), "user     m")) << path;
  }
  EXPECT_FALSE(Contains(list({"--conf-user-template-paths", "~/mine"}, {}), "m.j2"));
  EXPECT_EQ(list({"--project-root", "."}, {}),
            "no templates found; `galley init` writes some to start from\n");
  EXPECT_EQ(list({}, {"GALLEY_PROJECT_ROOT=."}),
            "no templates found; `galley init` writes some to start from\n");
}

TEST_F(CatalogCliTest, ShowsWhichLayerSetAValue) {
  Write(".galley/config.toml", "system-instruction = 'S'");
  const ProcessResult result = Run({"config", "view"}, {"GALLEY_USER_INSTRUCTION=U"});
  EXPECT_TRUE(Contains(result.output, "\nsystem-instruction           \"S\"")) << result.output;
  EXPECT_TRUE(Contains(result.output, "project      .galley/config.toml\n")) << result.output;
  EXPECT_TRUE(Contains(result.output, "environment  GALLEY_USER_INSTRUCTION\n")) << result.output;
}

TEST_F(CatalogCliTest, WhatInitWritesWorks) {
  EXPECT_EQ(Run({"init"}).status, 0);
  EXPECT_EQ(Run({"render", "hello", "-d", ".galley/data/hello.json"}).output,
            "You are a helpful assistant.\n\nGreet Ann in one sentence, and mention:\n"
            "- the harbour\n- the weather\n");
  const ProcessResult check = Run({"check", "--strict"});
  EXPECT_EQ(check.status, 0) << check.output;
  EXPECT_EQ(check.output, "checked 6: 0 errors, 0 warnings\n");
}

// --- Browsing

class BrowseTest : public CatalogCliTest {
 protected:
  // Puts a program that chooses in the way of a person on the PATH.
  void InstallChooser(const std::string& script) {
    Write("bin/fzf", "#!/bin/sh\n" + script);
    ASSERT_EQ(chmod(At("bin/fzf").c_str(), 0700), 0);
  }
  ProcessResult Browse(std::vector<std::string> words = {}) const {
    words.insert(words.begin(), "browse");
    return Run(words, {"PATH=" + At("bin") + ":/usr/bin:/bin"});
  }
};

TEST_F(BrowseTest, G28ShowsTheListAndPrintsTheName) {
  WriteTemplate("b.j2", "");
  WriteTemplate("a/s.j2.md", "");
  InstallChooser("printf '%s\\n' \"$@\" > words; tee lines | head -n 1");
  const ProcessResult result = Browse();
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "a/s\n");
  const std::string root = std::filesystem::canonical(At(".galley/templates")).string();
  std::ifstream lines(At("lines"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(lines), {}),
            "a/s\tproject\ta/s.j2.md\t" + root + "/a/s.j2.md\t0\n" +  //
                "b\tproject\tb.j2\t" + root + "/b.j2\t1\n");
  std::ifstream words(At("words"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(words), {}),
            "--delimiter=\t\n--with-nth=1,2,3\n--preview=cat -- {4}\n");
}

TEST_F(BrowseTest, G28CanDoWithoutAPreviewAndFilters) {
  WriteTemplate("a.j2", "");
  WriteTemplate("b.hbs", "");
  InstallChooser("printf '%s\\n' \"$@\" > words; cat");
  EXPECT_EQ(Browse({"--no-preview", "--type", "handlebars"}).output, "b\n");
  std::ifstream words(At("words"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(words), {}),
            "--delimiter=\t\n--with-nth=1,2,3\n");
}

TEST_F(BrowseTest, G28ACancelledChoicePrintsNothing) {
  WriteTemplate("a.j2", "");
  for (const char* script : {"exit 130", "cat > /dev/null; exit 1", "exit 0", "echo nonsense"}) {
    InstallChooser(script);
    const ProcessResult result = Browse();
    EXPECT_EQ(result.status, 1) << script;
    EXPECT_EQ(result.output + result.error, "") << script;
  }
}

TEST_F(BrowseTest, G28NeedsAChooserAndSomethingToChoose) {
  const ProcessResult nothing = Run({"browse"}, {"PATH=/nonexistent"});
  EXPECT_EQ(nothing.status, 1);
  EXPECT_TRUE(Contains(nothing.error, "error[nothing-found]")) << nothing.error;
  WriteTemplate("a.j2", "");
  const ProcessResult missing = Run({"browse"}, {"PATH=/nonexistent"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.output, "");
  EXPECT_TRUE(Contains(missing.error, "error[program-missing]: the program `fzf`"))
      << missing.error;
}

TEST_F(BrowseTest, G29PrintsANameThatLeadsBackOrExplains) {
  WriteTemplate("s.j2", "");
  WriteTemplate("s.j2.md", "");
  InstallChooser("tail -n 1");
  EXPECT_EQ(Browse().output, "s.j2.md\n");
  WriteTemplate("e/s.j2.md", "");
  const ProcessResult result = Browse();
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.output, "");
  EXPECT_TRUE(Contains(result.error, "error[not-round-trippable]")) << result.error;
  EXPECT_TRUE(Contains(result.error, "names several templates")) << result.error;
}

TEST_F(BrowseTest, TenThousandTemplatesAreNoProblemForAChooserThatLeavesEarly) {
  for (int at = 0; at < 10'000; ++at) WriteTemplate("t" + std::to_string(at) + ".j2", "");
  InstallChooser("head -n 1");
  const ProcessResult result = Browse();
  EXPECT_EQ(result.status, 0) << result.error;
  EXPECT_EQ(result.output, "t0\n");
}

}  // namespace
}  // namespace galley::testing
