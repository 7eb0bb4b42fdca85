// Template: rendering what was compiled, by a worker of the workspace.
#include "galley/template.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/limit_table.h"
#include "base/try.h"
#include "diag/report.h"
#include "handles/append_in_place.h"
#include "handles/context_state.h"
#include "handles/guarded.h"
#include "handles/inputs.h"
#include "handles/snapshot.h"
#include "handles/template_state.h"
#include "handles/worker_pool.h"
#include "telemetry/span.h"
#include "value/json_access.h"
#include "value/record.h"
#include "workspace/macros.h"
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
  if (options.strict) request->policy.undefined = UndefinedPolicy::kStrict;
  if (!options.now.empty()) request->policy.now = options.now;
  if (options.globals.is_map()) request->globals = *JsonAccess::ValueOf(options.globals);
}

// Renders and hands the text to `take` while the worker still has it.
template <class Take>
Result<void> Run(Worker* worker, const Value& data, Take take) {
  worker->request.data = data;
  worker->out.Reset(worker->request.limits.output);
  TRY(worker->machine.Render(worker->request, &worker->out));
  take(worker->out.view());
  return {};
}

// Renders into the room that `out` has, and copies only what that does not hold.
Result<void> Run(Worker* worker, const Value& data, std::string* out) {
  Result<void> done;
  bool is_written = false;
  worker->request.data = data;
  handles::AppendInPlace(out, [&](std::span<char> room) noexcept -> size_t {
    worker->out.ResetIn(room, worker->request.limits.output);
    done = handles::Guarded([&] { return worker->machine.Render(worker->request, &worker->out); });
    is_written = done && worker->out.fits_lent();
    return is_written ? worker->out.size() : 0;
  });
  if (done && !is_written) out->append(worker->out.view());
  return done;
}

Result<std::string> RunSections(const FlatTemplate& flat, const Value& data, const Limits& limits) {
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const workspace::Invocation call{Value(), limits, &heap, &warnings};
  return workspace::RenderFlat(flat, data, call);
}

// A copy of `data` with the macros of the options in it.
Result<Value> ReplaceMacros(const Value& data, const Json& macros, Heap* heap) {
  const Value given = NewRecord(heap, {{"macros", *JsonAccess::ValueOf(macros)}});
  const workspace::Params params = TRY(workspace::Params::In(given, "options", {"macros"}));
  const workspace::Macros read = TRY(workspace::Macros::Read(params));
  const Value replaced = read.ReplaceIn(data, heap);
  if (heap->exhausted() == Exhausted::kNo) return replaced;
  return Report(Code::kLimitHeap, "the context with its macros does not fit the limit");
}

// What `strict` makes an error before anything is rendered.
Result<void> CheckStrict(const handles::TemplateState& state) {
  if (state.language == Language::kHandlebars) {
    return Report(Code::kInvalidParams, "`strict` is no option of one Handlebars render",
                  "compile the template with the option `strict`");
  }
  if (!state.flat || state.warnings.empty()) return {};
  std::vector<Diagnostic> problems = state.warnings;
  for (Diagnostic& problem : problems) problem.severity = Severity::kError;
  return Error(std::move(problems));
}

Diagnostic RendersToMessages(std::string_view name) {
  return Report(Code::kWrongTemplateType,
                Quoted(name) + " is of type chat, which does not render to text");
}

// What renders a text with the options of the workspace, or its own.
RenderRequest RequestFor(const handles::TemplateState& state) {
  const handles::Core& core = state.snapshot->core();
  const handles::TextOptions& texts = state.own_texts ? *state.own_texts : core.texts;
  return texts.RequestFor(*state.unit, state.language, core.limits, state.loader);
}

// Text with names in it, written where `out` has room, takes no worker.  False, with nothing done,
// where it takes one after all.
bool RenderShort(const handles::TemplateState& state, const Value& data, std::string* out) {
  PlainRender done;
  handles::AppendInPlace(out, [&](std::span<char> room) noexcept -> size_t {
    const size_t most = std::min<uint64_t>(room.size(), state.most_output);
    done = RenderPlain(*state.unit, data, room.first(most));
    return done.ending == PlainRender::Ending::kWritten ? done.size : 0;
  });
  return done.ending == PlainRender::Ending::kWritten;
}

// As the workspace says, of a text whose data is ready.  `to` takes the text, or is a string that
// it is added to.
template <class To>
Result<void> RenderReady(const handles::TemplateState& state, const Value& data, To to) {
  return handles::Guarded([&]() -> Result<void> {
    const WorkerPool::Lease worker(&state.snapshot->core().workers);
    if (worker->prepared != state.number) {
      worker->request = RequestFor(state);
      worker->prepared = state.number;
    }
    return Run(&*worker, data, to);
  });
}

template <class Take>
Result<void> RenderWith(const handles::TemplateState& state, const Context& context,
                        const RenderOptions& options, Take take) {
  return handles::Guarded([&]() -> Result<void> {
    Value data = TRY(ContextAccess::Values(context));
    if (state.language == Language::kChat) return RendersToMessages(state.name);
    if (options.strict) TRY(CheckStrict(state));
    handles::Core& core = state.snapshot->core();
    const Limits limits = options.limits ? Lower(*options.limits, core.limits) : core.limits;
    Heap heap(limits);  // of values with macros
    if (!options.macros.is_null()) data = TRY(ReplaceMacros(data, options.macros, &heap));
    if (state.flat) {
      take(TRY(RunSections(*state.flat, data, limits)));
      return {};
    }
    const WorkerPool::Lease worker(&core.workers);
    worker->request = RequestFor(state);
    worker->prepared = 0;
    Apply(options, &worker->request);
    return Run(&*worker, data, take);
  });
}

// The map of a context, made where it changed, or null where there is none.
const Value* ReadyData(const Context& context) {
  const Value* data = ContextAccess::Ready(context);
  if (data) return data;
  context.values();
  return ContextAccess::Ready(context);
}

bool IsTraced(const handles::TemplateState& state) noexcept {
  return state.snapshot->core().trace.is_on();
}

// Where a render tells of itself; nothing: nowhere.
std::optional<Trace> TraceOf(const handles::TemplateState& state, const Trace& own) {
  if (!own.file.empty()) return own;
  if (!IsTraced(state)) return {};
  return state.snapshot->core().trace.view();
}

// As RenderWith, and tells of it.
template <class Take>
Result<void> RenderTraced(const handles::TemplateState& state, const Context& context,
                          const RenderOptions& options, const Trace& trace, Take take) {
  return handles::Guarded([&]() -> Result<void> {
    telemetry::Span span = TRY(telemetry::Span::Begin(trace, state.name));
    span.SetVersion(state.snapshot->VersionOf(state));
    Result<void> done = RenderWith(state, context, options, [&](std::string_view text) {
      span.Set(telemetry::kOutputBytes, text.size());
      if (span.wants_content()) span.Set(telemetry::kOutputText, text);
      take(text);
    });
    span.End(done ? std::string_view() : done.error().code());
    return done;
  });
}

// As the workspace says, of any template; `data` is that of the context, or null.  Apart from the
// short way, which would otherwise save and guard what only this needs.
[[gnu::noinline]] Result<void> RenderByWorker(const handles::TemplateState& state,
                                              const Context& context, const Value* data,
                                              std::string* out) {
  const auto append = [&](std::string_view text) { out->append(text); };
  if (IsTraced(state)) {
    const Trace trace = state.snapshot->core().trace.view();
    return RenderTraced(state, context, RenderOptions(), trace, append);
  }
  if (!data || !state.unit) return RenderWith(state, context, {}, append);
  return RenderReady(state, *data, out);
}

bool IsPlain(const RenderOptions& options) noexcept {
  return !options.limits && options.undefined == Undefined::kAsConfigured && options.now.empty() &&
         !options.globals.is_map() && !options.strict && options.macros.is_null();
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
  const Value* data = ReadyData(context);
  if (state_->is_short && data && RenderShort(*state_, *data, out)) return {};
  return RenderByWorker(*state_, context, data, out);
}

Result<void> Template::RenderTo(const Context& context, std::string* out,
                                const RenderOptions& options) const {
  const auto append = [&](std::string_view text) { out->append(text); };
  if (const auto trace = TraceOf(*state_, options.trace)) {
    return RenderTraced(*state_, context, options, *trace, append);
  }
  if (IsPlain(options)) return RenderTo(context, out);
  return RenderWith(*state_, context, options, append);
}

Result<size_t> Template::RenderInto(const Context& context, std::span<char> buffer,
                                    const RenderOptions& options) const {
  size_t size = 0;
  const auto copy = [&](std::string_view text) {
    size = text.size();
    if (size <= buffer.size()) std::copy(text.begin(), text.end(), buffer.begin());
  };
  const Value* data = ReadyData(context);
  const bool is_plain = data && state_->unit && IsPlain(options);
  const auto trace = TraceOf(*state_, options.trace);
  Result<void> done = trace      ? RenderTraced(*state_, context, options, *trace, copy)
                      : is_plain ? RenderReady(*state_, *data, copy)
                                 : RenderWith(*state_, context, options, copy);
  if (!done) return std::move(done).error();
  return size;
}

Result<std::string> Template::Render(const Context& context, const RenderOptions& options) const {
  std::string text;
  Result<void> done = RenderTo(context, &text, options);
  if (!done) return std::move(done).error();
  return text;
}

}  // namespace galley
