// Renders of a program tell of themselves where their options or the workspace ask for it.
#include "galley/trace.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galley/workspace.h"

namespace galley {
namespace {

class TraceTest : public ::testing::Test {
 protected:
  TraceTest() {
    std::string made = ::testing::TempDir() + "trace-XXXXXX";
    folder_ = mkdtemp(made.data());
    file_ = folder_ + "/spans.jsonl";
    context_.Set("name", "canary");
  }
  ~TraceTest() override { std::filesystem::remove_all(folder_); }

  std::vector<std::string> Lines() const {
    std::ifstream in(file_);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }

  std::string folder_;
  std::string file_;
  Context context_;
};

TEST_F(TraceTest, EachWayToRenderTellsOnce) {
  const Workspace workspace = *Workspace::InMemory();
  const Template hello = *workspace.Compile("Hi {{ name }}", {.name = "hello"});
  std::string text;
  ASSERT_TRUE(hello.RenderTo(context_, &text));
  EXPECT_TRUE(Lines().empty());
  const RenderOptions options{.trace = {.file = file_}};
  ASSERT_TRUE(hello.RenderTo(context_, &text, options));
  ASSERT_TRUE(hello.Render(context_, options));
  char buffer[64];
  ASSERT_TRUE(hello.RenderInto(context_, std::span(buffer), options));
  EXPECT_FALSE(hello.Render(Context(), options));
  const std::vector<std::string> lines = Lines();
  ASSERT_EQ(lines.size(), 4U);
  for (const std::string& line : lines) {
    EXPECT_NE(line.find("render_prompt hello"), line.npos);
    EXPECT_EQ(line.find("canary"), line.npos);
  }
  EXPECT_NE(lines[3].find("undefined-variable"), std::string::npos);
}

TEST_F(TraceTest, AWorkspaceTellsOfAllItsRenders) {
  Workspace workspace = *Workspace::InMemory({.trace = {.file = file_, .content = true}});
  ASSERT_TRUE(workspace.AddTemplate("hello.j2", "Hi {{ name }}"));
  ASSERT_TRUE(
      workspace.AddTemplate("talk.chat.yaml",
                            "id: talk\nname: Talk\nversion: 1\ntask: turn_generation\nlayout:\n"
                            "- {kind: message, role: user, content: hello}\nslots: {}\n"));
  std::string text;
  ASSERT_TRUE(workspace.Load("hello")->RenderTo(context_, &text));
  ASSERT_TRUE(workspace.Load("talk")->RenderChat(context_));
  Context params;
  params.Set("name", "hello").Set("data", context_.values());
  ASSERT_TRUE(workspace.Call("template.render", std::move(params)));
  ASSERT_TRUE(workspace.Call("catalog.list"));  // renders nothing
  const std::vector<std::string> lines = Lines();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_NE(lines[0].find("Hi canary"), std::string::npos);
  EXPECT_NE(lines[1].find("gen_ai.input.messages"), std::string::npos);
  EXPECT_NE(lines[2].find("Hi canary"), std::string::npos);
}

TEST_F(TraceTest, AFileThatCannotBeOpenedFailsBeforeAnythingIsRendered) {
  const std::string nowhere = folder_ + "/no/spans.jsonl";
  const Workspace workspace = *Workspace::InMemory();
  std::string text;
  const Result<void> done =
      workspace.Compile("Hi")->RenderTo(context_, &text, RenderOptions{.trace = {.file = nowhere}});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), "output-failed");
  EXPECT_TRUE(text.empty());
  EXPECT_FALSE(Workspace::InMemory({.trace = {.file = nowhere}}));
}

}  // namespace
}  // namespace galley
