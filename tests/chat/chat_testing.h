// For tests: a chat document, compiled, and what it renders to.  Its sources are the
// fields of the context.
#ifndef GALLEY_TESTS_CHAT_CHAT_TESTING_H_
#define GALLEY_TESTS_CHAT_CHAT_TESTING_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "budget/default_budget.h"
#include "budget/estimator.h"
#include "compile/chat.h"
#include "diag/source.h"
#include "format/json.h"
#include "format/json_data.h"
#include "render/renderer.h"
#include "value/map.h"

namespace galley::chat {

class ContextSources final : public Registry {
 public:
  explicit ContextSources(const Value& context) noexcept : context_(context) {}

  Resolution Resolve(const DataRef& ref, Heap*) override {
    const Value* found = FindItem(context_, ref.name);
    return {found ? *found : Value(), false};
  }

 private:
  Value context_;
};

// A document that is right, or the test fails.
inline std::shared_ptr<const Artifact> CompileForTest(std::string_view document) {
  const Source source("test", document);
  const Result<Tree> tree = ReadJson(source, Limits());
  CompileOptions options;
  options.has_registry = true;
  std::vector<Diagnostic> warnings;
  Result<std::shared_ptr<const Artifact>> artifact =
      tree ? CompileChat(source, *tree, options, &warnings)
           : Result<std::shared_ptr<const Artifact>>(tree.error());
  if (artifact) return *artifact;
  ADD_FAILURE() << artifact.error().diagnostics().front().message;
  return nullptr;
}

inline std::unique_ptr<Injections> InjectionsForTest(std::string_view list,
                                                     const Artifact& artifact) {
  const Source source("injections", list);
  const Result<Tree> tree = ReadJson(source, Limits());
  std::vector<Diagnostic> warnings;
  auto injections = CompileInjections(source, *tree, artifact, Limits(), &warnings);
  if (injections) return std::move(*injections);
  ADD_FAILURE() << injections.error().diagnostics().front().message;
  return nullptr;
}

inline Value ReadForTest(std::string_view json, Heap* heap) {
  const Result<Value> value = ReadJsonData(Source("data", json, Nature::kData), heap, Limits());
  if (!value) ADD_FAILURE() << value.error().diagnostics().front().message;
  return value ? *value : Value();
}

// One render after another of one artifact.
class TestRender {
 public:
  explicit TestRender(std::string_view document) : artifact_(CompileForTest(document)) {}

  const Artifact& artifact() const { return *artifact_; }
  void Inject(std::string_view list) { injections_ = InjectionsForTest(list, *artifact_); }
  ChatRequest& request() { return request_; }

  // Valid until the next one.
  const Conversation& Render(const Value& context, uint64_t max_tokens = kUnlimited) {
    DefaultBudget budget(max_tokens, EstimateTokens);
    return Render(context, &budget);
  }
  const Conversation& Render(const Value& context, BudgetManager* budget) {
    ContextSources sources(context);
    request_.artifact = artifact_.get();
    request_.context = context;
    request_.registry = &sources;
    request_.budget = budget;
    request_.injections = injections_.get();
    const Result<const Conversation*> done = renderer_.Render(request_);
    request_.registry = nullptr;
    request_.budget = nullptr;
    if (done) return **done;
    ADD_FAILURE() << done.error().diagnostics().front().message;
    return nothing_;
  }

 private:
  std::shared_ptr<const Artifact> artifact_;
  std::unique_ptr<Injections> injections_;
  ChatRequest request_;
  Renderer renderer_;
  Conversation nothing_;
};

}  // namespace galley::chat

#endif  // GALLEY_TESTS_CHAT_CHAT_TESTING_H_
