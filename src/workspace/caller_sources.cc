// Every call into the program is guarded: what it throws is a failure of that source.
#include "workspace/caller_sources.h"

#include <string>
#include <vector>

#include "base/catch_all.h"
#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "format/json.h"
#include "format/json_data.h"
#include "galley/json.h"
#include "galley/operations.h"
#include "value/json_access.h"

namespace galley {

SourceRegistry::~SourceRegistry() = default;
std::span<const std::string_view> SourceRegistry::names() const noexcept { return {}; }

struct SourceCall::State {
  const chat::DataRef& ref;
  const Value& context;
  Heap* heap;
  chat::Resolution answer;
};

// What may make a SourceCall.
struct SourceCaller {
  static chat::Resolution Run(SourceRegistry* registry, const chat::DataRef& ref,
                              const Value& context, Heap* heap) {
    SourceCall::State state{ref, context, heap, {}};
    SourceCall call(&state);
    CatchAll([&] { registry->Resolve(call); }, [&] { call.Fail(); });
    return state.answer;
  }
};

// ---------------------------------------------------------------------------
// SourceCall

std::string_view SourceCall::source() const noexcept { return state_->ref.name; }
Json SourceCall::args() const noexcept { return JsonAccess::Of(&state_->ref.args); }
Json SourceCall::context() const noexcept { return JsonAccess::Of(&state_->context); }

void SourceCall::Return(std::string_view text) noexcept {
  if (!IsValidUtf8(text)) return Fail();
  state_->answer = {state_->heap->NewString(text), false};
}

void SourceCall::Return(bool value) noexcept { state_->answer = {Value::Bool(value), false}; }
void SourceCall::Return(int64_t value) noexcept { state_->answer = {Value::Int(value), false}; }
void SourceCall::Return(double value) noexcept { state_->answer = {Value::Double(value), false}; }

void SourceCall::Return(const Json& value) noexcept {
  state_->answer = {JsonAccess::ValueOf(value) ? *JsonAccess::ValueOf(value) : Value(), false};
}

void SourceCall::ReturnJson(std::string_view json) noexcept {
  const Source source("json", json, Nature::kData);
  const Result<Value> read = ReadJsonData(source, state_->heap, Limits());
  if (!read) return Fail();
  state_->answer = {*read, false};
}

void SourceCall::Fail() noexcept { state_->answer = {Value(), true}; }

}  // namespace galley

namespace galley::workspace {

// ---------------------------------------------------------------------------
// CallerSources

chat::Resolution CallerSources::Resolve(const chat::DataRef& ref, Heap* heap) {
  return SourceCaller::Run(registry_, ref, context_, heap);
}

const ChatTask* FindCallerTask(std::string_view name, const Invocation& call) noexcept {
  if (!call.options) return nullptr;
  for (const ChatTask& task : call.options->tasks) {
    if (task.name == name) return &task;
  }
  return nullptr;
}

// It is read as the document that says the same, so both are checked alike.
Result<std::unique_ptr<chat::TaskKind>> ReadCallerTask(const ChatTask& task,
                                                       const Invocation& call) {
  if (!task.sources) {
    return Report(Code::kInvalidParams, "the task " + Quoted(task.name) + " has no registry");
  }
  JsonObject sources;
  for (const std::string_view name : task.sources->names()) sources.SetJson(name, "{}");
  const std::string text = JsonObject()
                               .Set("name", task.name)
                               .SetJson("sources", sources.text())
                               .SetJson("lanes", task.lanes)
                               .text();
  const Source source("<" + std::string(task.name) + ">", text);
  const Tree tree = TRY(ReadJson(source, call.limits));
  std::unique_ptr<chat::TaskKind> kind =
      TRY(chat::ReadTaskKind(task.name, source, tree, call.warnings));
  kind->is_code = true;
  return kind;
}

}  // namespace galley::workspace
