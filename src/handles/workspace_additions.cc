// What a program adds to a workspace: functions, sources, tasks, tokenizers, loaders.
//
// Compiled templates rely on what there was, so all of it comes before the first of them.
#include <memory>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "galley/workspace.h"
#include "handles/guarded.h"
#include "handles/workspace_state.h"

namespace galley {
namespace {

Diagnostic AddedTwice(std::string_view what, std::string_view name) {
  return Report(Code::kInvalidParams, std::string(what) + " " + Quoted(name) + " was added before");
}

// Whether one of `list` has that name.
template <class List>
bool Has(const List& list, std::string_view name) {
  for (const auto& each : list) {
    if (each.name == name) return true;
  }
  return false;
}

}  // namespace

template <class Add>
Result<void> Workspace::State::AddBeforeLoading(Add add) {
  return handles::Guarded([&]() -> Result<void> {
    const std::lock_guard lock(changing);
    if (core->is_sealed) {
      return Report(Code::kInvalidParams,
                    "a template was loaded already, and relies on what there was",
                    "add what templates may use before the first Load, Compile or Call");
    }
    return add(core.get());
  });
}

Result<void> Workspace::AddFilter(std::string_view name, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) {
    return core->functions.Add(HostKind::kFilter, name, std::move(function));
  });
}

Result<void> Workspace::AddTest(std::string_view name, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) {
    return core->functions.Add(HostKind::kTest, name, std::move(function));
  });
}

Result<void> Workspace::AddGlobal(std::string_view name, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) {
    return core->functions.Add(HostKind::kGlobal, name, std::move(function));
  });
}

Result<void> Workspace::AddHelper(std::string_view name, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) {
    return core->functions.Add(HostKind::kHelper, name, std::move(function));
  });
}

Result<void> Workspace::AddBlockHelper(std::string_view name, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) {
    return core->functions.Add(HostKind::kHelper, name, std::move(function), true);
  });
}

Result<void> Workspace::AddSource(std::string_view name, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) -> Result<void> {
    if (name.empty() || name.starts_with('$')) {
      return Report(Code::kInvalidParams, "a source cannot be called " + Quoted(name));
    }
    if (!core->sources.Add(name, std::move(function))) return AddedTwice("the source", name);
    return {};
  });
}

Result<void> Workspace::AddTask(const ChatTask& task) {
  return state_->AddBeforeLoading([&](handles::Core* core) -> Result<void> {
    if (Has(core->tasks, task.name)) return AddedTwice("the task", task.name);
    if (!task.sources) {
      return Report(Code::kInvalidParams, "the task " + Quoted(task.name) + " has no registry");
    }
    ChatTask kept = task;
    kept.name = core->names.emplace_back(task.name);
    kept.lanes = core->names.emplace_back(task.lanes);
    core->tasks.push_back(kept);
    core->brought.tasks = core->tasks;
    return {};
  });
}

Result<void> Workspace::AddTokenizer(const Estimator& tokenizer, void (*destroy)(void* data)) {
  std::shared_ptr<void> data;
  if (destroy) data = {tokenizer.data, destroy};
  return state_->AddBeforeLoading([&](handles::Core* core) -> Result<void> {
    if (Has(core->tokenizers, tokenizer.name)) {
      return AddedTwice("the tokenizer", tokenizer.name);
    }
    if (!tokenizer.function) {
      return Report(Code::kInvalidParams,
                    "the tokenizer " + Quoted(tokenizer.name) + " has no function");
    }
    Estimator kept = tokenizer;
    kept.name = core->names.emplace_back(tokenizer.name);
    core->tokenizers.push_back(kept);
    core->kept.push_back(std::move(data));
    core->brought.estimators = core->tokenizers;
    return {};
  });
}

Result<void> Workspace::AddLoader(Language language, HostFunction function) {
  return state_->AddBeforeLoading([&](handles::Core* core) -> Result<void> {
    if (language != Language::kJinja && language != Language::kHandlebars) {
      return Report(Code::kInvalidParams, "a loader is for texts in Jinja or Handlebars");
    }
    core->loaders.emplace_back(language, std::move(function));
    return {};
  });
}

}  // namespace galley
