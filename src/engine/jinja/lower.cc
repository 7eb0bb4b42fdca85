#include "engine/jinja/lower.h"

#include <algorithm>
#include <utility>

#include "diag/report.h"
#include "engine/jinja/lowering.h"
#include "engine/library/builtin.h"
#include "value/map.h"

namespace galley::jinja {

Result<Unit> Lower(Tree tree, const Source& source, bool autoescape, const Limits& limits,
                   const HostCallables* host) {
  return Lowering(&tree, limits, host).Run(source, autoescape);
}

void Lowering::Start(const Source& source, bool autoescape) {
  source_ = &source;
  unit_.Clear();
  // Literals stay where they are: the unit takes over the memory of the tree.
  unit_.heap = std::move(tree_.heap);
  unit_.name = unit_.heap.NewString(source.name()).as_string();
  unit_.text = tree_.text;
  scopes_.Begin();
  open_routines_ = 0;
  tasks_.clear();
  places_.clear();
  arguments_.clear();
  plans_.clear();
  fixed_.clear();
  sums_.clear();
  names_.assign(tree_.names.size(), {});
  blocks_.clear();
  position_ = {};
  known_extends_ = false;
  failure_.reset();
  unknown_.clear();
  Place place;
  place.escape = autoescape ? Place::Escape::kOn : Place::Escape::kOff;
  places_.push_back(place);
}

Result<Unit> Lowering::Run(const Source& source, bool autoescape) {
  Start(source, autoescape);
  LowerTemplate();
  // Blocks found in a block are added at the end of the list.
  for (size_t i = 0; i < blocks_.size() && !failure_; ++i) LowerBlock(blocks_[i]);
  if (failure_) return *std::move(failure_);
  if (!unknown_.empty()) return Error(std::move(unknown_));
  return FreezeChecked(&unit_, source);
}

Result<Unit> FreezeChecked(UnitDraft* draft, const Source& source) {
  Unit unit = Freeze(draft);
  if (unit.heap.exhausted() == Exhausted::kNo) return unit;
  return Report(Code::kLimitHeap, source, {}, "the template takes more memory than the limit");
}

void Lowering::RunTasks() {
  while (!tasks_.empty() && !failure_) {
    const size_t at = tasks_.size() - 1;
    if (!Step(&tasks_[at])) continue;
    // A finished task has pushed nothing, so it is still the last one.
    ReleaseTemporaries(tasks_[at].mark);
    tasks_.pop_back();
  }
}

bool Lowering::Step(Task* task) {
  switch (task->kind) {
    case Task::Kind::kStatements:
      return StepStatements(task);
    case Task::Kind::kStatement:
      return StepStatement(task);
    case Task::Kind::kValue:
      return StepValue(task);
    case Task::Kind::kBranch:
      return StepBranch(task);
  }
  return true;
}

// ---------------------------------------------------------------------------
// Routines

void Lowering::RoutineState::Start(uint32_t in_unit, uint16_t nested) noexcept {
  index = in_unit;
  level = nested;
  prologue.clear();
  code.clear();
  labels.clear();
  fixups.clear();
  loops.clear();
  resolved.clear();
  next_resolved = variables = temporaries = most = 0;
  captures = 0;
  bound = UINT32_MAX;
  captured = false;
}

// The name lives as long as the unit.
void Lowering::BeginRoutine(RoutineKind kind, std::string_view name, Span span) {
  const uint32_t parent = open_routines_ == 0 ? UINT32_MAX : routine().index;
  const auto level = static_cast<uint16_t>(open_routines_++);
  if (open_routines_ > routines_.size()) routines_.emplace_back();
  routine().Start(static_cast<uint32_t>(unit_.routines.size()), level);
  Routine& made = unit_.routines.emplace_back();
  made.kind = kind;
  made.parent = parent;
  made.name = name;
  made.span = span;
}

uint32_t Lowering::EndRoutine() {
  EmitD(Opcode::kReturn, 0, 0);
  RoutineState& state = routine();
  --open_routines_;
  for (const ResolvedName& resolved : state.resolved) {
    StateOf(resolved.name).routine = resolved.outer_routine;
    StateOf(resolved.name).variable = resolved.outer_variable;
  }

  const auto shift = static_cast<uint32_t>(state.prologue.size());
  for (const uint32_t at : state.fixups) {
    Instruction& jump = state.code[at].instruction;
    jump.set_d(state.labels[jump.d()] + shift);
  }
  Routine& made = unit_.routines[state.index];
  made.begin = static_cast<uint32_t>(unit_.instructions.size());
  made.registers = state.most;
  made.captured = state.captured;
  unit_.instructions.insert(unit_.instructions.end(), state.prologue.begin(), state.prologue.end());
  unit_.positions.resize(unit_.positions.size() + shift, made.span);
  const size_t first = unit_.instructions.size();
  unit_.instructions.resize(first + state.code.size());
  unit_.positions.resize(first + state.code.size());
  for (size_t at = 0; at < state.code.size(); ++at) {
    unit_.instructions[first + at] = state.code[at].instruction;
    unit_.positions[first + at] = state.code[at].position;
  }
  made.end = static_cast<uint32_t>(unit_.instructions.size());
  CheckSize();
  return state.index;
}

// There are not many more instructions than nodes, so it is enough to count those
// of each routine when it ends.
void Lowering::CheckSize() {
  if (unit_.instructions.size() <= limits_.tokens) return;
  Fail(Code::kLimitDepth, unit_.positions[limits_.tokens],
       "the template needs more instructions than the limit of " + std::to_string(limits_.tokens));
}

uint16_t Lowering::NewVariable(uint16_t count) {
  RoutineState& state = routine();
  const uint16_t first = NewTemporary(count);
  state.variables = state.temporaries;
  return first;
}

void Lowering::ReleaseTemporaries(uint16_t mark) noexcept {
  // Variables made meanwhile stay.
  RoutineState& state = routine();
  state.temporaries = mark < state.variables ? state.variables : mark;
}

uint16_t Lowering::NewTemporary(uint16_t count) {
  RoutineState& state = routine();
  const uint32_t next = uint32_t{state.temporaries} + count;
  if (next >= kConstantBit) {
    Fail(Code::kLimitDepth, position_, "the template needs more than 32,767 registers");
    return 0;
  }
  const uint16_t first = state.temporaries;
  state.temporaries = static_cast<uint16_t>(next);
  if (state.temporaries > state.most) state.most = state.temporaries;
  return first;
}

// ---------------------------------------------------------------------------
// Instructions

Label Lowering::NewLabel() {
  routine().labels.push_back(UINT32_MAX);
  return static_cast<Label>(routine().labels.size() - 1);
}

void Lowering::Bind(Label label) {
  routine().bound = static_cast<uint32_t>(routine().code.size());
  routine().labels[static_cast<uint32_t>(label)] = routine().bound;
}

void Lowering::EmitJump(Opcode op, uint16_t a, Label label) {
  routine().fixups.push_back(EmitD(op, a, static_cast<uint32_t>(label)));
}

// The second word of an instruction that jumps; see opcodes.def.
void Lowering::EmitTarget(Label label) { EmitJump(Opcode::kJump, 0, label); }

uint32_t Lowering::AddConstant(const Value& value) {
  unit_.constants.push_back(value);
  return static_cast<uint32_t>(unit_.constants.size() - 1);
}

// A copy of `text`.
uint32_t Lowering::AddText(std::string_view text) {
  return AddConstant(unit_.heap.NewString(text));
}

uint32_t Lowering::NameConstant(NameId name) {
  NameState& state = StateOf(name);
  if (state.constant == UINT32_MAX) {
    const std::string_view text = tree_.Text(name);
    state.constant = AddConstant(Value::String(text));
    state.is_map_method = FindMethod(Kind::kMap, text) != nullptr;
  }
  return state.constant;
}

uint16_t Lowering::ConstantOperand(uint32_t constant) {
  if (constant < kConstantBit) return static_cast<uint16_t>(constant | kConstantBit);
  const uint16_t target = NewTemporary();
  EmitD(Opcode::kLoadConstant, target, constant);
  return target;
}

uint32_t Lowering::AttributeOf(NameId name) {
  const auto site = static_cast<uint32_t>(unit_.attributes.size());
  const uint32_t constant = NameConstant(name);
  unit_.attributes.push_back({constant, tree_[name].hash, StateOf(name).is_map_method});
  return site;
}

// The site of an attribute, or of an item under a literal string.
uint32_t Lowering::SiteOf(const Node& node) {
  if (node.kind == NodeKind::kAttribute) return AttributeOf(node.name);
  const Value& key = tree_.constants[tree_[node.b].index];
  const std::string_view text = key.as_string();
  unit_.attributes.push_back(
      {AddConstant(key), HashKey(text), FindMethod(Kind::kMap, text) != nullptr, true});
  return static_cast<uint32_t>(unit_.attributes.size() - 1);
}

void Lowering::Fail(Code code, Span span, std::string message, std::string hint) {
  if (failure_) return;
  failure_ = Report(code, *source_, span, std::move(message), std::move(hint));
}

// ---------------------------------------------------------------------------
// Variables

void Lowering::EnterScope() { scopes_.Enter(routine().level); }

void Lowering::StartVariables() {
  for (const SymbolId id : scopes_.symbols()) {
    Symbol& symbol = scopes_[id];
    switch (symbol.start) {
      case Start::kParameter:
        if (symbol.variable == kNoVariable) symbol.variable = NewVariable();
        break;
      case Start::kResolve: {
        // The context does not change for a name that nothing here assigns, so
        // it is looked up once, when the routine starts.
        const uint16_t resolved = ResolveAtStart(symbol.name);
        symbol.variable = resolved;
        if (symbol.stored) {
          symbol.variable = NewVariable();
          Emit(Opcode::kMove, symbol.variable, resolved, 0);
        }
        break;
      }
      case Start::kAlias:
        symbol.variable = NewVariable();
        LoadSymbol(symbol.aliased, symbol.variable, false);
        break;
      case Start::kUndefined:
        symbol.variable = NewVariable();
        EmitD(Opcode::kMissing, symbol.variable, NameConstant(symbol.name));
        break;
    }
  }
}

// Names are looked up when a routine starts, so their registers must not serve as
// temporaries before they are used.  One is set aside for each of the `mentions` of
// a variable that the routine has at most, or for each variable of the template.
void Lowering::ReserveResolved(uint32_t mentions) {
  const uint32_t count = std::min({mentions, tree_.variables, uint32_t{kConstantBit}});
  routine().next_resolved = NewVariable(static_cast<uint16_t>(count));
}

uint16_t Lowering::ResolveAtStart(NameId name) {
  NameState& state = StateOf(name);
  if (state.routine == routine().index) return state.variable;
  routine().resolved.push_back({name, state.routine, state.variable});
  state.routine = routine().index;
  state.variable = routine().next_resolved++;
  Instruction resolve{Opcode::kResolve, 0, state.variable, 0, 0};
  resolve.set_d(AttributeOf(name));
  routine().prologue.push_back(resolve);
  return state.variable;
}

// As a value, or where that is asked for, as a variable that may not be assigned yet.
void Lowering::LoadSymbol(SymbolId id, uint16_t target, bool is_value) {
  const Symbol& symbol = scopes_[id];
  const bool settles = is_value && symbol.start != Start::kResolve;
  MarkLoopUsed(symbol);
  const auto distance = static_cast<uint16_t>(routine().level - symbol.routine);
  if (distance == 0) {
    const bool moves = settles || symbol.variable != target;
    if (moves) Emit(settles ? Opcode::kRead : Opcode::kMove, target, symbol.variable, 0);
    return;
  }
  routines_[symbol.routine].captured = true;
  Emit(Opcode::kLoadOuter, target, distance, symbol.variable, settles);
}

std::optional<uint16_t> Lowering::LocalVariable(NameId name) {
  const Symbol& symbol = scopes_[scopes_.Find(name)];
  if (symbol.routine != routine().level) return std::nullopt;
  return symbol.variable;
}

std::span<const VisibleVariable> Lowering::VisibleVariables() {
  std::vector<VisibleVariable> visible;
  for (const SymbolId id : scopes_.Visible()) {
    const Symbol& symbol = scopes_[id];
    MarkLoopUsed(symbol);
    const auto distance = static_cast<uint16_t>(routine().level - symbol.routine);
    if (distance > 0) routines_[symbol.routine].captured = true;
    visible.push_back({NameConstant(symbol.name), distance, symbol.variable});
  }
  return unit_.Keep(std::span<const VisibleVariable>(visible));
}

// The state of a loop lies in the registers of its routine unless `loop` is used
// as a value somewhere.
void Lowering::MarkLoopUsed(const Symbol& symbol) {
  RoutineState& holder = routines_[symbol.routine];
  for (const LoopState& loop : holder.loops) {
    if (loop.registers == symbol.variable) holder.code[loop.begin].instruction.x |= kLoopEscapes;
  }
}

bool Lowering::IsLoop(NodeId object) {
  const Node& node = tree_[object];
  if (node.kind != NodeKind::kName || tree_[node.name].special != kNameLoop) return false;
  const std::optional<uint16_t> variable = LocalVariable(node.name);
  if (!variable) return false;
  for (const LoopState& loop : routine().loops) {
    if (loop.registers == *variable) return true;
  }
  return false;
}

}  // namespace galley::jinja
