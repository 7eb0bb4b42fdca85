// Lowering of loops.
//
//     iterable -> R
//     [filter: a loop of its own that collects what passes, -> R]
//     ForBegin L, R
//     ForNext L, item, done
//   body:
//     start variables, body
//   next:
//     ForAgain L, item, body
//   done:
//     [else, where no turn ran to its end]
//
// A recursive loop is a routine whose first register holds what to loop over; the
// loop in the template is a call of it.
#include <utility>

#include "engine/jinja/lowering.h"
#include "engine/jinja/undeclared.h"

namespace galley::jinja {

bool Lowering::StepFor(Task* task, const Node& node) {
  const bool recursive = (node.flags & kRecursive) != 0;
  enum State : uint8_t { kStart, kIterable, kFilterTest, kLoop, kBody, kElse };
  switch (task->state) {
    case kStart:
      task->first = code_.NewVariable();
      task->state = kIterable;
      if (LoopsOverItems(node)) {
        PushValue(tree_[tree_[node.b].a].a, task->first);
      } else {
        PushValue(node.b, task->first);
      }
      return false;
    case kIterable:
      if (recursive) {
        task->second = task->first;  // kept until the call
        BeginRoutine(RoutineKind::kLoop, "loop", node.span);
        task->first = code_.NewVariable();
        ReserveResolved(node.index);
      }
      if (node.c == NodeId::kNone) {
        task->state = kLoop;
        return false;
      }
      BeginFilterLoop(task, node);
      task->state = kFilterTest;
      PushBranch(node.c, false, routine().loops.back().next);
      return false;
    case kFilterTest:
      EndFilterLoop(task);
      task->state = kLoop;
      return false;
    case kLoop:
      BeginLoop(task, node);
      task->state = kBody;
      PushStatements(node.body);
      return false;
    case kBody:
      EndLoop(task, node);
      task->state = kElse;
      if (node.else_body.size == 0) return false;
      EnterScope();
      scopes_.AnalyzeStatements(node.else_body);
      StartVariables();
      PushStatements(node.else_body);
      return false;
    default:
      if (node.else_body.size > 0) {
        LeaveScope();
        code_.Bind(task->label2);
      }
      places_.pop_back();
      if (recursive) CallRecursiveLoop(*task);
      return true;
  }
}

// `for key, value in map.items()` needs no list of pairs.
bool Lowering::LoopsOverItems(const Node& node) {
  if (node.c != NodeId::kNone || (node.flags & kRecursive)) return false;
  const Node& target = tree_[node.a];
  const Node& call = tree_[node.b];
  if (target.kind != NodeKind::kTuple || target.list.size != 2) return false;
  for (const NodeId name : tree_.Children(target.list)) {
    if (tree_[name].kind != NodeKind::kName) return false;
  }
  if (call.kind != NodeKind::kCall || call.list.size != 0) return false;
  const Node& method = tree_[call.a];
  return method.kind == NodeKind::kAttribute && tree_.Text(method.name) == "items";
}

// Opens a loop whose state lies in `registers` and was made at `begin`.
Lowering::LoopState& Lowering::PushLoop(uint32_t begin, uint16_t registers) {
  LoopState loop{};
  loop.registers = registers;
  loop.begin = begin;
  loop.body = code_.NewLabel();
  loop.next = code_.NewLabel();
  loop.done = code_.NewLabel();
  loop.captures = routine().captures;
  return routine().loops.emplace_back(loop);
}

// The first item into `item`; of a loop over pairs, its value into `value`.
void Lowering::NextItem(uint16_t item, uint16_t value) {
  LoopState& loop = routine().loops.back();
  loop.item = item;
  loop.value = value;
  if (value == kNoVariable) {
    code_.Emit(Opcode::kForNext, loop.registers, item, 0);
  } else {
    code_.Emit(Opcode::kForNextPair, loop.registers, item, value);
  }
  code_.EmitTarget(loop.done);
  code_.Bind(loop.body);
}

// The end of the body: the same for the other items.
void Lowering::Again() {
  const LoopState& loop = routine().loops.back();
  code_.Bind(loop.next);
  if (loop.value == kNoVariable) {
    code_.Emit(Opcode::kForAgain, loop.registers, loop.item, 0);
  } else {
    code_.Emit(Opcode::kForAgainPair, loop.registers, loop.item, loop.value);
  }
  code_.EmitTarget(loop.body);
  code_.Bind(loop.done);
}

// A loop that only collects.  Its registers: the item, the list being built (two),
// then the state of the loop.
void Lowering::BeginFilterLoop(Task* task, const Node& node) {
  EnterScope();
  scopes_.DeclareTarget(node.a);
  scopes_.AnalyzeExpression(node.c);
  StartVariables();
  const uint16_t collected = code_.NewVariables(2);
  const uint16_t item = code_.NewVariable();
  const uint16_t state = code_.NewVariables(kLoopRegisters);
  task->target = collected;
  code_.set_position(tree_[node.b].span);
  code_.Emit(Opcode::kCollectBegin, collected, 0, 0);
  PushLoop(code_.Emit(Opcode::kForBegin, state, task->first, 0), state);
  NextItem(item, kNoVariable);
  AssignTarget(node.a, item);
}

void Lowering::EndFilterLoop(Task* task) {
  const uint16_t collected = task->target;
  code_.Emit(Opcode::kCollect, collected, static_cast<uint16_t>(collected + 2), 0);
  Again();
  code_.Emit(Opcode::kCollectEnd, task->first, collected, 0);
  routine().loops.pop_back();
  LeaveScope();
}

void Lowering::BeginLoop(Task* task, const Node& node) {
  Place place = places_.back();
  place.top_level = place.root_level = place.soft = false;
  places_.push_back(place);
  const SpecialNames special = FindSpecialNames(tree_, node.body, node.special, kNameLoop);
  if (special.assigns_loop) {
    code_.Fail(Code::kTemplateSyntax, node.span, "`loop` cannot be assigned inside a loop");
  }
  EnterScope();
  const uint16_t state = code_.NewVariables(kLoopRegisters);
  const bool recursive = (node.flags & kRecursive) != 0;
  if (special.loop || special.has_scoped_block || recursive) DeclareAt(kNameLoop, state);
  scopes_.DeclareTarget(node.a);
  scopes_.AnalyzeStatements(node.body);

  if (node.else_body.size > 0) {
    task->target = code_.NewVariable();  // true while no turn ran to its end
    code_.EmitD(Opcode::kLoadConstant, task->target, code_.AddConstant(Value::Bool(true)));
  }
  const bool items = LoopsOverItems(node);
  code_.set_position(tree_[node.b].span);
  const uint32_t begin = code_.Emit(items ? Opcode::kForItems : Opcode::kForBegin, state,
                                    task->first, 0, recursive ? kLoopEscapes : kLoopPlain);
  PushLoop(begin, state);
  if (items) {
    const std::span<const NodeId> names = tree_.Children(tree_[node.a].list);
    const uint16_t key = code_.NewVariable();
    const uint16_t value = code_.NewVariable();
    scopes_[scopes_.Find(tree_[names[0]].name)].variable = key;
    scopes_[scopes_.Find(tree_[names[1]].name)].variable = value;
    NextItem(key, value);
    StartVariables();
  } else if (tree_[node.a].kind == NodeKind::kName) {
    const uint16_t item = code_.NewVariable();
    scopes_[scopes_.Find(tree_[node.a].name)].variable = item;
    NextItem(item, kNoVariable);
    StartVariables();
  } else {
    const uint16_t item = code_.NewVariable();
    NextItem(item, kNoVariable);
    StartVariables();
    AssignTarget(node.a, item);
  }
}

void Lowering::EndLoop(Task* task, const Node& node) {
  if (node.else_body.size > 0) {
    code_.EmitD(Opcode::kLoadConstant, task->target, code_.AddConstant(Value::Bool(false)));
  }
  Again();
  routine().loops.pop_back();
  LeaveScope();
  if (node.else_body.size > 0) {
    task->label2 = code_.NewLabel();
    code_.EmitJump(Opcode::kJumpIfFalse, task->target, task->label2);
  }
}

void Lowering::CallRecursiveLoop(const Task& task) {
  const uint32_t made = EndRoutine();
  const uint16_t loop = code_.NewVariable();
  code_.EmitD(Opcode::kMakeMacro, loop, made);
  CallSite site;
  site.callee = loop;
  site.base = task.second;
  static constexpr CallArgument kArgument[] = {{CallArgument::Kind::kPositional, 0}};
  site.arguments = kArgument;
  code_.unit().calls.push_back(site);
  code_.EmitD(Opcode::kEmitCall, 0, static_cast<uint32_t>(code_.unit().calls.size() - 1), 0);
}

void Lowering::LeaveLoop(const Node& node) {
  const bool is_break = node.kind == NodeKind::kBreak;
  if (routine().loops.empty()) {
    return code_.Fail(Code::kTemplateSyntax, node.span,
                      std::string(is_break ? "`break`" : "`continue`") + " outside a loop");
  }
  const LoopState& loop = routine().loops.back();
  // What was captured since the loop began is dropped.
  const uint32_t open = routine().captures - loop.captures;
  if (open > 0) code_.Emit(Opcode::kCaptureDrop, 0, 0, 0, static_cast<uint8_t>(open));
  code_.EmitJump(Opcode::kJump, 0, is_break ? loop.done : loop.next);
}

}  // namespace galley::jinja
