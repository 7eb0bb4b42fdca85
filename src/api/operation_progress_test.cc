// What operations on many things tell while they run: each thing once, of as many as there are,
// whatever the loops inside of them do.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "galley/progress.h"

namespace galley {
namespace {

struct Heard final : ProgressListener {
  void OnProgress(const ProgressStep& step) override {
    steps.push_back(std::to_string(step.done) + '/' + std::to_string(step.total));
  }
  std::vector<std::string> steps;
};

constexpr char kChat[] =
    "id: talk\nname: Talk\nversion: 1\ntask: agent\nlayout:\n- {kind: slot, name: turns}\n"
    "slots:\n  turns:\n    priority: 0\n    plan:\n"
    "    - {kind: history, source: {source: messages}}\n";

class OperationProgressTest : public ::testing::Test {
 protected:
  OperationProgressTest() {
    std::string made = ::testing::TempDir() + "progress-XXXXXX";
    root_ = mkdtemp(made.data());
    Write("plain.j2", "{% include 'part' %}");
    Write("part.j2", "Hi");
    Write("other.hbs", "{{> part}}");
    Write("notes.sections.yaml", "id: notes\nsections:\n  TASK: { text: Go. }\n");
    Write("talk.chat.yaml", kChat);
    Write("part.test.yaml", "cases:\n- {name: a, expect: {text: Hi}}\n");
    Write("again.test.yaml", "template: part\ncases:\n- {name: a, expect: {text: Hi}}\n");
  }
  ~OperationProgressTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = root_ + "/.galley/templates/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  // What is told while an operation runs.
  std::vector<std::string> Steps(std::string_view method, Context params = {},
                                 const std::string& store = "a.db") const {
    const Result<Workspace> workspace =
        Workspace::Open({.root = root_, .store = root_ + '/' + store});
    EXPECT_TRUE(workspace);
    Heard heard;
    const ProgressScope scope(&heard);
    const Result<Reply> reply = workspace->Call(method, std::move(params));
    if (!reply) ADD_FAILURE() << reply.error().diagnostics().front().message;
    return heard.steps;
  }

  static std::vector<std::string> UpTo(size_t total) {
    std::vector<std::string> steps;
    for (size_t at = 1; at <= total; ++at) {
      steps.push_back(std::to_string(at) + '/' + std::to_string(total));
    }
    return steps;
  }

  void Push() const {
    for (const char* name : {"plain", "part", "notes", "talk"}) {
      EXPECT_EQ(Steps("store.push", std::move(Context().Set("name", name))), UpTo(0)) << name;
    }
  }

  std::string root_;
};

TEST_F(OperationProgressTest, ACheckCountsTemplatesAndTests) {
  EXPECT_EQ(Steps("catalog.check"), UpTo(5 + 2));
}

TEST_F(OperationProgressTest, TestsCountFiles) { EXPECT_EQ(Steps("tests.run"), UpTo(2)); }

TEST_F(OperationProgressTest, StoresCountDocuments) {
  Push();
  EXPECT_EQ(Steps("store.verify"), UpTo(4));
  const std::string directory = root_ + "/export";
  EXPECT_EQ(Steps("store.export", std::move(Context().Set("directory", directory))), UpTo(4));
  EXPECT_EQ(Steps("store.import", std::move(Context().Set("directory", directory)), "b.db"),
            UpTo(4));
}

TEST_F(OperationProgressTest, ASimulationCountsRequests) {
  Context params;
  params.Key("template").OpenMap().Key("name").Text("talk").Close();
  const std::vector<std::string> steps =
      Steps("chat.simulate", std::move(params.Set("synthetic", 3).Set("maxTokens", 2'000)));
  EXPECT_GT(steps.size(), 10u);
  EXPECT_EQ(steps, UpTo(steps.size()));
}

TEST_F(OperationProgressTest, ABatchCountsRows) {
  Context params;
  params.Set("name", "plain").Key("rows").OpenList();
  for (int i = 0; i < 3; ++i) params.OpenMap().Close();
  params.Close();
  EXPECT_EQ(Steps("template.batch", std::move(params)), UpTo(3));
}

}  // namespace
}  // namespace galley
