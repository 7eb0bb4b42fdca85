// The first of call, template and project that names a model or a counter decides.
#include "workspace/counting.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "budget/default_budget.h"
#include "budget/estimator.h"
#include "diag/report.h"
#include "workspace/estimators.h"
#include "workspace/host.h"
#include "workspace/models.h"
#include "workspace/project.h"
#include "workspace/tokenizers.h"

namespace galley::workspace {
namespace {

// The parameter that names what counts: `tokenizer`, or `estimator`.
Result<std::string_view> CounterName(const Params& params) {
  const bool is_older = params.has("estimator");
  if (is_older && params.has("tokenizer")) {
    return Report(Code::kInvalidParams, Quoted(params.PathOf("tokenizer")) + " and " +
                                            Quoted(params.PathOf("estimator")) +
                                            " are two names of one thing");
  }
  return std::string_view(is_older ? "estimator" : "tokenizer");
}

Result<std::string> ModelName(const Params& params, std::string_view template_model,
                              Workspace* workspace) {
  if (params.has("model")) return std::string(TRY(params.String("model")));
  if (!template_model.empty()) return std::string(template_model);
  const Project* project = workspace ? TRY(workspace->project()) : nullptr;
  return project ? project->configuration.Text(ConfigKey::kModel) : std::string();
}

}  // namespace

uint64_t Counting::room() const noexcept { return model ? model->room() : kUnlimited; }

uint64_t Counting::BudgetFor(uint64_t asked, std::vector<Diagnostic>* warnings) const {
  if (asked == kUnlimited) return room();
  if (model && asked > model->context) {
    warnings->push_back(Report(Code::kBudgetOverWindow,
                               "the budget of " + std::to_string(asked) +
                                   " tokens is larger than the window of " + Quoted(model->name) +
                                   ", which is " + std::to_string(model->context)));
  }
  return asked;
}

Result<TextCounter> ReadTextCounter(const Params& params, std::string_view name, Specials specials,
                                    const Invocation& call) {
  const std::string_view asked = TRY(params.String(name, kDefaultEstimator));
  Result<Estimator> estimator = ReadEstimator(params, name, call);
  if (estimator) return TextCounter(*estimator);
  Result<TableTokenizer> tokenizer = TablesOf(Host::OfProcess()).Open(asked);
  if (tokenizer) return TextCounter(std::string(asked), *std::move(tokenizer), specials);
  const bool is_unknown = tokenizer.error().code() == Describe(Code::kUnknownTokenizer).code;
  return is_unknown && name == "estimator" ? std::move(estimator).error()
                                           : std::move(tokenizer).error();
}

Result<Counting> ReadCounting(const Params& params, std::string_view template_model,
                              Workspace* workspace, const Invocation& call) {
  return ReadCounting(params, template_model, workspace, std::nullopt, call);
}

Result<Counting> ReadCounting(const Params& params, std::string_view template_model,
                              Workspace* workspace, std::optional<Specials> specials,
                              const Invocation& call) {
  const std::string_view counter = TRY(CounterName(params));
  const std::string model = TRY(ModelName(params, template_model, workspace));
  Counting counting;
  if (model.empty()) {
    counting.counter = std::make_shared<const RequestCounter>(
        TRY(ReadTextCounter(params, counter, specials.value_or(Specials::kText), call)));
    return counting;
  }
  const Catalog* catalog = workspace ? TRY(workspace->catalog()) : nullptr;
  ModelProfile profile = TRY(FindModelIn(catalog, model, call));
  profile.specials = specials.value_or(profile.specials);
  counting.model = std::make_shared<const ModelProfile>(std::move(profile));
  std::optional<TextCounter> texts;
  if (params.has(counter)) {
    texts = TRY(ReadTextCounter(params, counter, counting.model->specials, call));
  }
  counting.counter = TRY(OpenCounter(*counting.model, texts ? &*texts : nullptr, catalog, call));
  return counting;
}

}  // namespace galley::workspace
