// Tasks lie on a stack; a task that has more to do pushes it and is asked again.  Scopes are
// pushed and popped with bodies.
#include "engine/handlebars/lower.h"

#include <utility>

#include "engine/handlebars/lowering.h"

namespace galley::handlebars {
namespace {

// Values are held in registers while they are added up.
constexpr size_t kMostSummands = 1000;

}  // namespace

Result<Unit> Lower(Tree tree, const Source& source, const CompileOptions& options,
                   const Limits& limits) {
  return Lowering(std::move(tree), source, options, limits).Run();
}

Lowering::Lowering(Tree tree, const Source& source, const CompileOptions& options,
                   const Limits& limits)
    : tree_(std::move(tree)), options_(options), code_(limits) {
  code_.Begin(source);
  uses_depths_ = options.compat;
  uses_data_ = options.data;
  for (const Path& path : tree_.paths) {
    uses_depths_ |= path.depth > 0;
    uses_data_ |= path.is_data;
  }
  for (const Node& node : tree_.nodes) uses_depths_ |= node.kind == NodeKind::kDecorator;
}

Result<Unit> Lowering::Run() {
  Task task{Task::Kind::kRoutine};
  task.scope.body = tree_.root;
  tasks_.push_back(std::move(task));
  RunTasks();
  return code_.Finish();
}

void Lowering::RunTasks() {
  while (!tasks_.empty() && !code_.failed()) {
    const size_t at = tasks_.size() - 1;
    if (!Step(&tasks_[at])) continue;
    // A finished task has pushed nothing, so it is still the last one.
    if (code_.is_open()) code_.Release(tasks_[at].mark);
    tasks_.pop_back();
  }
}

bool Lowering::Step(Task* task) {
  switch (task->kind) {
    case Task::Kind::kBody:
      return StepBody(task);
    case Task::Kind::kRoutine:
      return StepRoutine(task);
    case Task::Kind::kMustache:
      return StepMustache(task);
    case Task::Kind::kSum:
      return StepSum(task);
    case Task::Kind::kBlock:
      return StepBlock(task);
    case Task::Kind::kPartial:
      return StepPartial(task);
    case Task::Kind::kValue:
      return StepValue(task);
  }
  return true;
}

void Lowering::Push(Task task) {
  task.mark = code_.mark();
  tasks_.push_back(std::move(task));
}

void Lowering::PushBody(const Scope& scope) {
  Task task{Task::Kind::kBody};
  task.scope = scope;
  Push(std::move(task));
}

// A template, an inline partial or the block of a call.
bool Lowering::StepRoutine(Task* task) {
  if (task->state++ == 0) {
    const bool is_template = task->node == NodeId::kNone;
    const Span span = is_template ? Span{} : tree_[task->node].span;
    code_.BeginRoutine(RoutineKind::kProgram,
                       is_template ? code_.unit().name : std::string_view("block"), span);
    Scope body = task->scope;
    body.context = code_.NewRegister();
    body.enters = uses_depths_;
    if (body.source == ParamSource::kRegisters) {
      body.first_param = code_.NewRegisters(tree_[body.body].params.size);
    }
    PushBody(body);
    return false;
  }
  code_.Emit(Opcode::kEndProgram, 0);
  code_.EndRoutine();
  return true;
}

// Inline partials are defined in the context around the body.
bool Lowering::StepBody(Task* task) {
  enum : uint8_t { kDefinitions, kEnter, kStatements };
  const bool has_params = tree_[task->scope.body].params.size > 0;
  if (task->state == kDefinitions) {
    if (has_params && task->index == 0) PushHiddenParams(task->scope.body);
    if (task->scope.defines && !StepDefinitions(task, task->scope.body)) return false;
    if (has_params) PopScope();
    task->state = kEnter;
  }
  if (task->state == kEnter) {
    for (const InlineSite& definition : task->definitions) {
      code_.EmitD(Opcode::kDefineInline, definition.name, definition.routine);
    }
    task->scope.level = code_.level();
    PushScope(task->scope);
    if (task->scope.enters) code_.Emit(Opcode::kEnterContext, task->scope.context);
    task->index = 0;
    task->state = kStatements;
  }
  if (!StepStatements(task)) return false;
  if (task->scope.enters) code_.Emit(Opcode::kLeaveContext, 0);
  if (!task->definitions.empty()) {
    code_.EmitD(Opcode::kDropInlines, 0, static_cast<uint32_t>(task->definitions.size()));
  }
  PopScope();
  return true;
}

void Lowering::PushScope(const Scope& made) {
  if (tree_[made.body].params.size > 0) {
    param_scopes_.push_back(static_cast<uint32_t>(scopes_.size()));
  }
  scopes_.push_back(made);
}

void Lowering::PopScope() {
  if (tree_[scope().body].params.size > 0) param_scopes_.pop_back();
  scopes_.pop_back();
}

// Inline partials that a body defines do not get its block parameters.
void Lowering::PushHiddenParams(BodyId body) {
  Scope hidden = scope();
  hidden.body = body;
  hidden.source = ParamSource::kNobody;
  PushScope(hidden);
}

bool Lowering::StepStatements(Task* task) {
  const std::span<const NodeId> statements = tree_.Statements(task->scope.body);
  MarkTag(task, false);
  if (task->index == 0 && options_.adds_numbers) {
    Task sum{Task::Kind::kSum};
    sum.summands = UnescapedAtBeginning(task->scope.body, &task->index);
    if (!sum.summands.empty()) {
      Push(std::move(sum));
      return false;
    }
  }
  while (task->index < statements.size()) {
    const NodeId id = statements[task->index++];
    const Node& node = tree_[id];
    Task next{Task::Kind::kMustache};
    next.node = id;
    switch (node.kind) {
      case NodeKind::kContent:
        if (node.value.begin == node.value.end) continue;
        code_.set_position(node.span);
        code_.EmitD(Opcode::kText, 0,
                    code_.AddText(code_.unit().text.substr(node.value.begin,
                                                           node.value.end - node.value.begin)));
        continue;
      case NodeKind::kMustache:
        break;
      case NodeKind::kBlock:
        next.kind = Task::Kind::kBlock;
        break;
      case NodeKind::kPartial:
        next.kind = Task::Kind::kPartial;
        break;
      default:
        continue;
    }
    MarkTag(task, true);
    Push(std::move(next));
    return false;
  }
  return true;
}

// A tag of the template itself begins, or the last one ends.
void Lowering::MarkTag(Task* task, bool begins) {
  if (!options_.mark_tags || task->scope.body != tree_.root) return;
  if (!begins && task->operand == 0) return;
  code_.Emit(begins ? Opcode::kTagBegin : Opcode::kTagEnd, 0);
  task->operand = begins;
}

uint8_t Lowering::StyleOf(const Node& mustache) const noexcept {
  const bool escaped = mustache.escaped && !options_.no_escape;
  return static_cast<uint8_t>((escaped ? 1 : 0) | (options_.json_structures ? 2 : 0));
}

// The values at the beginning of a body that Handlebars.js adds up before it comes
// to a string, where there are several; `end` is behind them.
std::vector<NodeId> Lowering::UnescapedAtBeginning(BodyId body, uint32_t* end) const {
  std::vector<NodeId> found;
  const std::span<const NodeId> statements = tree_.Statements(body);
  uint32_t at = 0;
  for (; at < statements.size(); ++at) {
    const Node& node = tree_[statements[at]];
    const bool is_nothing = node.kind == NodeKind::kComment || node.kind == NodeKind::kDecorator ||
                            (node.kind == NodeKind::kContent && node.value.begin == node.value.end);
    if (is_nothing) continue;
    if (node.kind != NodeKind::kMustache || (StyleOf(node) & 1)) break;
    found.push_back(statements[at]);
  }
  if (found.size() < 2 || found.size() > kMostSummands) return {};
  *end = at;
  return found;
}

bool Lowering::StepSum(Task* task) {
  const auto count = static_cast<uint16_t>(task->summands.size());
  if (task->index == 0) task->base = code_.NewRegisters(count);
  if (task->index < count) {
    Task value{Task::Kind::kValue};
    value.node = task->summands[task->index];
    value.target = static_cast<uint16_t>(task->base + task->index++);
    Push(std::move(value));
    return false;
  }
  code_.Emit(Opcode::kEmitSum, 0, task->base, count, StyleOf(tree_[task->summands[0]]));
  return true;
}

bool Lowering::StepMustache(Task* task) {
  const Node& node = tree_[task->node];
  if (task->state == 0) {
    code_.set_position(tree_[node.callee].span);
    task->callee = Classify(node);
    if (task->callee.kind == Callee::Kind::kPath) {
      EmitPath(task->callee.path, StyleOf(node));
      return true;
    }
    task->target = code_.NewRegister();
    task->state = 1;
  }
  if (!StepCall(task, node, task->target)) return false;
  code_.Emit(Opcode::kEmitJs, task->target, 0, 0, StyleOf(node));
  return true;
}

}  // namespace galley::handlebars
