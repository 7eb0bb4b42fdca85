// Tasks lie on a stack; a task that has more to do pushes it and is asked again.  A block that
// is found is queued and lowered as a routine of its own.
#include "engine/jinja/lower.h"

#include <algorithm>
#include <utility>

#include "diag/report.h"
#include "engine/jinja/lowering.h"
#include "engine/library/builtin.h"
#include "value/map.h"

namespace galley::jinja {

Result<Unit> Lower(Tree tree, const Source& source, bool autoescape, const Limits& limits,
                   const HostCallables* host, std::vector<ContextRead>* reads) {
  Lowering lowering(&tree, limits, host);
  lowering.NoteReads(reads);
  return lowering.Run(source, autoescape);
}

void Lowering::NoteRead(const Node& node) {
  if (!reads_) return;
  SymbolId id = scopes_.Find(node.name);
  while (scopes_[id].start == Start::kAlias) id = scopes_[id].aliased;
  if (scopes_[id].start == Start::kResolve) reads_->push_back({node.name, node.span});
}

void Lowering::Start(const Source& source, bool autoescape) {
  // Literals stay where they are: the unit takes over the memory of the tree.
  code_.Begin(source, std::move(tree_.heap), tree_.text);
  code_.unit().translates = tree_.translates;
  scopes_.Begin();
  tasks_.clear();
  places_.clear();
  arguments_.clear();
  plans_.clear();
  fixed_.clear();
  sums_.clear();
  names_.assign(tree_.names.size(), {});
  blocks_.clear();
  known_extends_ = false;
  unknown_.clear();
  Place place;
  place.escape = place.literals = autoescape ? Place::Escape::kOn : Place::Escape::kOff;
  places_.push_back(place);
}

Result<Unit> Lowering::Run(const Source& source, bool autoescape) {
  Start(source, autoescape);
  LowerTemplate();
  // Blocks found in a block are added at the end of the list.
  for (size_t i = 0; i < blocks_.size() && !code_.failed(); ++i) LowerBlock(blocks_[i]);
  if (!code_.failed() && !unknown_.empty()) return Error(std::move(unknown_));
  return code_.Finish();
}

void Lowering::RunTasks() {
  while (!tasks_.empty() && !code_.failed()) {
    const size_t at = tasks_.size() - 1;
    if (!Step(&tasks_[at])) continue;
    // A finished task has pushed nothing, so it is still the last one.
    code_.Release(tasks_[at].mark);
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

void Lowering::RoutineState::Start() noexcept {
  loops.clear();
  resolved.clear();
  next_resolved = 0;
  captures = 0;
}

void Lowering::BeginRoutine(RoutineKind kind, std::string_view name, Span span) {
  code_.BeginRoutine(kind, name, span);
  if (code_.level() >= routines_.size()) routines_.emplace_back();
  routine().Start();
}

uint32_t Lowering::EndRoutine() {
  for (const ResolvedName& resolved : routine().resolved) {
    StateOf(resolved.name).routine = resolved.outer_routine;
    StateOf(resolved.name).variable = resolved.outer_variable;
  }
  return code_.EndRoutine();
}

// ---------------------------------------------------------------------------
// Names

uint32_t Lowering::NameConstant(NameId name) {
  NameState& state = StateOf(name);
  if (state.constant == UINT32_MAX) {
    const std::string_view text = tree_.Text(name);
    state.constant = code_.AddConstant(Value::String(text));
    state.is_map_method = FindMethod(Kind::kMap, text) != nullptr;
  }
  return state.constant;
}

uint32_t Lowering::AttributeOf(NameId name) {
  const uint32_t constant = NameConstant(name);
  return code_.AddSite({constant, tree_[name].hash, StateOf(name).is_map_method});
}

// The site of an attribute, or of an item under a literal string.
uint32_t Lowering::SiteOf(const Node& node) {
  if (node.kind == NodeKind::kAttribute) return AttributeOf(node.name);
  const Value& key = tree_.constants[tree_[node.b].index];
  const std::string_view text = key.as_string();
  return code_.AddSite(
      {code_.AddConstant(key), HashKey(text), FindMethod(Kind::kMap, text) != nullptr, true});
}

// ---------------------------------------------------------------------------
// Variables

void Lowering::EnterScope() { scopes_.Enter(code_.level()); }

void Lowering::StartVariables() {
  for (const SymbolId id : scopes_.symbols()) {
    Symbol& symbol = scopes_[id];
    switch (symbol.start) {
      case Start::kParameter:
        if (symbol.variable == kNoVariable) symbol.variable = code_.NewVariable();
        break;
      case Start::kResolve: {
        // The context does not change for a name that nothing here assigns, so
        // it is looked up once, when the routine starts.
        const uint16_t resolved = ResolveAtStart(symbol.name);
        symbol.variable = resolved;
        if (symbol.stored) {
          symbol.variable = code_.NewVariable();
          code_.Emit(Opcode::kMove, symbol.variable, resolved, 0);
        }
        break;
      }
      case Start::kAlias:
        symbol.variable = code_.NewVariable();
        LoadSymbol(symbol.aliased, symbol.variable, false);
        break;
      case Start::kUndefined:
        symbol.variable = code_.NewVariable();
        code_.EmitD(Opcode::kMissing, symbol.variable, NameConstant(symbol.name));
        break;
    }
  }
}

// Names are looked up when a routine starts, so their registers must not serve as
// temporaries before they are used.  One is set aside for each of the `mentions` of
// a variable that the routine has at most, or for each variable of the template.
void Lowering::ReserveResolved(uint32_t mentions) {
  const uint32_t count = std::min({mentions, tree_.variables, uint32_t{kConstantBit}});
  routine().next_resolved = code_.NewVariables(count);
}

uint16_t Lowering::ResolveAtStart(NameId name) {
  NameState& state = StateOf(name);
  if (state.routine == code_.routine()) return state.variable;
  routine().resolved.push_back({name, state.routine, state.variable});
  state.routine = code_.routine();
  state.variable = routine().next_resolved++;
  Instruction resolve{Opcode::kResolve, 0, state.variable, 0, 0};
  resolve.set_d(AttributeOf(name));
  code_.EmitAtStart(resolve);
  return state.variable;
}

// As a value, or where that is asked for, as a variable that may not be assigned yet.
void Lowering::LoadSymbol(SymbolId id, uint16_t target, bool is_value) {
  const Symbol& symbol = scopes_[id];
  const bool settles = is_value && symbol.start != Start::kResolve;
  MarkLoopUsed(symbol);
  const auto distance = static_cast<uint16_t>(code_.level() - symbol.routine);
  if (distance == 0) {
    const bool moves = settles || symbol.variable != target;
    if (moves) code_.Emit(settles ? Opcode::kRead : Opcode::kMove, target, symbol.variable, 0);
    return;
  }
  code_.Capture(distance);
  code_.Emit(Opcode::kLoadOuter, target, distance, symbol.variable, settles);
}

std::optional<uint16_t> Lowering::LocalVariable(NameId name) {
  const Symbol& symbol = scopes_[scopes_.Find(name)];
  if (symbol.routine != code_.level()) return std::nullopt;
  return symbol.variable;
}

std::span<const VisibleVariable> Lowering::VisibleVariables() {
  std::vector<VisibleVariable> visible;
  const std::vector<SymbolId> symbols = scopes_.Visible();
  // Many places that each see many variables would take the product of both.
  constexpr uint64_t kLookedAtForOne = 64;
  visible_ += symbols.size() + scopes_.assigned() / kLookedAtForOne;
  if (visible_ > limits_.tokens) {
    code_.Fail(Code::kLimitDepth, code_.position(),
               "what is included sees more variables than the limit of " +
                   std::to_string(limits_.tokens) + " in all");
    return {};
  }
  for (const SymbolId id : symbols) {
    const Symbol& symbol = scopes_[id];
    MarkLoopUsed(symbol);
    const auto distance = static_cast<uint16_t>(code_.level() - symbol.routine);
    if (distance > 0) code_.Capture(distance);
    visible.push_back({NameConstant(symbol.name), distance, symbol.variable});
  }
  return code_.unit().Keep(std::span<const VisibleVariable>(visible));
}

// The state of a loop lies in the registers of its routine unless `loop` is used
// as a value somewhere.
void Lowering::MarkLoopUsed(const Symbol& symbol) {
  for (const LoopState& loop : routines_[symbol.routine].loops) {
    if (loop.registers != symbol.variable) continue;
    code_.At(symbol.routine, loop.begin).x |= kLoopEscapes;
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
