// Galley as a peer of the chat benchmark: compile, parse and render apart.
#include <charconv>
#include <memory>
#include <vector>

#include "budget/default_budget.h"
#include "budget/estimator.h"
#include "compile/chat.h"
#include "diag/source.h"
#include "format/json.h"
#include "format/json_data.h"
#include "render/renderer.h"
#include "render/task_registry.h"
#include "text/peer.h"

namespace galley::bench {
namespace {

// The largest workload has ten thousand messages; the default is for one request.
Limits BenchLimits() {
  Limits limits;
  limits.messages = 100'000;
  limits.steps = 1'000'000'000;
  limits.output = uint64_t{64} << 20;
  limits.heap = uint64_t{256} << 20;
  return limits;
}

// The number behind `"maxTokens":`, or no limit.
uint64_t MaxTokens(std::string_view options) {
  const size_t digits = options.find_first_of("0123456789");
  uint64_t tokens = kUnlimited;
  if (digits != options.npos) {
    std::from_chars(options.data() + digits, options.data() + options.size(), tokens);
  }
  return tokens;
}

class GalleyChatPeer final : public Peer {
 public:
  bool Load(const Workload& workload, std::string* reason) override {
    workload_ = workload;
    max_tokens_ = MaxTokens(workload_.options);
    trace_ = workload_.options.find("\"trace\": true") != std::string::npos;
    const std::string& document = workload_.templates.at("main.chat");
    const bool is_agent = document.find("\"task\": \"agent\"") != std::string::npos;
    kind_ = chat::BuiltinTaskKind(is_agent ? "agent" : "turn_generation");
    auto artifact = Compile();
    if (!artifact) return Fail(artifact.error(), reason);
    artifact_ = *artifact;
    data_heap_.Reset(limits_);
    const Source source("data.json", workload_.json, Nature::kData);
    const Result<Value> data = reader_.Read(source, &data_heap_, limits_);
    if (!data) return Fail(data.error(), reason);
    data_ = *data;
    return true;
  }

  bool Render(std::string* out, std::string* reason) override {
    const Result<const chat::Conversation*> done = RenderOnce();
    if (!done) return Fail(done.error(), reason);
    for (const chat::Message& message : (*done)->messages) AddLines(message, out);
    return true;
  }

  void TimeCompile(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) (void)Compile();
  }

  void TimeParse(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) {
      parse_heap_.Reset(limits_);
      const Source source("data.json", workload_.json, Nature::kData);
      (void)reader_.Read(source, &parse_heap_, limits_);
    }
  }

  void TimeRender(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) (void)RenderOnce();
  }

 private:
  // As other peers have it: a line a message, and a line a result.
  static void AddLines(const chat::Message& message, std::string* out) {
    const std::string role = std::string(chat::RoleName(message.role)) + '\t';
    if (message.role != chat::Role::kTool) out->append(role).append(message.content);
    for (const history::Part& part : message.parts) {
      if (part.type == history::Part::Type::kToolResult) {
        out->append(role).append(part.inner_size > 0 ? part.inner->text : "").append("\n");
      } else {
        out->append("[call ").append(part.name).append("] ").append(part.text);
      }
    }
    if (message.role != chat::Role::kTool) out->append("\n");
  }

  static bool Fail(const Error& error, std::string* reason) {
    *reason = error.diagnostics().front().message;
    return false;
  }

  Result<std::shared_ptr<const chat::Artifact>> Compile() {
    const Source source("main.chat", workload_.templates.at("main.chat"));
    const Result<Tree> tree = ReadJson(source, limits_);
    if (!tree) return tree.error();
    chat::CompileOptions options;
    options.kind = kind_.get();
    options.limits = limits_;
    std::vector<Diagnostic> warnings;
    return chat::CompileChat(source, *tree, options, &warnings);
  }

  Result<const chat::Conversation*> RenderOnce() {
    chat::TaskRegistry registry(kind_.get(), data_);
    budget_.Reset(max_tokens_);
    chat::ChatRequest request;
    request.artifact = artifact_.get();
    request.context = data_;
    request.registry = &registry;
    request.budget = &budget_;
    request.squash = false;
    request.trace = trace_;
    request.limits = limits_;
    return renderer_.Render(request);
  }

  const Limits limits_ = BenchLimits();
  Workload workload_;
  uint64_t max_tokens_ = kUnlimited;
  bool trace_ = false;
  std::unique_ptr<chat::TaskKind> kind_;
  std::shared_ptr<const chat::Artifact> artifact_;
  JsonDataReader reader_;
  Heap data_heap_{limits_};
  Heap parse_heap_{limits_};
  Value data_;
  DefaultBudget budget_{kUnlimited, EstimateTokens};
  chat::Renderer renderer_;
};

}  // namespace
}  // namespace galley::bench

int main() {
  galley::bench::GalleyChatPeer peer;
  return galley::bench::Serve(&peer);
}
