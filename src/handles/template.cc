// Template: rendering what was compiled, by a worker of the workspace.
#include "galley/template.h"

#include <utility>

#include "base/limit_table.h"
#include "base/try.h"
#include "diag/report.h"
#include "handles/context_state.h"
#include "handles/guarded.h"
#include "handles/inputs.h"
#include "handles/snapshot.h"
#include "handles/template_state.h"
#include "handles/worker_pool.h"
#include "workspace/section_template.h"

namespace galley {
namespace {

using handles::Worker;
using handles::WorkerPool;

constexpr UndefinedPolicy kPolicies[] = {UndefinedPolicy::kDefault, UndefinedPolicy::kDefault,
                                         UndefinedPolicy::kStrict, UndefinedPolicy::kChainable,
                                         UndefinedPolicy::kDebug};

// What the options of one render change.
void Apply(const RenderOptions& options, RenderRequest* request) {
  if (options.limits) request->limits = Lower(*options.limits, request->limits);
  if (options.undefined != Undefined::kAsConfigured) {
    request->policy.undefined = kPolicies[static_cast<size_t>(options.undefined)];
  }
  if (!options.now.empty()) request->policy.now = options.now;
}

Result<void> Run(Worker* worker, const Value& data, std::string* out) {
  worker->request.data = data;
  worker->out.Reset(worker->request.limits.output);
  TRY(worker->machine.Render(worker->request, &worker->out));
  out->append(worker->out.view());
  return {};
}

Result<void> RunSections(const FlatTemplate& flat, const Value& data, const Limits& limits,
                         std::string* out) {
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const workspace::Invocation call{Value(), limits, &heap, &warnings};
  out->append(TRY(workspace::RenderFlat(flat, data, call)));
  return {};
}

Diagnostic RendersToMessages(std::string_view name) {
  return Report(Code::kWrongTemplateType,
                Quoted(name) + " is of type chat, which does not render to text");
}

}  // namespace

Template::Template(const Template& other) noexcept : state_(other.state_) {
  if (state_) state_->owner->Retain();
}
Template::Template(Template&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Template& Template::operator=(Template other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Template::~Template() {
  if (state_) state_->owner->Release();
}

std::string_view Template::name() const noexcept { return state_->name; }
Language Template::language() const noexcept { return state_->language; }
const std::vector<Diagnostic>& Template::warnings() const noexcept { return state_->warnings; }

const Inputs& Template::inputs() const {
  std::call_once(state_->inputs_found, [&] { state_->inputs = handles::FindInputs(*state_); });
  return state_->inputs;
}

Result<void> Template::RenderTo(const Context& context, std::string* out) const {
  const Value* data = ContextAccess::Ready(context);
  if (!data || !state_->request.unit) return RenderTo(context, out, RenderOptions());
  return handles::Guarded([&]() -> Result<void> {
    const WorkerPool::Lease worker(&state_->snapshot->core().workers);
    if (worker->prepared != state_->number) {
      worker->request = state_->request;
      worker->prepared = state_->number;
    }
    return Run(&*worker, *data, out);
  });
}

Result<void> Template::RenderTo(const Context& context, std::string* out,
                                const RenderOptions& options) const {
  return handles::Guarded([&]() -> Result<void> {
    const Value data = TRY(ContextAccess::Values(context));
    if (state_->language == Language::kChat) return RendersToMessages(name());
    handles::Core& core = state_->snapshot->core();
    if (state_->flat) {
      const Limits limits = options.limits ? Lower(*options.limits, core.limits) : core.limits;
      return RunSections(*state_->flat, data, limits, out);
    }
    const WorkerPool::Lease worker(&core.workers);
    worker->request = state_->request;
    worker->prepared = 0;
    Apply(options, &worker->request);
    return Run(&*worker, data, out);
  });
}

Result<std::string> Template::Render(const Context& context, const RenderOptions& options) const {
  std::string text;
  Result<void> done = RenderTo(context, &text, options);
  if (!done) return std::move(done).error();
  return text;
}

}  // namespace galley
