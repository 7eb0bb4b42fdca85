#include "workspace/workspace.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/try.h"
#include "format/json_data.h"

namespace galley::workspace {
namespace {

Result<std::string> ReadFrom(std::string_view json, std::string_view path) {
  const Limits limits;
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const Value read = TRY(ReadJsonData(Source("<params>", json, Nature::kData), &heap, limits));
  const Invocation call{read, limits, &heap, &warnings};
  const Workspace workspace = TRY(Workspace::Open(Params::Of(call), call));
  return workspace.files().Read(path, limits.file);
}

std::string MessageOf(std::string_view json) {
  const auto read = ReadFrom(json, "a");
  return read ? "" : read.error().diagnostics().front().message;
}

TEST(OpenWorkspace, HoldsTheFilesOfTheRequest) {
  constexpr std::string_view kParams = R"({"workspace":{"files":{"a":"1","dir/b":"2"}}})";
  EXPECT_EQ(*ReadFrom(kParams, "a"), "1");
  EXPECT_EQ(*ReadFrom(kParams, "dir/b"), "2");
  EXPECT_EQ(ReadFrom(kParams, "c").error().code(), "file-not-found");
}

TEST(OpenWorkspace, IsADirectoryOnDisk) {
  EXPECT_TRUE(ReadFrom(R"({"workspace":{"dir":"/proc/self"}})", "status"));
  EXPECT_EQ(ReadFrom(R"({"workspace":{"dir":"/no/such/directory"}})", "a").error().code(),
            "file-not-found");
  EXPECT_EQ(ReadFrom(R"({"workspace":{"dir":"/proc/self/status"}})", "a").error().code(),
            "file-not-directory");
}

TEST(OpenWorkspace, IsTheWorkingDirectoryByDefault) {
  EXPECT_EQ(ReadFrom("{}", "no such file").error().code(), "file-not-found");
}

TEST(OpenWorkspace, RefusesTheWrongShapes) {
  EXPECT_EQ(MessageOf(R"({"workspace":[]})"), "`params.workspace` must be of type map, not list");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{"a":1}}})"),
            "`params.workspace.files`: a text must be a string");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{"/a":""}}})"),
            "`params.workspace.files`: `/a` leads out of its root: a path is relative");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{"a":"","a/b":""}}})"),
            "`params.workspace.files`: `a/b` lies under `a`, which is a file");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{},"dir":"."}})"),
            "`params.workspace.dir`: does not go with `files`");
}

// The paths of a catalog, or the code of the error in brackets.
std::string Listed(std::string_view json) {
  const Limits limits;
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const Value read = *ReadJsonData(Source("<params>", json, Nature::kData), &heap, limits);
  const Invocation call{read, limits, &heap, &warnings};
  Result<Workspace> workspace = Workspace::Open(Params::Of(call), call);
  if (!workspace) return "[" + std::string(workspace.error().code()) + "]";
  const Result<const Catalog*> catalog = workspace->catalog();
  if (!catalog) return "[" + std::string(catalog.error().code()) + "]";
  std::string text;
  for (const Entry& entry : (*catalog)->entries()) {
    text += std::string(TierName(entry.tier)) + ':' + (*catalog)->ShownPath(entry) + ' ';
  }
  return text;
}

// A directory that the tests may fill.
class DiskWorkspaceTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = testing::TempDir() + "galley-workspace-XXXXXX";
    ASSERT_NE(mkdtemp(top_.data()), nullptr);
    // Whoever runs the tests may have templates of their own.
    setenv("HOME", "/nonexistent", 1);
    unsetenv("XDG_CONFIG_HOME");
  }
  void TearDown() override { std::filesystem::remove_all(top_); }

  void Write(const std::string& path, std::string_view text = {}) const {
    const std::filesystem::path whole = top_ + "/" + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole, std::ios::binary) << text;
  }
  // `fields` of a workspace, in which @ is the directory.
  std::string List(std::string fields) const {
    for (size_t at; (at = fields.find('@')) != std::string::npos;) fields.replace(at, 1, top_);
    return Listed("{\"workspace\":{" + fields + "}}");
  }

  std::string top_;
};

TEST_F(DiskWorkspaceTest, HasTheRootsBelowItsBase) {
  Write("p/a.j2");
  Write("q/b.j2");
  Write("c.j2");
  EXPECT_EQ(List(R"("base":"@","roots":{"project":["p"],"user":["q/","gone"]})"),
            "project:p/a.j2 user:q/b.j2 ");
  EXPECT_EQ(List(R"("base":"@","roots":{"builtin":["@/q"]})"), "builtin:" + top_ + "/q/b.j2 ");
  EXPECT_EQ(List(R"("base":"@")"), "project:c.j2 project:p/a.j2 project:q/b.j2 ");
  EXPECT_EQ(List(R"("base":"@/gone","roots":{})"), "[file-not-found]");
}

TEST_F(DiskWorkspaceTest, IsConfiguredWhereTheDirectoryIsAProject) {
  Write(".galley/templates/a.j2");
  Write("b.j2");
  Write("deep/er/c.j2");
  EXPECT_EQ(List(R"("dir":"@")"), "project:.galley/templates/a.j2 ");
  EXPECT_EQ(List(R"("dir":"@/deep/er")"), "project:.galley/templates/a.j2 ");
  EXPECT_EQ(List(R"("dir":"@/deep","project_root":"@/deep")"), "project:er/c.j2 ");
  Write(".galley/config.toml", "project-template-paths = ['deep']");
  EXPECT_EQ(List(R"("dir":"@")"), "project:deep/er/c.j2 ");
  EXPECT_EQ(List(R"("dir":"@","settings":{"project-template-paths":"."})").find('['),
            std::string::npos);
  Write("more.toml", "project-template-paths = []");
  EXPECT_EQ(List(R"("dir":"@","config":"@/more.toml")"), "");
  Write(".galley/config.toml", "project-template-paths = 1");
  EXPECT_EQ(List(R"("dir":"@")"), "[config-invalid]");
}

TEST_F(DiskWorkspaceTest, IsOneRootWhereTheDirectoryIsNoProject) {
  Write("a.j2");
  Write("d/b.hbs");
  EXPECT_EQ(List(R"("dir":"@")"), "project:a.j2 project:d/b.hbs ");
  EXPECT_EQ(List(R"("dir":"@","extensions":[".hbs"])"), "project:d/b.hbs ");
}

TEST_F(DiskWorkspaceTest, AProjectIsFoundByGitToo) {
  Write(".git", "gitdir: elsewhere");
  Write("sub/x.txt");
  Write("a.j2");
  EXPECT_EQ(List(R"("dir":"@/sub","settings":{"project-template-paths":"."})"), "project:a.j2 ");
}

TEST(Workspace, RefusesFormsThatDoNotGoTogether) {
  for (const char* fields :
       {R"("files":{},"base":".")", R"("files":{},"config":"x")", R"("base":".","dir":".")",
        R"("roots":{},"settings":{})", R"("files":{},"roots":{"system":[]})",
        R"("files":{},"roots":{"user":"x"})", R"("files":{},"roots":{"user":[1]})",
        R"("files":{},"extensions":".j2")", R"("files":{},"extensions":["j2"])",
        R"("files":{"./a.j2":""})", R"("files":{"a//b.j2":""})", R"("files":{"":""})", R"("dir":1)",
        R"("settings":{"modle":"x"})"}) {
    EXPECT_EQ(Listed("{\"workspace\":{" + std::string(fields) + "}}"), "[invalid-params]")
        << fields;
  }
}

}  // namespace
}  // namespace galley::workspace
