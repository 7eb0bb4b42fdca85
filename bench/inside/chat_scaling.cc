// How the time of a chat render grows with its items, and what the ledger costs.
//
// Each renders a loop over so many items: all of them, under a budget that refuses each
// but the newest (the loop goes on), with a ledger, and with an anchor before each item
// and a message inserted at each anchor.  The time of an item is to stay the same however
// many there are.
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/inside/peak_memory.h"
#include "budget/default_budget.h"
#include "budget/estimator.h"
#include "compile/chat.h"
#include "format/json.h"
#include "format/json_data.h"
#include "render/renderer.h"
#include "render/task_registry.h"

namespace {

using galley::DefaultBudget;
using galley::Heap;
using galley::Limits;
using galley::Source;
using galley::Value;

constexpr std::string_view kDocument = R"({
  "id": "t", "name": "T", "task": "turn_generation", "version": 1,
  "layout": [{"kind": "message", "role": "system", "content": "You write."},
             {"kind": "slot", "name": "turns", "header": {"role": "user", "content": "Turns:"}}],
  "slots": {"turns": {"priority": 0, "plan": [
    {"kind": "forEach", "source": {"source": "turns"}, "fillDir": "prepend", "stopWhenOutOfBudget": false,
     "map": [{"kind": "message", "role": "user", "content": "[{{item.turnNo}}] {{item.content}}",
              "when": [{"type": "nonEmpty", "ref": {"source": "turns"}}]}]}]}}})";

constexpr std::string_view kAnchors = R"({
  "id": "t", "name": "T", "task": "turn_generation", "version": 1,
  "layout": [{"kind": "slot", "name": "turns"}],
  "attachments": [{"id": "lore", "template": "{{text}}"}],
  "slots": {"turns": {"priority": 0, "plan": [
    {"kind": "forEach", "source": {"source": "turns"}, "map": [
      {"kind": "anchor", "key": "turn {{item.turnNo}}"},
      {"kind": "message", "role": "user", "content": "[{{item.turnNo}}] {{item.content}}"}]}]}}})";

Limits RoomyLimits() {
  Limits limits = Limits::Ceiling();
  limits.messages = 10'000'000;
  limits.output = uint64_t{1} << 30;
  return limits;
}

std::string MakeContext(int64_t items) {
  std::string text = R"({"turns": [)";
  for (int64_t i = 0; i < items; ++i) {
    text += (i > 0 ? "," : "") + (R"({"turnNo": )" + std::to_string(i)) +
            R"(, "content": "The gate was locked, so she climbed the wall."})";
  }
  return text + "]}";
}

std::string MakeRequests(int64_t items) {
  std::string text = "[";
  for (int64_t i = 0; i < items; ++i) {
    text += (i > 0 ? "," : "") +
            (R"({"lane": "lore", "payload": {"text": "Rain."}, "target": )" +
             (R"({"kind": "at", "key": "turn )" + std::to_string(i))) +
            "\"}}";
  }
  return text + ']';
}

class Workload {
 public:
  Workload(std::string_view document, int64_t items, int64_t requests) {
    const Source source("t", document);
    const auto tree = galley::ReadJson(source, limits_);
    galley::chat::CompileOptions options;
    options.kind = kind_.get();
    options.limits = limits_;
    std::vector<galley::Diagnostic> warnings;
    auto artifact = galley::chat::CompileChat(source, *tree, options, &warnings);
    const std::string context = MakeContext(items);
    const auto data =
        galley::ReadJsonData(Source("c", context, galley::Nature::kData), &heap_, limits_);
    if (!artifact || !data) std::abort();
    artifact_ = *artifact;
    data_ = *data;
    if (requests > 0) ReadRequests(MakeRequests(requests));
  }

  bool Render(uint64_t max_tokens, bool explain) {
    galley::chat::TaskRegistry registry(kind_.get(), data_);
    budget_.Reset(max_tokens);
    galley::chat::ChatRequest request;
    request.artifact = artifact_.get();
    request.context = data_;
    request.registry = &registry;
    request.budget = &budget_;
    request.injections = injections_.get();
    request.explain = explain;
    request.limits = limits_;
    return static_cast<bool>(renderer_.Render(request));
  }

 private:
  void ReadRequests(const std::string& text) {
    const Source source("r", text);
    const auto tree = galley::ReadJson(source, limits_);
    std::vector<galley::Diagnostic> warnings;
    auto read = galley::chat::CompileInjections(source, *tree, *artifact_, limits_, &warnings);
    if (!read) std::abort();
    injections_ = *std::move(read);
  }

  const Limits limits_ = RoomyLimits();
  std::unique_ptr<galley::chat::TaskKind> kind_ = galley::chat::BuiltinTaskKind("turn_generation");
  std::shared_ptr<const galley::chat::Artifact> artifact_;
  std::unique_ptr<galley::chat::Injections> injections_;
  Heap heap_{limits_};
  Value data_;
  DefaultBudget budget_{galley::kUnlimited, galley::EstimateTokens};
  galley::chat::Renderer renderer_;
};

void Repeat(benchmark::State& state, Workload* workload, uint64_t max_tokens, bool explain) {
  if (!workload->Render(max_tokens, explain)) return state.SkipWithError("not rendered");
  for (auto _ : state) workload->Render(max_tokens, explain);
  state.SetItemsProcessed(state.range(0) * state.iterations());
  CountPeakMemory(&state);
}

void RenderAll(benchmark::State& state) {
  Workload workload(kDocument, state.range(0), 0);
  Repeat(state, &workload, galley::kUnlimited, false);
}
void RenderSome(benchmark::State& state) {
  Workload workload(kDocument, state.range(0), 0);
  Repeat(state, &workload, 4096, false);
}
void RenderAndTell(benchmark::State& state) {
  Workload workload(kDocument, state.range(0), 0);
  Repeat(state, &workload, galley::kUnlimited, true);
}
void RenderAndInsert(benchmark::State& state) {
  Workload workload(kAnchors, state.range(0), state.range(0));
  Repeat(state, &workload, galley::kUnlimited, false);
}

void TakeSizes(benchmark::internal::Benchmark* render) {
  render->RangeMultiplier(10)->Range(1'000, 100'000);
}

BENCHMARK(RenderAll)->Name("all")->Apply(TakeSizes);
BENCHMARK(RenderSome)->Name("4k tokens")->Apply(TakeSizes);
BENCHMARK(RenderAndTell)->Name("all, with a ledger")->Apply(TakeSizes);
BENCHMARK(RenderAndInsert)->Name("all, a message inserted before each")->Apply(TakeSizes);

}  // namespace
