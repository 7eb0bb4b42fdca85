// Lowering of partials: calls, their blocks, and inline partials.
#include <utility>

#include "diag/report.h"
#include "engine/handlebars/lowering.h"

namespace galley::handlebars {

bool Lowering::IsInline(const Node& decorator) const {
  const Node& callee = tree_[decorator.callee];
  return callee.kind == NodeKind::kPath && tree_.paths[callee.index].original == "inline";
}

// The name of an inline partial, evaluated in the context around the body that
// defines it.
std::optional<uint16_t> Lowering::DefinitionName(const Node& decorator) {
  code_.set_position(tree_[decorator.callee].span);
  if (!IsInline(decorator)) {
    const Span span = tree_[decorator.callee].span;
    code_.EmitFailure(
        Code::kUnknownHelper,
        "no decorator is called " +
            Quoted(std::string_view(code_.unit().text).substr(span.begin, span.end - span.begin)) +
            "; there is `inline` only");
    return std::nullopt;
  }
  if (decorator.params.size == 0) return code_.Operand(code_.AddText("undefined"));
  const NodeId name = tree_.Children(decorator.params)[0];
  // Around a template there is no context, and none is known around a block that
  // others run.
  const bool has_context = !scopes_.empty() && scope().level == code_.level();
  if (tree_[name].kind == NodeKind::kPath && !has_context) {
    return code_.Operand(code_.AddText("undefined"));
  }
  if (tree_[name].kind == NodeKind::kSubExpression) {
    code_.EmitFailure(Code::kTemplateType, "the name of an inline partial cannot be a call");
    return std::nullopt;
  }
  return ValueOperand(name);
}

// The inline partials that a body defines, into `definitions`: each becomes a
// routine.
bool Lowering::StepDefinitions(Task* task, BodyId body) {
  const std::span<const NodeId> statements = tree_.Statements(body);
  while (task->index < statements.size()) {
    const NodeId id = statements[task->index++];
    const Node& node = tree_[id];
    if (node.kind != NodeKind::kDecorator) continue;
    const std::optional<uint16_t> name = DefinitionName(node);
    if (!name) continue;
    if (node.program == BodyId::kNone) {
      task->definitions.push_back({*name, UINT32_MAX});
      continue;
    }
    task->definitions.push_back({*name, static_cast<uint32_t>(code_.unit().routines.size())});
    Task routine{Task::Kind::kRoutine};
    routine.node = id;
    routine.scope.body = node.program;
    Push(std::move(routine));
    return false;
  }
  return true;
}

bool Lowering::StepPartial(Task* task) {
  enum : uint8_t { kDefinitions, kBlock, kName, kArguments };
  const Node& node = tree_[task->node];
  if (task->state == kDefinitions) {
    code_.set_position(node.span);
    if (node.program != BodyId::kNone && !StepDefinitions(task, node.program)) return false;
    task->state = kBlock;
  }
  if (task->state == kBlock) {
    task->state = kName;
    task->index = 0;
    task->routine = UINT32_MAX;
    if (node.program != BodyId::kNone) {
      task->routine = static_cast<uint32_t>(code_.unit().routines.size());
      Task routine{Task::Kind::kRoutine};
      routine.node = task->node;
      routine.scope.body = node.program;
      routine.scope.defines = false;  // the call does
      Push(std::move(routine));
      return false;
    }
  }
  if (task->state == kName) {
    task->state = kArguments;
    if (tree_[node.callee].kind == NodeKind::kSubExpression) {
      task->operand = code_.NewRegister();
      Task value{Task::Kind::kValue};
      value.node = node.callee;
      value.target = task->operand;
      Push(std::move(value));
      return false;
    }
  }
  if (!StepArguments(task, node)) return false;
  EmitPartial(task, node);
  return true;
}

// The name of a partial that is not computed, as it is written.
uint16_t Lowering::PartialName(const Node& node) {
  return code_.Operand(code_.AddText(PathOf(node.callee).original));
}

void Lowering::EmitPartial(Task* task, const Node& node) {
  code_.set_position(tree_[node.callee].span);
  PartialSite site;
  site.is_dynamic = tree_[node.callee].kind == NodeKind::kSubExpression;
  site.name = site.is_dynamic ? task->operand : PartialName(node);
  site.passes_data = uses_data_;
  site.passes_contexts = options_.compat;
  if (node.params.size > 0) {
    site.context = task->base;
  } else if (options_.explicit_partial_context && site.is_dynamic) {
    // Handlebars.js takes the name for the context here, and nothing for the name.
    site.context = std::exchange(site.name, code_.Operand(code_.AddConstant(Value::Undefined())));
  } else if (options_.explicit_partial_context) {
    site.context = code_.Operand(code_.AddConstant(Value::Undefined()));
  } else {
    site.context = scope().context;
  }
  if (node.hash.size > 0) site.hash = MakeHash(node, task->base);
  if (node.indent.begin < node.indent.end) {
    const uint32_t indent =
        code_.AddText(std::string_view(code_.unit().text)
                          .substr(node.indent.begin, node.indent.end - node.indent.begin));
    if (options_.prevent_indent) {
      code_.EmitD(Opcode::kText, 0, indent);
    } else {
      site.indent = indent;
    }
  }
  site.block = task->routine;
  site.inlines = code_.unit().Keep(std::span<const InlineSite>(task->definitions));
  if (!site.is_dynamic) code_.unit().links.push_back(code_.AddText(PathOf(node.callee).original));
  code_.unit().partials.push_back(site);
  code_.EmitD(Opcode::kPartial, 0, static_cast<uint32_t>(code_.unit().partials.size() - 1));
}

}  // namespace galley::handlebars
