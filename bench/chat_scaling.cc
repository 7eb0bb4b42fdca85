// How the time of a chat render grows with its items, and what the ledger costs.
//
//   chat_scaling [ROUNDS]
//
// Each row renders a loop over so many items: all of them, under a budget that refuses
// each but the newest (the loop goes on), with a ledger, and with an anchor before each
// item and a message inserted at each anchor.  Rows are run turn by turn in one process;
// the fastest rounds are compared.  Nanoseconds an item are to stay the same however many
// there are.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

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

// What this process had of the processor; other work on the machine does not count.
double ProcessorSeconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Limits RoomyLimits() {
  Limits limits = Limits::Ceiling();
  limits.messages = 10'000'000;
  limits.output = uint64_t{1} << 30;
  return limits;
}

std::string MakeContext(size_t items) {
  std::string text = R"({"turns": [)";
  for (size_t i = 0; i < items; ++i) {
    text += (i > 0 ? "," : "") + (R"({"turnNo": )" + std::to_string(i)) +
            R"(, "content": "The gate was locked, so she climbed the wall."})";
  }
  return text + "]}";
}

std::string MakeRequests(size_t items) {
  std::string text = "[";
  for (size_t i = 0; i < items; ++i) {
    text += (i > 0 ? "," : "") +
            (R"({"lane": "lore", "payload": {"text": "Rain."}, "target": )" +
             (R"({"kind": "at", "key": "turn )" + std::to_string(i))) +
            "\"}}";
  }
  return text + ']';
}

class Workload {
 public:
  Workload(std::string_view document, size_t items, size_t requests) {
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

  double Seconds(uint64_t max_tokens, bool explain) {
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
    const double begin = ProcessorSeconds();
    if (!renderer_.Render(request)) std::abort();
    return ProcessorSeconds() - begin;
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

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  std::printf("   items  ns an item: all   4k tokens   with a ledger   with insertions\n");
  for (const size_t items : {1'000, 10'000, 100'000}) {
    Workload workload(kDocument, items, 0);
    Workload inserting(kAnchors, items, items);
    double all = 1e9;
    double some = 1e9;
    double told = 1e9;
    double inserted = 1e9;
    for (int round = 0; round < rounds; ++round) {
      all = std::min(all, workload.Seconds(galley::kUnlimited, false));
      some = std::min(some, workload.Seconds(4096, false));
      told = std::min(told, workload.Seconds(galley::kUnlimited, true));
      inserted = std::min(inserted, inserting.Seconds(galley::kUnlimited, false));
    }
    const double scale = 1e9 / static_cast<double>(items);
    std::printf("%8zu  %15.1f %11.1f %15.1f %17.1f\n", items, all * scale, some * scale,
                told * scale, inserted * scale);
  }
  return 0;
}
