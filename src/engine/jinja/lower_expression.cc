// Lowering of expressions.  Each leaves its value in the register that its task names; constants
// and variables are used where they lie.  Tasks wait on a stack, so nesting costs no recursion.
#include <utility>

#include "diag/report.h"
#include "engine/jinja/lowering.h"
#include "engine/library/builtin.h"
#include "engine/library/host_callables.h"
#include "engine/library/operators.h"

namespace galley::jinja {
namespace {

Opcode BinaryOpcode(Op op) {
  switch (op) {
    case Op::kAdd:
      return Opcode::kAdd;
    case Op::kSub:
      return Opcode::kSubtract;
    case Op::kMul:
      return Opcode::kMultiply;
    case Op::kDiv:
      return Opcode::kDivide;
    case Op::kFloorDiv:
      return Opcode::kFloorDivide;
    case Op::kMod:
      return Opcode::kModulo;
    default:
      return Opcode::kPower;
  }
}

uint8_t ComparisonOf(Op op) {
  const auto distance = static_cast<int>(op) - static_cast<int>(Op::kEqual);
  static_assert(static_cast<int>(Comparison::kEqual) == 0 &&
                static_cast<int>(Op::kNotIn) - static_cast<int>(Op::kEqual) ==
                    static_cast<int>(Comparison::kNotIn));
  return static_cast<uint8_t>(distance);
}

HostKind HostKindOf(const Node& node) {
  return node.kind == NodeKind::kTest ? HostKind::kTest : HostKind::kFilter;
}

}  // namespace

void Lowering::PushValue(NodeId node, uint16_t target) {
  Task task{Task::Kind::kValue, node};
  task.target = target;
  Push(task);
}

void Lowering::PushBranch(NodeId node, bool jump_if, Label label) {
  Task task{Task::Kind::kBranch, node};
  task.flag = jump_if;
  task.label = label;
  Push(task);
}

std::optional<uint16_t> Lowering::SimpleOperand(NodeId id) {
  const Node& node = tree_[id];
  if (node.kind == NodeKind::kConst) return code_.Operand(AddLiteral(node));
  if (node.kind != NodeKind::kName) return std::nullopt;
  const std::optional<uint16_t> variable = LocalVariable(node.name);
  if (!variable) return std::nullopt;
  MarkLoopUsed(scopes_[scopes_.Find(node.name)]);
  NoteRead(node);
  return variable;
}

// Sets `*operand` to where the value of `node` is or will be.  False where a task
// was pushed that puts it there.
bool Lowering::Ready(NodeId node, uint16_t* operand) {
  if (const std::optional<uint16_t> simple = SimpleOperand(node)) {
    *operand = *simple;
    return true;
  }
  *operand = code_.NewRegister();
  if (LoadAttributes(node, *operand)) return true;
  PushValue(node, *operand);
  return false;
}

// `a.b` or `a['b']`.
bool Lowering::IsNamed(const Node& node) const {
  if (node.kind == NodeKind::kAttribute) return true;
  if (node.kind != NodeKind::kItem || tree_[node.b].kind != NodeKind::kConst) return false;
  return tree_.constants[tree_[node.b].index].is_string();
}

// Sets `*key` to where the key of an item is.  False where it is not at hand.
bool Lowering::KeyAtHand(const Node& node, uint16_t* key) {
  if (node.kind != NodeKind::kItem) return false;
  const NodeKind kind = tree_[node.b].kind;
  if (kind != NodeKind::kConst && kind != NodeKind::kName) return false;
  const std::optional<uint16_t> operand = SimpleOperand(node.b);
  if (operand) *key = *operand;
  return operand.has_value();
}

// `a.b[c].d`, of what is at hand, needs no task.
bool Lowering::LoadAttributes(NodeId id, uint16_t target) {
  constexpr size_t kMostLinks = 8;
  struct Link {
    const Node* node;
    uint16_t key;  // of an item that has no name
  };
  Link links[kMostLinks];
  size_t count = 0;
  for (;; id = tree_[id].a) {
    const Node& node = tree_[id];
    uint16_t key = 0;
    if (!IsNamed(node) && !KeyAtHand(node, &key)) break;
    // A key in the target would be gone when its turn comes.
    if (count == kMostLinks || (!IsNamed(node) && key == target)) return false;
    links[count++] = {&node, key};
  }
  if (count == 0 || IsLoop(id)) return false;
  std::optional<uint16_t> object = SimpleOperand(id);
  if (!object) return false;
  for (; count > 0; object = target) {
    const Link& link = links[--count];
    if (IsNamed(*link.node)) {
      EmitGetAttribute(*link.node, *object, target);
    } else {
      object = InRegister(*object);
      code_.set_position(link.node->span);
      code_.Emit(Opcode::kGetItem, target, *object, link.key);
    }
  }
  return true;
}

// What attributes are read of lies in a register; a literal is put there.
uint16_t Lowering::InRegister(uint16_t operand) {
  if (!(operand & kConstantBit)) return operand;
  const uint16_t loaded = code_.NewRegister();
  code_.EmitD(Opcode::kLoadConstant, loaded, operand & ~uint32_t{kConstantBit});
  return loaded;
}

void Lowering::EmitGetAttribute(const Node& node, uint16_t object, uint16_t target) {
  object = InRegister(object);
  code_.set_position(node.span);
  const uint32_t site = SiteOf(node);
  if (site > UINT16_MAX) {
    return code_.Fail(Code::kLimitDepth, node.span,
                      "the template reads more than 65,536 attributes");
  }
  code_.Emit(Opcode::kGetAttribute, target, object, static_cast<uint16_t>(site));
}

uint32_t Lowering::AddLiteral(const Node& node) {
  return code_.AddConstant(tree_.constants[node.index]);
}

bool Lowering::StepValue(Task* task) {
  const Node& node = tree_[task->node];
  code_.set_position(node.span);
  switch (node.kind) {
    case NodeKind::kConst:
      code_.EmitD(Opcode::kLoadConstant, task->target, AddLiteral(node));
      return true;
    case NodeKind::kName:
      NoteRead(node);
      LoadSymbol(scopes_.Find(node.name), task->target);
      return true;
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kDict:
    case NodeKind::kConcat:
      return StepSequence(task, node);
    case NodeKind::kCondition:
      return StepCondition(task, node);
    case NodeKind::kBinary:
      return StepBinary(task, node);
    case NodeKind::kUnary:
      return StepUnary(task, node);
    case NodeKind::kAnd:
    case NodeKind::kOr:
      return StepLogic(task, node);
    case NodeKind::kCompare:
      return StepCompare(task, node);
    case NodeKind::kAttribute:
      return StepAttribute(task, node);
    case NodeKind::kItem:
      return StepItem(task, node);
    case NodeKind::kCall:
      return StepCall(task, node);
    case NodeKind::kFilter:
    case NodeKind::kTest:
      return StepBuiltin(task, node);
    default:
      code_.Fail(Code::kInternal, node.span, "this is not an expression");
      return true;
  }
}

bool Lowering::StepBinary(Task* task, const Node& node) {
  if (task->state == 0) {
    task->state = 1;
    if (!Ready(node.a, &task->first)) return false;
  }
  if (task->state == 1) {
    task->state = 2;
    if (!Ready(node.b, &task->second)) return false;
  }
  code_.set_position(node.span);
  code_.Emit(BinaryOpcode(node.op), task->target, task->first, task->second);
  return true;
}

bool Lowering::StepUnary(Task* task, const Node& node) {
  if (task->state++ == 0 && !Ready(node.a, &task->first)) return false;
  const Opcode op = node.op == Op::kNot      ? Opcode::kNot
                    : node.op == Op::kNegate ? Opcode::kNegate
                                             : Opcode::kPlus;
  code_.Emit(op, task->target, task->first, 0);
  return true;
}

// `a and b and c` is the first operand that decides, so each is put into the
// target and the rest is jumped over.
bool Lowering::StepLogic(Task* task, const Node& node) {
  const std::span<const NodeId> operands = tree_.Children(node.list);
  if (task->index == 0) {
    task->label = code_.NewLabel();
  } else if (task->index < operands.size()) {
    const Opcode op = node.kind == NodeKind::kAnd ? Opcode::kJumpIfFalse : Opcode::kJumpIfTrue;
    code_.EmitJump(op, task->target, task->label);
  } else {
    code_.Bind(task->label);
    return true;
  }
  PushValue(operands[task->index++], task->target);
  return false;
}

// `a < b < c` is `a < b and b < c` with b evaluated once.
bool Lowering::StepCompare(Task* task, const Node& node) {
  const std::span<const NodeId> operands = tree_.Children(node.list);
  if (task->state == 0) {
    task->state = 1;
    task->label = code_.NewLabel();
    if (!Ready(operands[0], &task->first)) return false;
  }
  for (;;) {
    if (task->state == 1) {
      task->state = 2;
      if (!Ready(tree_[operands[task->index + 1]].a, &task->second)) return false;
    }
    const Node& operand = tree_[operands[++task->index]];
    code_.set_position(operand.span);
    code_.Emit(Opcode::kCompare, task->target, task->first, task->second, ComparisonOf(operand.op));
    if (task->index + 1 == operands.size()) break;
    code_.EmitJump(Opcode::kJumpIfFalse, task->target, task->label);
    task->first = task->second;
    task->state = 1;
  }
  code_.Bind(task->label);
  return true;
}

bool Lowering::StepCondition(Task* task, const Node& node) {
  switch (task->state++) {
    case 0:
      places_.push_back(places_.back());
      places_.back().soft = true;
      task->label = code_.NewLabel();
      task->label2 = code_.NewLabel();
      PushBranch(node.b, false, task->label);
      return false;
    case 1:
      PushValue(node.a, task->target);
      return false;
    case 2:
      code_.EmitJump(Opcode::kJump, 0, task->label2);
      code_.Bind(task->label);
      if (node.c != NodeId::kNone) {
        PushValue(node.c, task->target);
        return false;
      }
      code_.set_position(node.span);
      code_.EmitD(Opcode::kNoElse, task->target,
                  code_.AddText("the condition does not hold, and there is no `else`"));
      [[fallthrough]];
    default:
      code_.Bind(task->label2);
      places_.pop_back();
      return true;
  }
}

// Puts the values of `nodes` into registers from `base` on.
bool Lowering::StepOperands(Task* task, std::span<const NodeId> nodes, uint16_t base) {
  if (task->index == nodes.size()) return true;
  const uint32_t index = task->index++;
  PushValue(nodes[index], static_cast<uint16_t>(base + index));
  return false;
}

bool Lowering::StepSequence(Task* task, const Node& node) {
  const std::span<const NodeId> items = tree_.Children(node.list);
  if (task->state == 0) {
    task->state = 1;
    if (const std::optional<uint32_t> constant = ConstantSequence(node)) {
      code_.EmitD(Opcode::kLoadConstant, task->target, *constant);
      return true;
    }
    if (items.size() >= kConstantBit) {
      code_.Fail(Code::kLimitDepth, node.span, "a literal has more items than fit into registers");
      return true;
    }
    task->first = code_.NewRegisters(static_cast<uint16_t>(items.size()));
  }
  if (!StepOperands(task, items, task->first)) return false;
  code_.set_position(node.span);
  const Opcode op = node.kind == NodeKind::kTuple  ? Opcode::kMakeTuple
                    : node.kind == NodeKind::kList ? Opcode::kMakeList
                    : node.kind == NodeKind::kDict ? Opcode::kMakeMap
                                                   : Opcode::kConcatenate;
  // Where it is computed whether to escape, Jinja2 joins as if it did not.
  const bool forgets_markup = op == Opcode::kConcatenate && places_.back().is_asked();
  code_.Emit(op, task->target, task->first, static_cast<uint16_t>(items.size()), forgets_markup);
  return true;
}

// A list or tuple of literals is made once, when compiling: values do not change.
std::optional<uint32_t> Lowering::ConstantSequence(const Node& node) {
  if (node.kind != NodeKind::kTuple && node.kind != NodeKind::kList) return std::nullopt;
  std::vector<Value> values;
  for (const NodeId item : tree_.Children(node.list)) {
    if (tree_[item].kind != NodeKind::kConst) return std::nullopt;
    values.push_back(code_.unit().constants[AddLiteral(tree_[item])]);
  }
  return code_.AddConstant(node.kind == NodeKind::kTuple ? code_.unit().heap.NewTuple(values)
                                                         : code_.unit().heap.NewList(values));
}

bool Lowering::StepAttribute(Task* task, const Node& node) {
  if (IsLoop(node.a)) {
    if (const std::optional<LoopPart> part = FindLoopPart(tree_.Text(node.name))) {
      const uint16_t loop = *LocalVariable(tree_[node.a].name);
      code_.Emit(Opcode::kLoopField, task->target, loop, 0, static_cast<uint8_t>(*part));
      return true;
    }
  }
  if (task->state++ == 0) {
    if (LoadAttributes(task->node, task->target)) return true;
    if (!Ready(node.a, &task->first)) return false;
  }
  EmitGetAttribute(node, task->first, task->target);
  return true;
}

// The object and the site of a name behind something that is at hand.
bool Lowering::NamedOperand(NodeId id, uint16_t* object, uint16_t* site) {
  const Node& node = tree_[id];
  if (!IsNamed(node) || IsLoop(node.a) || code_.unit().attributes.size() > UINT16_MAX) return false;
  std::optional<uint16_t> operand = SimpleOperand(node.a);
  if (!operand) {
    operand = code_.NewRegister();
    if (!LoadAttributes(node.a, *operand)) return false;
  }
  if (code_.unit().attributes.size() > UINT16_MAX) return false;
  *object = InRegister(*operand);
  *site = static_cast<uint16_t>(SiteOf(node));
  return true;
}

bool Lowering::StepItem(Task* task, const Node& node) {
  if (task->state == 0) {
    task->state = 1;
    if (LoadAttributes(task->node, task->target)) return true;
    if (!Ready(node.a, &task->first)) return false;
  }
  if (IsNamed(node)) {
    EmitGetAttribute(node, task->first, task->target);
    return true;
  }
  const Node& key = tree_[node.b];
  if (key.kind == NodeKind::kSlice) {
    if (task->state == 1) {
      task->state = 2;
      task->second = code_.NewRegisters(3);
    }
    const std::span<const NodeId> parts = tree_.Children(key.list);
    while (task->index < 3) {
      const uint32_t part = task->index++;
      const auto target = static_cast<uint16_t>(task->second + part);
      if (parts[part] != NodeId::kNone) {
        PushValue(parts[part], target);
        return false;
      }
      code_.EmitD(Opcode::kLoadConstant, target, code_.AddConstant(Value::None()));
    }
    code_.Emit(Opcode::kGetSlice, task->target, task->first, task->second);
    return true;
  }
  if (task->state == 1) {
    task->state = 2;
    if (!Ready(node.b, &task->second)) return false;
  }
  task->first = InRegister(task->first);
  code_.set_position(node.span);
  code_.Emit(Opcode::kGetItem, task->target, task->first, task->second);
  return true;
}

// ---------------------------------------------------------------------------
// Calls

bool Lowering::StepCall(Task* task, const Node& node) {
  const std::optional<uint32_t> site = StepCallSite(task, node, std::nullopt);
  if (!site) return false;
  code_.EmitD(Opcode::kCall, task->target, *site);
  return true;
}

// Evaluates callee and arguments; gives the site once all of them are there.
std::optional<uint32_t> Lowering::StepCallSite(Task* task, const Node& node,
                                               std::optional<uint16_t> caller) {
  const Node& callee = tree_[node.a];
  const bool is_method = callee.kind == NodeKind::kAttribute;
  if (task->call_state == 0) {
    task->call_state = 1;
    const NodeId object = is_method ? callee.a : node.a;
    if (is_method && IsLoop(object)) {
      task->first = *LocalVariable(tree_[object].name);
    } else if (!Ready(object, &task->first)) {
      return std::nullopt;
    }
  }
  const std::span<const NodeId> arguments = tree_.Children(node.list);
  if (task->call_state == 1) {
    task->call_state = 2;
    task->second = code_.NewRegisters(static_cast<uint16_t>(arguments.size() + 1));
  }
  if (!StepArguments(task, arguments)) return std::nullopt;
  code_.set_position(node.span);
  CallSite site;
  site.callee = task->first;
  if (is_method) {
    site.method = AttributeOf(callee.name);
    code_.set_position(callee.span);
  }
  return AddCallSite(site, arguments, task->second, caller);
}

// Positional arguments come first in Jinja's grammar too, so values are simply
// put side by side.
bool Lowering::StepArguments(Task* task, std::span<const NodeId> arguments) {
  if (task->index == arguments.size()) return true;
  const uint32_t index = task->index++;
  PushValue(tree_[arguments[index]].a, static_cast<uint16_t>(task->second + index));
  return false;
}

uint32_t Lowering::AddCallSite(CallSite site, std::span<const NodeId> arguments, uint16_t base,
                               std::optional<uint16_t> caller) {
  site.base = base;
  if (caller) site.caller = *caller;
  site.plain = !caller && site.method == UINT32_MAX && !(site.callee & kConstantBit);
  given_.clear();
  for (const NodeId id : arguments) {
    const Node& argument = tree_[id];
    given_.push_back({argument.op == Op::kKeyword      ? CallArgument::Kind::kKeyword
                      : argument.op == Op::kStar       ? CallArgument::Kind::kStar
                      : argument.op == Op::kDoubleStar ? CallArgument::Kind::kDoubleStar
                                                       : CallArgument::Kind::kPositional,
                      argument.op == Op::kKeyword ? NameConstant(argument.name) : 0});
    site.plain &= argument.op == Op::kPositional;
  }
  site.arguments = code_.unit().Keep(std::span<const CallArgument>(given_));
  code_.unit().calls.push_back(site);
  return static_cast<uint32_t>(code_.unit().calls.size() - 1);
}

// Adds which argument, or which default, each parameter of `builtin` gets.  False
// where that can only be told, or has to fail, while rendering.
bool Lowering::BindStatically(std::span<const NodeId> arguments, const Builtin& builtin) {
  if (builtin.extra_keywords || builtin.extra_positional) return false;
  const size_t begin = arguments_.size();
  arguments_.resize(begin + builtin.parameters.size());
  const std::span<BoundArgument> plan = std::span(arguments_).subspan(begin);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Node& argument = tree_[arguments[i]];
    size_t parameter = i;
    if (argument.op == Op::kKeyword) {
      parameter = 0;
      const std::string_view name = tree_.Text(argument.name);
      while (parameter < plan.size() && builtin.parameters[parameter].name != name) ++parameter;
    } else if (argument.op != Op::kPositional) {
      return false;
    }
    if (argument.op == Op::kKeyword && builtin.positional_only) return false;
    if (parameter >= plan.size() || plan[parameter].node != NodeId::kNone) return false;
    plan[parameter].node = argument.a;
  }
  for (size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].node != NodeId::kNone) continue;
    if (builtin.parameters[i].required) return false;
    plan[i].fallback = &builtin.parameters[i].fallback;
  }
  return true;
}

// True for a filter or test of the host's, which win over ours.
bool Lowering::IsHostBuiltin(const Node& node) const {
  return host_ && host_->Has(HostKindOf(node), tree_.Text(node.name));
}

// The filter or test of ours that `node` calls, or null.
const Builtin* Lowering::FindBuiltin(const Node& node) {
  const bool is_test = node.kind == NodeKind::kTest;
  const Builtin*& known = is_test ? StateOf(node.name).test : StateOf(node.name).filter;
  const std::string_view name = tree_.Text(node.name);
  if (!known) known = is_test ? FindTest(name) : FindFilter(name);
  return known;
}

bool Lowering::StepBuiltin(Task* task, const Node& node) {
  const bool is_test = node.kind == NodeKind::kTest;
  const bool is_host = IsHostBuiltin(node);
  const Builtin* builtin = is_host ? nullptr : FindBuiltin(node);
  const std::span<const NodeId> arguments = tree_.Children(node.list);
  if (!builtin && !is_host) {
    UnknownBuiltin(node, tree_.Text(node.name), is_test);
    return true;
  }
  if (task->state == 2) {
    EmitFixedBuiltin(*task, node, *builtin);
    return true;
  }
  if (task->state == 0) {
    task->state = 1;
    plans_.push_back(arguments_.size());
    task->flag = builtin && BindStatically(arguments, *builtin);
    if (task->flag && KeepFixedArguments(task)) {
      task->state = 2;
      task->first = block_operand_;
      if (node.a != NodeId::kNone && !Ready(node.a, &task->first)) return false;
      EmitFixedBuiltin(*task, node, *builtin);
      return true;
    }
    if (!task->flag) {
      arguments_.resize(plans_.back());
      for (const NodeId argument : arguments) arguments_.push_back({tree_[argument].a, nullptr});
    }
    task->first = code_.NewRegisters(static_cast<uint16_t>(arguments_.size() - plans_.back() + 1));
    if (node.a != NodeId::kNone) {
      PushValue(node.a, task->first);
      return false;
    }
    code_.Emit(Opcode::kMove, task->first, block_operand_, 0);
  }
  if (!StepPlan(task)) return false;
  const size_t count = arguments_.size() - plans_.back() + 1;
  arguments_.resize(plans_.back());
  plans_.pop_back();
  code_.set_position(node.span);
  if (task->flag) {
    EmitBuiltin(*task, *builtin, count, is_test);
    return true;
  }
  CallSite site;
  site.callee = task->first;
  site.builtin = builtin;
  if (is_host) site.host = NameConstant(node.name);
  site.is_test = is_test;
  const auto base = static_cast<uint16_t>(task->first + 1);
  code_.EmitD(is_host ? Opcode::kCallHost : Opcode::kFilterWith, task->target,
              AddCallSite(site, arguments, base, std::nullopt));
  return true;
}

// Evaluates the arguments of the innermost plan, behind the operand.
bool Lowering::StepPlan(Task* task) {
  const std::span<const BoundArgument> plan = std::span(arguments_).subspan(plans_.back());
  while (task->index < plan.size()) {
    const BoundArgument argument = plan[task->index++];
    const auto target = static_cast<uint16_t>(task->first + task->index);
    if (argument.node != NodeId::kNone) {
      PushValue(argument.node, target);
      return false;
    }
    code_.EmitD(Opcode::kLoadConstant, target, code_.AddConstant(*argument.fallback));
  }
  return true;
}

// Where all arguments of the innermost plan are constants, takes it off and keeps
// them for the site; the task remembers where.
bool Lowering::KeepFixedArguments(Task* task) {
  const std::span<const BoundArgument> plan = std::span(arguments_).subspan(plans_.back());
  if (plan.size() > kMostFixedArguments) return false;
  Value fixed[kMostFixedArguments];
  for (size_t i = 0; i < plan.size(); ++i) {
    const bool given = plan[i].node != NodeId::kNone;
    if (given && tree_[plan[i].node].kind != NodeKind::kConst) return false;
    fixed[i] = given ? tree_.constants[tree_[plan[i].node].index] : *plan[i].fallback;
  }
  task->index = static_cast<uint32_t>(fixed_.size());
  fixed_.push_back(code_.unit().Keep(std::span<const Value>(fixed, plan.size())));
  arguments_.resize(plans_.back());
  plans_.pop_back();
  return true;
}

void Lowering::EmitFixedBuiltin(const Task& task, const Node& node, const Builtin& builtin) {
  code_.set_position(node.span);
  const size_t site = code_.unit().builtins.size();
  if (site > UINT16_MAX) return FailBuiltins();
  code_.unit().builtins.push_back({&builtin, 1, node.kind == NodeKind::kTest, fixed_[task.index]});
  fixed_.pop_back();
  code_.Emit(Opcode::kFilterFixed, task.target, task.first, static_cast<uint16_t>(site));
}

void Lowering::FailBuiltins() {
  code_.Fail(Code::kLimitDepth, code_.position(), "the template calls more than 65,536 filters");
}

void Lowering::EmitBuiltin(const Task& task, const Builtin& builtin, size_t count, bool is_test) {
  const size_t site = code_.unit().builtins.size();
  if (site > UINT16_MAX) return FailBuiltins();
  code_.unit().builtins.push_back({&builtin, static_cast<uint16_t>(count), is_test, {}});
  code_.Emit(Opcode::kFilter, task.target, task.first, static_cast<uint16_t>(site));
}

void Lowering::UnknownBuiltin(const Node& node, std::string_view name, bool is_test) {
  const Code code = is_test ? Code::kUnknownTest : Code::kUnknownFilter;
  std::string message =
      "there is no " + std::string(is_test ? "test" : "filter") + " " + Quoted(name);
  // Inside a condition Jinja2 complains only when it gets there, so that a
  // template can ask `is filter` first.
  code_.EmitFailure(code, message);
  if (places_.back().soft || unknown_.size() >= kMostUnknown) return;
  std::vector<std::string_view> names = is_test ? TestNames() : FilterNames();
  if (host_) {
    const std::vector<std::string_view> more = host_->Names(HostKindOf(node));
    names.insert(names.end(), more.begin(), more.end());
  }
  unknown_.push_back(
      Report(code, code_.source(), node.span, std::move(message), SuggestNearest(name, names)));
}

// ---------------------------------------------------------------------------
// Conditions: instead of making a bool and testing it, jump.

bool Lowering::StepBranch(Task* task) {
  const Node& node = tree_[task->node];
  code_.set_position(node.span);
  switch (node.kind) {
    case NodeKind::kAnd:
    case NodeKind::kOr:
      return StepBranchLogic(task, node);
    case NodeKind::kUnary:
      if (node.op != Op::kNot) break;
      if (task->state++ > 0) return true;
      PushBranch(node.a, !task->flag, task->label);
      return false;
    case NodeKind::kCompare:
      if (node.list.size != 2) break;
      return StepBranchCompare(task, node);
    case NodeKind::kAttribute:
    case NodeKind::kItem:
      if (task->state == 0 && BranchAtOnce(*task, node)) return true;
      break;
    default:
      break;
  }
  if (task->state++ == 0 && !Ready(task->node, &task->first)) return false;
  code_.set_position(node.span);
  code_.EmitJump(task->flag ? Opcode::kJumpIfTrue : Opcode::kJumpIfFalse, task->first, task->label);
  return true;
}

// An operand that decides jumps straight to where the whole would.
bool Lowering::StepBranchLogic(Task* task, const Node& node) {
  const std::span<const NodeId> operands = tree_.Children(node.list);
  const bool decides = node.kind == NodeKind::kOr;  // the truth that ends it early
  if (task->index == operands.size()) {
    if (decides != task->flag) code_.Bind(task->label2);
    return true;
  }
  if (task->index == 0 && decides != task->flag) task->label2 = code_.NewLabel();
  const NodeId operand = operands[task->index++];
  const bool last = task->index == operands.size();
  if (last || decides == task->flag) {
    PushBranch(operand, task->flag, task->label);
  } else {
    PushBranch(operand, decides, task->label2);
  }
  return false;
}

// The truth of a field of a loop, or of an attribute of what is at hand.
bool Lowering::BranchAtOnce(const Task& task, const Node& node) {
  if (node.kind == NodeKind::kAttribute && IsLoop(node.a)) {
    const std::optional<LoopPart> part = FindLoopPart(tree_.Text(node.name));
    if (!part) return false;
    code_.EmitJump(Opcode::kJumpIfLoop, *LocalVariable(tree_[node.a].name), task.label,
                   LoopCondition(*part, task.flag));
    return true;
  }
  uint16_t object;
  uint16_t site;
  if (!NamedOperand(task.node, &object, &site)) return false;
  code_.set_position(node.span);
  code_.Emit(Opcode::kJumpIfAttribute, object, 0, site, task.flag);
  code_.EmitTarget(task.label);
  return true;
}

// A comparison of an attribute with what is at hand.
bool Lowering::BranchOnAttribute(const Task& task, const Node& node) {
  const std::span<const NodeId> operands = tree_.Children(node.list);
  const Node& operand = tree_[operands[1]];
  const NodeKind right = tree_[operand.a].kind;
  if (right != NodeKind::kConst && right != NodeKind::kName) return false;
  uint16_t object;
  uint16_t site;
  if (!NamedOperand(operands[0], &object, &site)) return false;
  uint16_t value = 0;
  if (const std::optional<uint16_t> simple = SimpleOperand(operand.a)) {
    value = *simple;
  } else {
    value = code_.NewRegister();
    NoteRead(tree_[operand.a]);
    LoadSymbol(scopes_.Find(tree_[operand.a].name), value);
  }
  code_.set_position(operand.span);
  EmitCondition({Opcode::kJumpUnlessAttribute, ComparisonOf(operand.op), object, value, site},
                task.flag, task.label);
  return true;
}

// `test` jumps unless it holds.
void Lowering::EmitCondition(const Instruction& test, bool jump_if, Label label) {
  code_.Emit(test.op, test.a, test.b, test.c, test.x);
  if (!jump_if) return code_.EmitTarget(label);
  const Label skip = code_.NewLabel();
  code_.EmitTarget(skip);
  code_.EmitJump(Opcode::kJump, 0, label);
  code_.Bind(skip);
}

bool Lowering::StepBranchCompare(Task* task, const Node& node) {
  const std::span<const NodeId> operands = tree_.Children(node.list);
  const Node& operand = tree_[operands[1]];
  if (task->state == 0) {
    task->state = 1;
    if (BranchOnAttribute(*task, node)) return true;
    if (!Ready(operands[0], &task->first)) return false;
  }
  if (task->state == 1) {
    task->state = 2;
    if (!Ready(operand.a, &task->second)) return false;
  }
  code_.set_position(operand.span);
  EmitCondition({Opcode::kJumpUnless, ComparisonOf(operand.op), task->first, task->second},
                task->flag, task->label);
  return true;
}

}  // namespace galley::jinja
