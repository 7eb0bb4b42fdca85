// One artifact, many threads: every render gives what it gives alone, and what leaves
// include is compiled while others render.
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "compile/text_set.h"
#include "galley/galley.h"
#include "tests/chat/chat_testing.h"

namespace galley::chat {
namespace {

constexpr int kThreads = 16;
constexpr int kRenders = 60;

// The leaves name partials, some of them only when they render.
constexpr std::string_view kDocument = R"json({
  "id": "t", "name": "T", "task": "t", "version": 1,
  "layout": [
    {"kind": "message", "role": "system", "content": "{{> rules}} for {{name}}"},
    {"kind": "slot", "name": "turns", "header": {"role": "user", "content": "Turns of {{name}}:"}},
    {"kind": "anchor", "key": "end"}],
  "slots": {"turns": {"priority": 0, "plan": [
    {"kind": "forEach", "source": {"source": "turns"}, "order": "desc", "fillDir": "prepend", "map": [
      {"kind": "message", "role": "user", "content": "[{{@index}}] {{> (lookup item 'style')}}: {{item.text}}",
       "when": [{"type": "exists", "ref": {"source": "$item", "args": {"path": "text"}}}]}]}]}},
  "attachments": [{"id": "lore", "template": "lore: {{what}}", "reserveTokens": 20}]})json";

constexpr std::string_view kInjections = R"([
  {"lane": "lore", "payload": {"what": "old"}, "target": {"kind": "at", "key": "end"}},
  {"lane": "lore", "payload": {"what": "new"}, "target": {"kind": "boundary", "position": "top"}}])";

std::shared_ptr<Loader> Partials() {
  handlebars::CompileOptions options;
  options.no_escape = true;
  auto set = std::make_shared<TextSet>(options, Limits());
  set->Add("rules", "rules{{> more}}");
  set->Add("more", "!");
  for (const char* name : {"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"}) set->Add(name, name);
  return set;
}

std::shared_ptr<const Artifact> CompileShared() {
  const Source source("test", kDocument);
  const Result<Tree> tree = ReadJson(source, Limits());
  CompileOptions options;
  options.has_registry = true;
  options.loader = Partials();
  std::vector<Diagnostic> warnings;
  const auto artifact = CompileChat(source, *tree, options, &warnings);
  if (artifact) return *artifact;
  ADD_FAILURE() << artifact.error().diagnostics().front().message;
  return nullptr;
}

// The context of one thread: its own name, and turns in all styles.
std::string ContextOf(int thread) {
  std::string turns;
  for (int i = 0; i < 40; ++i) {
    turns += (i > 0 ? "," : "") + (R"({"style": "s)" + std::to_string((i + thread) % 8)) +
             R"(", "text": "turn )" + std::to_string(i) + " of " + std::to_string(thread) + "\"}";
  }
  return R"({"name": "thread )" + std::to_string(thread) + R"(", "turns": [)" + turns + "]}";
}

std::string RenderOnce(const Artifact& artifact, const Injections& injections, const Value& context,
                       Renderer* renderer) {
  ContextSources sources(context);
  DefaultBudget budget(200, EstimateTokens);
  ChatRequest request;
  request.artifact = &artifact;
  request.context = context;
  request.registry = &sources;
  request.budget = &budget;
  request.injections = &injections;
  request.explain = true;
  const Result<const Conversation*> done = renderer->Render(request);
  std::string text;
  if (!done) return std::string(done.error().code());
  for (const Message& message : (*done)->messages) text += std::string(message.content) + '\n';
  return text + std::to_string((*done)->ledger.size());
}

TEST(Threads, OneArtifactRendersOnSixteen) {
  const std::shared_ptr<const Artifact> artifact = CompileShared();
  const std::unique_ptr<Injections> injections = InjectionsForTest(kInjections, *artifact);
  std::vector<std::string> alone;
  for (int i = 0; i < kThreads; ++i) {
    // Of its own, so that the shared one has compiled nothing before the threads start.
    const std::shared_ptr<const Artifact> own = CompileShared();
    Heap heap{Limits()};
    Renderer renderer;
    alone.push_back(RenderOnce(*own, *injections, ReadForTest(ContextOf(i), &heap), &renderer));
    EXPECT_NE(alone.back().find("turn 39 of " + std::to_string(i)), std::string::npos);
  }
  std::vector<int> wrong(kThreads);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      Heap heap{Limits()};
      const Value context = ReadForTest(ContextOf(i), &heap);
      Renderer renderer;
      const auto at = static_cast<size_t>(i);
      for (int round = 0; round < kRenders; ++round) {
        wrong[at] += RenderOnce(*artifact, *injections, context, &renderer) != alone[at];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(Threads, OperationsShareNothing) {
  const std::string params = JsonObject()
                                 .SetJson("template", R"({"id": "t", "name": "T", "version": 1,
      "task": "turn_generation", "layout": [{"kind": "message", "role": "user", "content": "{{x}}"}],
      "slots": {}})")
                                 .SetJson("context", R"({"x": "same"})")
                                 .text();
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 10; ++round) EXPECT_TRUE(Call("chat.render", params));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace galley::chat
