// Lowering of what concerns whole templates: their bodies, blocks, and the
// statements that name other templates.
#include <utility>

#include "engine/jinja/lowering.h"
#include "engine/jinja/undeclared.h"

namespace galley::jinja {

// Declares a name, where the template mentions it, with the register it lives in.
void Lowering::DeclareAt(SpecialName name, uint16_t variable) {
  const NameId id = tree_.IdOf(name);
  if (id != NameId::kNone) scopes_[scopes_.Declare(id)].variable = variable;
}

void Lowering::LowerTemplate() {
  BeginRoutine(RoutineKind::kTemplate, code_.unit().name, {});
  ReserveResolved(tree_.mentions);
  EnterScope();
  Place& place = places_.back();
  place.top_level = place.root_level = true;
  place.check_output = tree_.has_extends;
  if (FindSpecialNames(tree_, tree_.body, tree_.special, kNameSelf).self) {
    const uint16_t self = code_.NewVariable();
    DeclareAt(kNameSelf, self);
    code_.Emit(Opcode::kSelf, self, 0, 0);
  }
  scopes_.AnalyzeStatements(tree_.body);
  StartVariables();
  PushStatements(tree_.body);
  RunTasks();
  if (code_.failed()) return;
  LeaveScope();
  EndRoutine();
}

void Lowering::LowerBlock(NodeId id) {
  const Node& node = tree_[id];
  const SpecialNames special =
      FindSpecialNames(tree_, node.body, node.special, kNameSelf | kNameSuper);
  BeginRoutine(RoutineKind::kBlock, tree_.Text(node.name), node.span);
  code_.unit().blocks.push_back({NameConstant(node.name), code_.routine()});
  ReserveResolved(node.index);
  EnterScope();
  code_.set_position(node.span);
  if (special.self) {
    const uint16_t self = code_.NewVariable();
    DeclareAt(kNameSelf, self);
    code_.Emit(Opcode::kSelf, self, 0, 0);
  }
  if (special.super) {
    const uint16_t super = code_.NewVariable();
    DeclareAt(kNameSuper, super);
    code_.Emit(Opcode::kSuper, super, 0, 0);
  }
  Place place;
  place.escape = place.literals = places_.front().escape;
  places_.push_back(place);
  scopes_.AnalyzeStatements(node.body);
  StartVariables();
  PushStatements(node.body);
  RunTasks();
  if (code_.failed()) return;
  places_.pop_back();
  LeaveScope();
  EndRoutine();
}

// Names of templates that are literals can be linked before rendering.
void Lowering::AddLinks(NodeId name) {
  const Node& node = tree_[name];
  if (node.kind == NodeKind::kConst && tree_.constants[node.index].is_string()) {
    code_.unit().links.push_back(AddLiteral(node));
  } else if (node.kind == NodeKind::kList || node.kind == NodeKind::kTuple) {
    for (const NodeId item : tree_.Children(node.list)) {
      const Node& literal = tree_[item];
      if (literal.kind == NodeKind::kConst && tree_.constants[literal.index].is_string()) {
        code_.unit().links.push_back(AddLiteral(literal));
      }
    }
  }
}

bool Lowering::StepInclude(Task* task, const Node& node) {
  if (task->state++ == 0) {
    AddLinks(node.a);
    if (!Ready(node.a, &task->first)) return false;
  }
  code_.set_position(tree_[node.a].span);
  code_.EmitD(Opcode::kInclude, task->first, AddIncludeSite(node));
  return true;
}

uint32_t Lowering::AddIncludeSite(const Node& node) {
  IncludeSite site;
  site.ignore_missing = (node.flags & kIgnoreMissing) != 0;
  site.with_context = (node.flags & kWithContext) != 0;
  if (site.with_context) site.visible = VisibleVariables();
  code_.unit().includes.push_back(site);
  return static_cast<uint32_t>(code_.unit().includes.size() - 1);
}

bool Lowering::StepImport(Task* task, const Node& node) {
  if (task->state++ == 0) {
    AddLinks(node.a);
    if (!Ready(node.a, &task->first)) return false;
  }
  code_.set_position(tree_[node.a].span);
  const uint32_t site = AddIncludeSite(node);
  if (site > UINT16_MAX) {
    code_.Fail(Code::kLimitDepth, node.span,
               "the template has more than 65,536 includes and imports");
    return true;
  }
  const bool whole = node.kind == NodeKind::kImport;
  const uint16_t module = whole ? *LocalVariable(node.name) : code_.NewRegister();
  code_.Emit(Opcode::kImport, module, task->first, static_cast<uint16_t>(site));
  if (whole) {
    if (places_.back().top_level) code_.EmitD(Opcode::kExport, module, NameConstant(node.name), 1);
    return true;
  }
  for (const NodeId id : tree_.Children(node.list)) {
    const Node& alias = tree_[id];
    code_.set_position(alias.span);
    const uint16_t variable = *LocalVariable(alias.alias);
    code_.Emit(Opcode::kImportName, variable, module, code_.Operand(NameConstant(alias.name)));
    if (!places_.back().top_level) continue;
    code_.EmitD(Opcode::kExport, variable, NameConstant(alias.alias), 1);
  }
  return true;
}

bool Lowering::StepExtends(Task* task, const Node& node) {
  if (!places_.back().top_level) {
    code_.Fail(Code::kTemplateSyntax, node.span,
               "`extends` must stand at the top level of a template");
    return true;
  }
  // Whatever follows a second certain `extends` is never reached.
  if (task->state++ == 0) {
    AddLinks(node.a);
    if (!Ready(node.a, &task->first)) return false;
  }
  code_.set_position(node.span);
  code_.Emit(Opcode::kExtends, task->first, 0, 0);
  if (places_.back().root_level) known_extends_ = true;
  return true;
}

bool Lowering::StepBlock(Task* task, const Node& node) {
  blocks_.push_back(task->node);
  const bool top_level = places_.back().top_level;
  if (top_level && known_extends_) return true;
  const Label skip = code_.NewLabel();
  if (top_level && places_.back().check_output) code_.EmitJump(Opcode::kJumpIfExtended, 0, skip);

  BlockSite site;
  site.name = NameConstant(node.name);
  site.scoped = (node.flags & kScoped) != 0;
  site.required = (node.flags & kRequired) != 0;
  if (site.scoped) site.visible = VisibleVariables();
  code_.unit().block_sites.push_back(site);
  code_.EmitD(Opcode::kBlock, 0, static_cast<uint32_t>(code_.unit().block_sites.size() - 1));
  code_.Bind(skip);
  return true;
}

}  // namespace galley::jinja
