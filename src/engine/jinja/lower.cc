#include "engine/jinja/lower.h"

#include <algorithm>
#include <utility>

#include "diag/report.h"
#include "engine/jinja/lowering.h"
#include "engine/library/builtin.h"
#include "value/map.h"

namespace galley::jinja {

Result<Unit> Lower(Tree tree, const Source& source, bool autoescape, const Limits& limits) {
  return Lowering(std::move(tree), source, autoescape, limits).Run();
}

Lowering::Lowering(Tree tree, const Source& source, bool autoescape, const Limits& limits)
    : tree_(std::move(tree)), source_(source), limits_(limits), scopes_(tree_) {
  // Literals stay where they are: the unit takes over the memory of the tree.
  unit_.heap = std::move(tree_.heap);
  unit_.name = source.name();
  unit_.text = source.text();
  Place place;
  place.escape = autoescape ? Place::Escape::kOn : Place::Escape::kOff;
  places_.push_back(place);
}

Result<Unit> Lowering::Run() {
  LowerTemplate();
  // Blocks found in a block are added at the end of the list.
  for (size_t i = 0; i < blocks_.size() && !failure_; ++i) LowerBlock(blocks_[i]);
  if (failure_) return *std::move(failure_);
  return std::move(unit_);
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

void Lowering::Push(Task task) {
  task.mark = routine().temporaries;
  tasks_.push_back(task);
}

// ---------------------------------------------------------------------------
// Routines

void Lowering::BeginRoutine(RoutineKind kind, std::string name, Span span) {
  const uint32_t parent = routines_.empty() ? UINT32_MAX : routines_.back().index;
  RoutineState state;
  state.index = static_cast<uint32_t>(unit_.routines.size());
  state.level = static_cast<uint16_t>(routines_.size());
  routines_.push_back(std::move(state));
  Routine& made = unit_.routines.emplace_back();
  made.kind = kind;
  made.parent = parent;
  made.name = std::move(name);
  made.span = span;
}

uint32_t Lowering::EndRoutine() {
  EmitD(Opcode::kReturn, 0, 0);
  RoutineState state = std::move(routines_.back());
  routines_.pop_back();

  const auto shift = static_cast<uint32_t>(state.prologue.size());
  for (const uint32_t at : state.fixups) {
    state.code[at].set_d(state.labels[state.code[at].d()] + shift);
  }
  Routine& made = unit_.routines[state.index];
  made.begin = static_cast<uint32_t>(unit_.instructions.size());
  made.registers = state.most;
  made.captured = state.captured;
  unit_.instructions.insert(unit_.instructions.end(), state.prologue.begin(), state.prologue.end());
  unit_.instructions.insert(unit_.instructions.end(), state.code.begin(), state.code.end());
  unit_.positions.resize(unit_.positions.size() + shift, made.span);
  unit_.positions.insert(unit_.positions.end(), state.positions.begin(), state.positions.end());
  made.end = static_cast<uint32_t>(unit_.instructions.size());
  return state.index;
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
  routine().labels[static_cast<uint32_t>(label)] = static_cast<uint32_t>(routine().code.size());
}

uint32_t Lowering::Emit(Opcode op, uint16_t a, uint16_t b, uint16_t c, uint8_t x) {
  RoutineState& state = routine();
  if (unit_.instructions.size() + state.code.size() >= limits_.tokens) {
    Fail(
        Code::kLimitDepth, position_,
        "the template needs more instructions than the limit of " + std::to_string(limits_.tokens));
  }
  state.code.push_back({op, x, a, b, c});
  state.positions.push_back(position_);
  return static_cast<uint32_t>(state.code.size() - 1);
}

uint32_t Lowering::EmitD(Opcode op, uint16_t a, uint32_t d, uint8_t x) {
  const uint32_t at = Emit(op, a, 0, 0, x);
  routine().code[at].set_d(d);
  return at;
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

uint32_t Lowering::AddText(std::string_view text) {
  if (const uint32_t* found = texts_.Find(text)) return *found;
  const Value value = unit_.heap.NewString(text);
  const uint32_t constant = AddConstant(value);
  texts_.Insert(value.as_string(), constant);
  return constant;
}

uint32_t Lowering::NameConstant(NameId name) { return AddText(tree_.Text(name)); }

uint16_t Lowering::ConstantOperand(uint32_t constant) {
  if (constant < kConstantBit) return static_cast<uint16_t>(constant | kConstantBit);
  const uint16_t target = NewTemporary();
  EmitD(Opcode::kLoadConstant, target, constant);
  return target;
}

uint32_t Lowering::AttributeOf(std::string_view name) {
  const auto site = static_cast<uint32_t>(unit_.attributes.size());
  unit_.attributes.push_back(
      {AddText(name), HashKey(name), FindMethod(Kind::kMap, name) != nullptr});
  return site;
}

void Lowering::Fail(Code code, Span span, std::string message, std::string hint) {
  if (failure_) return;
  failure_ = Report(code, source_, span, std::move(message), std::move(hint));
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
        const uint16_t resolved = ResolvedName(symbol.name);
        symbol.variable = resolved;
        if (symbol.stored) {
          symbol.variable = NewVariable();
          Emit(Opcode::kMove, symbol.variable, resolved, 0);
        }
        break;
      }
      case Start::kAlias:
        symbol.variable = NewVariable();
        LoadSymbol(symbol.aliased, symbol.variable);
        break;
      case Start::kUndefined:
        symbol.variable = NewVariable();
        EmitD(Opcode::kMissing, symbol.variable, NameConstant(symbol.name));
        break;
    }
  }
}

// Names are looked up when a routine starts, so their registers must not serve as
// temporaries before they are used: one is set aside for each name that the
// routine mentions.  Routines inside it are not looked into.
void Lowering::ReserveResolved(std::vector<NodeId> pending) {
  seen_names_.resize(tree_.names.size(), UINT32_MAX);
  size_t count = 0;
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    if (id == NodeId::kNone) continue;
    const Node& node = tree_[id];
    if (node.kind == NodeKind::kName || node.kind == NodeKind::kNamespaceTarget) {
      uint32_t& seen = seen_names_[static_cast<uint32_t>(node.name)];
      count += seen != routine().index;
      seen = routine().index;
    }
    PushParts(node, &pending);
  }
  routine().next_resolved =
      NewVariable(static_cast<uint16_t>(std::min<size_t>(count, kConstantBit)));
}

// What belongs to the routine that `node` is in.
void Lowering::PushParts(const Node& node, std::vector<NodeId>* pending) const {
  const auto push_list = [&](ListId list) {
    const std::span<const NodeId> nodes = tree_.Children(list);
    pending->insert(pending->end(), nodes.begin(), nodes.end());
  };
  switch (node.kind) {
    case NodeKind::kMacro:
    case NodeKind::kBlock:
      return;
    case NodeKind::kCallBlock:
      return pending->push_back(node.a);
    case NodeKind::kFor:
      if (node.flags & kRecursive) return pending->push_back(node.b);
      break;
    default:
      break;
  }
  pending->insert(pending->end(), {node.a, node.b, node.c});
  push_list(node.list);
  push_list(node.body);
  push_list(node.else_body);
}

uint16_t Lowering::ResolvedName(NameId name) {
  const std::string_view text = tree_.Text(name);
  if (const uint16_t* found = routine().resolved.Find(text)) return *found;
  const uint16_t variable = routine().next_resolved++;
  Instruction resolve{Opcode::kResolve, 0, variable, 0, 0};
  resolve.set_d(NameConstant(name));
  routine().prologue.push_back(resolve);
  routine().resolved.Insert(text, variable);
  return variable;
}

void Lowering::LoadSymbol(SymbolId id, uint16_t target) {
  const Symbol& symbol = scopes_[id];
  MarkLoopUsed(symbol);
  const auto distance = static_cast<uint16_t>(routine().level - symbol.routine);
  if (distance == 0) {
    if (symbol.variable != target) Emit(Opcode::kMove, target, symbol.variable, 0);
    return;
  }
  routines_[symbol.routine].captured = true;
  Emit(Opcode::kLoadOuter, target, distance, symbol.variable);
}

std::optional<uint16_t> Lowering::LocalVariable(NameId name) {
  const Symbol& symbol = scopes_[scopes_.Find(name)];
  if (symbol.routine != routine().level) return std::nullopt;
  return symbol.variable;
}

std::vector<VisibleVariable> Lowering::VisibleVariables() {
  std::vector<VisibleVariable> visible;
  for (const SymbolId id : scopes_.Visible()) {
    const Symbol& symbol = scopes_[id];
    MarkLoopUsed(symbol);
    const auto distance = static_cast<uint16_t>(routine().level - symbol.routine);
    if (distance > 0) routines_[symbol.routine].captured = true;
    visible.push_back({NameConstant(symbol.name), distance, symbol.variable});
  }
  return visible;
}

// The state of a loop lies in the registers of its routine unless `loop` is used
// as a value somewhere.
void Lowering::MarkLoopUsed(const Symbol& symbol) {
  RoutineState& holder = routines_[symbol.routine];
  for (const LoopState& loop : holder.loops) {
    if (loop.registers == symbol.variable) holder.code[loop.begin].x |= kLoopEscapes;
  }
}

bool Lowering::IsLoop(NodeId object) {
  const Node& node = tree_[object];
  if (node.kind != NodeKind::kName || tree_.Text(node.name) != "loop") return false;
  const std::optional<uint16_t> variable = LocalVariable(node.name);
  if (!variable) return false;
  for (const LoopState& loop : routine().loops) {
    if (loop.registers == *variable) return true;
  }
  return false;
}

}  // namespace galley::jinja
