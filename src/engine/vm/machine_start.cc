// How a render in the loop begins and ends: everything that the last one left behind is
// cleared, and a first frame made.
#include "base/interruption.h"
#include "engine/vm/machine.h"

namespace galley {

// Here, not with the frames, so that it becomes part of Machine::Start.
void Core::Start(const RenderRequest& asked, Output* to) {
  request = &asked;
  out = to;
  heap.Reset(asked.limits);
  cx.emplace(&heap, &asked.policy);
  cx->autoescape = asked.autoescape;
  cx->host = asked.host;
  frames.clear();
  captures.clear();
  register_stack.Clear();
  floor = 1;
  nested = 0;
  halted = false;
  frameless = {};
  states.clear();
  brief_contexts = nullptr;
  load_failure.reset();
}

Result<void> Machine::RenderInFull(const RenderRequest& request, Output* out) {
  const size_t before = out->size();
  Start(request, out);
  if (IsInterrupted()) core_.heap.meter().Stop(Exhausted::kSteps);
  const bool rendered = !core_.cx->stopped() && Run();
  if (rendered && !out->overflowed() && !core_.cx->stopped()) return {};
  out->Truncate(before);
  return core_.Failure();
}

void Machine::Start(const RenderRequest& request, Output* out) {
  core_.Start(request, out);
  jinja_.Clear();
  handlebars_.state().Clear();
  steps_left_ = kMetered;
  tags_ = {};

  TemplateContext* context = core_.NewContext();
  if (!context) return;
  context->data = request.data;
  context->globals = request.globals;
  jinja_.AddBlocks(context, *request.unit);
  const Routine& main = request.unit->routines[0];
  if (!core_.Push(request.unit, &main, context, Core::Ending::kWritten, 0)) return;
  if (main.kind == RoutineKind::kProgram) handlebars_.StartProgram();
}

}  // namespace galley
