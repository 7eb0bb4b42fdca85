// How a render in the loop begins and ends: everything that the last one left behind is
// cleared, and a first frame made.
#include "engine/vm/machine.h"

namespace galley {

Result<void> Machine::RenderInFull(const RenderRequest& request, BufferWriter* out) {
  const size_t before = out->size();
  Start(request, out);
  const bool rendered = !cx_->stopped() && Run();
  if (rendered && !out->overflowed() && !cx_->stopped()) return {};
  out->Truncate(before);
  return Failure();
}

void Machine::Start(const RenderRequest& request, BufferWriter* out) {
  request_ = &request;
  out_ = out;
  heap_.Reset(request.limits);
  cx_.emplace(&heap_, &request.policy);
  cx_->autoescape = request.autoescape;
  cx_->host = request.host;
  frames_.clear();
  captures_.clear();
  registers_.Clear();
  states_.clear();
  brief_contexts_ = nullptr;
  detour_ = {};
  floor_ = 1;
  nested_ = 0;
  halted_ = false;
  modules_.clear();
  load_failure_.reset();
  handlebars_.Clear();
  from_data_ = false;
  steps_left_ = kMetered;
  tag_seen_ = tag_printed_ = false;

  TemplateContext* context = NewContext();
  if (!context) return;
  context->data = request.data;
  context->globals = request.globals;
  AddBlocks(context, *request.unit);
  const Routine& main = request.unit->routines[0];
  if (!Push(request.unit, &main, context, Ending::kWritten, 0)) return;
  if (main.kind == RoutineKind::kProgram) StartProgram();
}

}  // namespace galley
