// Frames: how routines begin and end, what a template keeps for a render, and where other
// templates come from.
//
// A frame pays for the instructions of its routine when it is pushed.  Registers, output and
// the policy of escaping are as they were before once it is popped.
#include <algorithm>
#include <new>
#include <utility>

#include "diag/report.h"
#include "engine/vm/core.h"

namespace galley {

bool Core::FailDepth() {
  const std::string limit = std::to_string(request->limits.depth);
  if (IncludesItself()) {
    cx->Fail(Code::kTemplateCycle,
             "templates that use themselves are nested deeper than the limit of " + limit);
  } else {
    cx->Fail(Code::kLimitDepth,
             "calls, includes and blocks are nested deeper than the limit of " + limit);
  }
  return false;
}

bool Core::Push(const Unit* unit, const Routine* routine, TemplateContext* context, Ending ending,
                uint16_t result) {
  return Push(StateOf(unit), routine, context, ending, result);
}

bool Core::Push(UnitState* state, const Routine* routine, TemplateContext* context, Ending ending,
                uint16_t result) {
  if (frames.size() > request->limits.depth) return FailDepth();
  // Instructions are paid for once, on entry; see Run.
  if (!heap.meter().Step(routine->end - routine->begin)) return false;
  const size_t count = std::max<size_t>(routine->registers, 1);
  Value* registers = routine->captured ? heap.NewItems(count) : register_stack.Take(count);
  if (register_stack.in_use() * sizeof(Value) > request->limits.heap) {
    heap.meter().Stop(Exhausted::kHeap);
  }
  if (!state || !registers || cx->stopped()) {
    heap.meter().Stop(Exhausted::kMemory);
    return false;
  }
  Frame& made = frames.emplace_back();
  made.state = state;
  made.unit = state->unit;
  made.routine = routine;
  made.pc = state->unit->instructions.data() + routine->begin;
  made.registers = registers;
  made.attributes = state->attributes;
  made.context = context;
  made.ending = ending;
  made.result = result;
  made.written = out->size();
  made.autoescape = cx->autoescape;
  made.is_deepest = frames.size() > request->limits.depth;
  return true;
}

// Ends the render where it is.  What runs without a frame gets one now, for the
// message.
void Core::Stop(const Instruction* pc) {
  if (halted) return;
  if (frameless.state) {
    Frame& made = frames.emplace_back();
    made.state = frameless.state;
    made.unit = frameless.state->unit;
    made.routine = frameless.routine;
    made.context = frameless.context;
    frameless = {};
  }
  frame().pc = pc;
}

// Whether a template is being rendered inside of itself.  It may be, under a
// condition, but not without end.
bool Core::IncludesItself() const {
  std::vector<const Unit*> open;
  for (const Frame& frame : frames) {
    if (frame.routine->kind == RoutineKind::kTemplate) open.push_back(frame.unit);
  }
  std::sort(open.begin(), open.end());
  return std::adjacent_find(open.begin(), open.end()) != open.end();
}

// Ends the current routine.  The last one of the loop is left to whoever began the loop.
Core::Popped Core::Pop() {
  if (const Frame& last = frames.back(); !last.parent && last.ending == Ending::kWritten) {
    // Nothing is left to do with what it wrote.
    if (frames.size() == floor) return Popped::kLast;
    cx->autoescape = last.autoescape;
    if (!last.routine->captured) register_stack.Give(std::max<size_t>(last.routine->registers, 1));
    if (last.context->is_brief && last.routine->kind == RoutineKind::kTemplate) {
      last.context->parent = std::exchange(brief_contexts, last.context);
    }
    frames.pop_back();
    return Popped::kMore;
  }
  const Frame done = frames.back();
  if (done.parent) {
    // A template that extends another goes on as its parent, in its own context.
    frames.pop_back();
    if (!done.routine->captured) register_stack.Give(std::max<size_t>(done.routine->registers, 1));
    if (!Push(done.parent, &done.parent->routines[0], done.context, done.ending, done.result)) {
      frames.push_back(done);
      return Popped::kMore;
    }
    frame().written = done.written;
    frame().autoescape = done.autoescape;
    return Popped::kMore;
  }
  if (frames.size() == floor) return Popped::kLast;
  frames.pop_back();
  if (!done.routine->captured) register_stack.Give(std::max<size_t>(done.routine->registers, 1));
  cx->autoescape = done.autoescape;
  switch (done.ending) {
    case Ending::kWritten:
      break;
    case Ending::kText:
      frame().registers[done.result] = TakeText(done.written, done.autoescape);
      break;
    case Ending::kEscaped:
      EmitEscaped(TakeText(done.written, false));
      break;
    case Ending::kModule:
    case Ending::kModuleOutput:
      module = done;
      return Popped::kModule;
  }
  return Popped::kMore;
}

TemplateContext* Core::NewContext() { return New<TemplateContext>(); }

// The variables of the current frame, for routines inside its own; null when memory
// is exhausted.
const Environment* Core::OwnEnvironment() {
  Frame& current = frame();
  if (!current.own) {
    auto* own = New<Environment>();
    if (!own) return nullptr;
    *own = {current.registers, current.outside};
    current.own = own;
  }
  return current.own;
}

// Null when the heap is exhausted.
UnitState* Core::StateOf(const Unit* unit) {
  for (UnitState* state : states) {
    if (state->unit == unit) return state;
  }
  const size_t attributes = unit->attributes.size();
  const size_t includes = unit->includes.size();
  const size_t partials = unit->partials.size();
  // NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers
  const size_t links = (includes + partials) * sizeof(UnitState*);
  char* room = heap.NewBytes(sizeof(UnitState) + attributes * sizeof(AttributeCache) + links);
  if (!room) return nullptr;
  auto* state = new (room) UnitState();
  state->unit = unit;
  const Routine& body = unit->routines[0];
  state->short_body = unit->blocks.empty() && body.is_short ? &body : nullptr;
  state->attributes = reinterpret_cast<AttributeCache*>(state + 1);
  state->includes = reinterpret_cast<UnitState**>(state->attributes + attributes);
  std::fill_n(state->attributes, attributes, AttributeCache{nullptr, UINT32_MAX});
  state->partials = state->includes + includes;
  std::fill_n(state->includes, includes + partials, nullptr);
  states.push_back(state);
  return state;
}

// Null after a failure, or where the template is missing and that is ignored.
// Nothing but its absence ever is: a name that is ambiguous must be heard of.
const Unit* Core::LoadOne(const Value& name, bool ignore_missing) {
  if (!request->loader) {
    cx->Fail(Code::kTemplateNotFound, "a template that stands alone cannot name another");
    return nullptr;
  }
  if (ignore_missing && request->loader->IsMissing(name.as_string())) return nullptr;
  Result<const Unit*> unit = request->loader->Load(name.as_string());
  if (unit) return *unit;
  cx->Fail(Code::kInternal, "a template could not be loaded");
  load_failure = std::move(unit).error();
  Diagnostic& reason = load_failure->diagnostics().front();
  // A name that is computed may hold data.
  if (reason.file.empty() && !name.is_written()) {
    reason.message = "no one template has the name that is " + DescribeValue(name);
    reason.notes.clear();
    reason.hint.clear();
  }
  return nullptr;
}

}  // namespace galley
