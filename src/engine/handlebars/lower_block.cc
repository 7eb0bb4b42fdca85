// Lowering of blocks: `if`, `unless`, `each`, `with`, and sections over any value.
#include <utility>

#include "diag/report.h"
#include "engine/handlebars/lowering.h"

namespace galley::handlebars {

bool Lowering::StepBlock(Task* task) {
  enum : uint8_t { kBegin, kSubject, kProgram, kInverse };
  const Node& node = tree_[task->node];
  if (task->state == kBegin) {
    code_.set_position(tree_[node.callee].span);
    task->callee = Classify(node);
    task->state = kSubject;
  }
  if (task->callee.takes_block && !StepHelperBodies(task, node)) return false;
  if (task->state == kSubject) {
    if (!StepSubject(task, node)) return false;
    task->state = kProgram;
    // Nothing may follow here: the task may have moved.
    if (!BeginBlock(task, node)) return true;
    return false;
  }
  if (task->state == kProgram) {
    task->state = kInverse;
    BeginInverse(task, node);
    return false;
  }
  code_.Bind(task->end);
  return true;
}

// The body of the block and its `else`, each as a routine that the helper may have run.
bool Lowering::StepHelperBodies(Task* task, const Node& node) {
  HelperSite& site = task->callee.site;
  if (task->routine == 0) {
    task->routine = 1;
    if (PushHelperBody(task, node.program, &site.body, &site.body_params)) return false;
  }
  if (task->routine == 1) {
    task->routine = 2;
    if (PushHelperBody(task, node.inverse, &site.inverse, &site.inverse_params)) return false;
  }
  return true;
}

// False where there is no such body.
bool Lowering::PushHelperBody(Task* task, BodyId body, uint32_t* routine, uint16_t* params) {
  if (body == BodyId::kNone) return false;
  *routine = static_cast<uint32_t>(code_.unit().routines.size());
  *params = static_cast<uint16_t>(tree_[body].params.size);
  Task made{Task::Kind::kRoutine};
  made.node = task->node;
  made.scope.body = body;
  made.scope.source = ParamSource::kRegisters;
  Push(std::move(made));
  return true;
}

// What the block is about, into `operand`.
bool Lowering::StepSubject(Task* task, const Node& node) {
  const Callee& callee = task->callee;
  switch (callee.kind) {
    case Callee::Kind::kPath:
      task->operand = PathOperand(callee.path, true);
      return true;
    case Callee::Kind::kIf:
    case Callee::Kind::kUnless:
    case Callee::Kind::kEach:
    case Callee::Kind::kWith:
      if (!StepArguments(task, node)) return false;
      task->operand = task->base;
      return true;
    default:
      if (task->index == 0) task->operand = code_.NewRegister();
      return StepCall(task, node, task->operand);
  }
}

bool Lowering::CheckSubject(const Callee& callee, const Node& node) {
  if (node.params.size == 1) return true;
  code_.EmitFailure(Code::kTemplateType, Quoted(callee.path.original) +
                                             " takes one argument, not " +
                                             std::to_string(node.params.size));
  return false;
}

bool Lowering::IsSection(const Callee& callee) const noexcept {
  return callee.kind == Callee::Kind::kPath || callee.kind == Callee::Kind::kOwn ||
         (callee.kind == Callee::Kind::kHost && !callee.takes_block);
}

// False where there is nothing but the value.
bool Lowering::BeginBlock(Task* task, const Node& node) {
  task->next = code_.NewLabel();
  task->otherwise = code_.NewLabel();
  task->end = code_.NewLabel();
  code_.set_position(tree_[node.callee].span);
  if (IsSection(task->callee)) {
    BeginLoop(task, node);
    return true;
  }
  switch (task->callee.kind) {
    case Callee::Kind::kIf:
    case Callee::Kind::kUnless:
      if (!CheckSubject(task->callee, node)) return false;
      BeginCondition(task, node);
      return true;
    case Callee::Kind::kWith:
      if (!CheckSubject(task->callee, node)) return false;
      BeginWith(task, node);
      return true;
    case Callee::Kind::kEach:
      if (!CheckSubject(task->callee, node)) return false;
      BeginLoop(task, node);
      return true;
    default:
      // What `lookup` finds, or a block helper gives, is written as it is.
      code_.Emit(Opcode::kEmitJs, task->operand, 0, 0, options_.json_structures ? 2 : 0);
      return false;
  }
}

// A body in a context of its own.
Scope Lowering::ScopeOf(BodyId body, uint16_t context) {
  Scope made;
  made.body = body;
  made.context = context;
  return made;
}

// A body in the context around it, which is an empty map where it was nothing.
Scope Lowering::SafeScopeOf(BodyId body) {
  Scope made = ScopeOf(body, scope().context);
  made.never_null = true;
  if (scope().never_null) return made;
  made.enters = uses_depths_;
  made.context = code_.NewRegister();
  code_.Emit(Opcode::kOrNoContext, made.context, scope().context);
  return made;
}

void Lowering::BeginCondition(Task* task, const Node& node) {
  const bool negated = task->callee.kind == Callee::Kind::kUnless;
  const Label otherwise = task->otherwise;
  if (const std::optional<uint16_t> zero = HashRegister(node, task->base, "includeZero")) {
    const Label plain = code_.NewLabel();
    const Label holds = code_.NewLabel();
    code_.EmitJump(Opcode::kJumpIfFalsy, *zero, plain);
    code_.EmitJump(Opcode::kJumpIfEmpty, task->operand, otherwise);
    code_.EmitJump(Opcode::kJump, 0, holds);
    code_.Bind(plain);
    code_.EmitJump(Opcode::kJumpIfFalsy, task->operand, otherwise);
    code_.Bind(holds);
  } else {
    code_.EmitJump(Opcode::kJumpIfFalsy, task->operand, otherwise);
  }
  const BodyId body = negated ? node.inverse : node.program;
  if (body != BodyId::kNone) PushBody(SafeScopeOf(body));
}

void Lowering::BeginWith(Task* task, const Node& node) {
  code_.EmitJump(Opcode::kJumpIfEmpty, task->operand, task->otherwise);
  if (node.program == BodyId::kNone) return;
  Scope made = ScopeOf(node.program, task->operand);
  made.never_null = true;
  made.enters = uses_depths_;
  if (const uint32_t params = tree_[node.program].params.size; params > 0) {
    made.source = ParamSource::kRegisters;
    made.first_param = code_.NewRegisters(params);
    code_.Emit(Opcode::kMove, made.first_param, task->operand);
    for (uint32_t at = 1; at < params; ++at) {
      code_.EmitD(Opcode::kLoadConstant, static_cast<uint16_t>(made.first_param + at),
                  code_.AddConstant(Value::Undefined()));
    }
  }
  PushBody(made);
}

// The item, its key, and nothing more.
void Lowering::DeclareLoopParams(Scope* made, bool is_section) {
  const uint32_t params = tree_[made->body].params.size;
  if (params == 0) return;
  made->source = is_section ? ParamSource::kSection : ParamSource::kRegisters;
  made->first_param = code_.NewRegisters(params);
  for (uint32_t at = 0; at < params; ++at) {
    const auto target = static_cast<uint16_t>(made->first_param + at);
    if (is_section) {
      code_.Emit(Opcode::kSectionParam, target, 0, 0, static_cast<uint8_t>(at < 2 ? at : 2));
    } else if (at == 0) {
      code_.Emit(Opcode::kMove, target, made->context);
    } else if (at == 1) {
      code_.Emit(Opcode::kEachKey, target);
    } else {
      code_.EmitD(Opcode::kLoadConstant, target, code_.AddConstant(Value::Undefined()));
    }
  }
}

// `each`, or a section, which is a loop of one turn over what is no list.
void Lowering::BeginLoop(Task* task, const Node& node) {
  const bool is_section = task->callee.kind != Callee::Kind::kEach;
  if (is_section && node.program == BodyId::kNone) {
    return code_.EmitJump(Opcode::kJumpIfSection, task->operand, task->end);
  }
  if (is_section) {
    code_.Emit(Opcode::kSectionBegin, task->operand, scope().context);
  } else {
    code_.Emit(Opcode::kEachBegin, task->operand);
  }
  code_.EmitTarget(task->otherwise);
  const uint16_t item = code_.NewRegister();
  code_.Bind(task->next);
  code_.Emit(Opcode::kEachNext, item);
  code_.EmitTarget(task->end);
  if (node.program == BodyId::kNone) return;
  Scope made = ScopeOf(node.program, item);
  made.enters = uses_depths_;
  DeclareLoopParams(&made, is_section);
  PushBody(made);
}

void Lowering::BeginInverse(Task* task, const Node& node) {
  const bool is_loop = task->callee.kind == Callee::Kind::kEach || IsSection(task->callee);
  const bool negated = task->callee.kind == Callee::Kind::kUnless;
  const bool is_inverted = IsSection(task->callee) && node.program == BodyId::kNone;
  code_.set_position(tree_[node.callee].span);
  if (!is_inverted) code_.EmitJump(Opcode::kJump, 0, is_loop ? task->next : task->end);
  code_.Bind(task->otherwise);
  const BodyId body = negated ? node.program : node.inverse;
  if (body == BodyId::kNone) return;
  PushBody(IsSection(task->callee) ? ScopeOf(body, scope().context) : SafeScopeOf(body));
}

}  // namespace galley::handlebars
