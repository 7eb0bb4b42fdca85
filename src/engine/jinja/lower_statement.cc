// Lowering of statements, except loops and what concerns other templates.
#include <algorithm>
#include <utility>

#include "engine/jinja/lowering.h"
#include "engine/jinja/undeclared.h"
#include "engine/library/builtin.h"
#include "value/compare.h"

namespace galley::jinja {

void Lowering::PushStatements(ListId list) {
  Task task{Task::Kind::kStatements};
  task.list = list;
  Push(task);
}

bool Lowering::StepStatements(Task* task) {
  MarkTag(task, false);
  // After a statement whose output is dropped once there is a parent.
  if (task->flag) code_.Bind(task->label);
  task->flag = false;
  const std::span<const NodeId> statements = tree_.Children(task->list);
  while (task->index < statements.size()) {
    const NodeId id = statements[task->index++];
    const NodeKind kind = tree_[id].kind;
    const bool writes = kind == NodeKind::kText || kind == NodeKind::kPrint;
    if (writes && !places_.back().check_output) {
      if (!tree_.mark_tags && WriteAtOnce(tree_[id])) continue;
    } else if (writes) {
      if (known_extends_) continue;
      task->flag = true;
      task->label = code_.NewLabel();
      code_.EmitJump(Opcode::kJumpIfExtended, 0, task->label);
    }
    if (kind != NodeKind::kText) MarkTag(task, true);
    Push({Task::Kind::kStatement, id});
    return false;
  }
  return true;
}

// A tag of the template itself begins, or the last one ends.
void Lowering::MarkTag(Task* task, bool begins) {
  const bool is_body = task->list.begin == tree_.body.begin && task->list.size == tree_.body.size;
  if (!tree_.mark_tags || !is_body || (!begins && task->first == 0)) return;
  code_.Emit(begins ? Opcode::kTagBegin : Opcode::kTagEnd, 0, 0, 0);
  task->first = begins;
}

bool Lowering::StepStatement(Task* task) {
  const Node& node = tree_[task->node];
  code_.set_position(node.span);
  switch (node.kind) {
    case NodeKind::kText:
      EmitText(tree_.constants[node.index]);
      return true;
    case NodeKind::kPrint:
      return StepPrint(task, tree_[node.a]);
    case NodeKind::kFor:
      return StepFor(task, node);
    case NodeKind::kIf:
      return StepIf(task, node);
    case NodeKind::kMacro:
      return StepMacro(task, node);
    case NodeKind::kCallBlock:
      return StepCallBlock(task, node);
    case NodeKind::kFilterBlock:
      return StepFilterBlock(task, node);
    case NodeKind::kSet:
      return StepSet(task, node);
    case NodeKind::kSetBlock:
      return StepSetBlock(task, node);
    case NodeKind::kInclude:
      return StepInclude(task, node);
    case NodeKind::kImport:
    case NodeKind::kFromImport:
      return StepImport(task, node);
    case NodeKind::kExtends:
      return StepExtends(task, node);
    case NodeKind::kBlock:
      return StepBlock(task, node);
    case NodeKind::kWith:
      return StepWith(task, node);
    case NodeKind::kAutoescape:
      return StepAutoescape(task, node);
    case NodeKind::kGeneration:
      return StepGeneration(task, node);
    case NodeKind::kDebug:
      EmitDebug();
      return true;
    case NodeKind::kDo:
      return task->state++ > 0 || Ready(node.a, &task->first);
    case NodeKind::kBreak:
    case NodeKind::kContinue:
      LeaveLoop(node);
      return true;
    default:
      code_.Fail(Code::kInternal, node.span, "this is not a statement");
      return true;
  }
}

// ---------------------------------------------------------------------------
// Output

// How instructions are told about escaping.
uint8_t Lowering::EscapeMode() const { return static_cast<uint8_t>(places_.back().escape); }

void Lowering::EmitText(const Value& text) {
  const bool is_byte = text.size() == 1;
  code_.EmitD(is_byte ? Opcode::kTextByte : Opcode::kText, 0, code_.AddConstant(text),
              is_byte ? static_cast<uint8_t>(text.as_string().front()) : uint8_t{0});
}

// Takes back the text that was written last, where no jump leads behind it, for an
// instruction that writes more than that.
std::optional<uint16_t> Lowering::TakeText() {
  const Instruction* last = code_.Last();
  if (!last || (last->op != Opcode::kText && last->op != Opcode::kTextByte)) return std::nullopt;
  const uint32_t text = last->d();
  if (text > UINT16_MAX) return std::nullopt;
  code_.DropLast();
  return static_cast<uint16_t>(text);
}

// A literal, or literals joined by `~`: Jinja2 knows their text when compiling.
bool Lowering::IsLiteral(const Node& expression) const {
  if (expression.kind != NodeKind::kConcat) return expression.kind == NodeKind::kConst;
  const std::span<const NodeId> parts = tree_.Children(expression.list);
  return std::all_of(parts.begin(), parts.end(),
                     [&](NodeId part) { return tree_[part].kind == NodeKind::kConst; });
}

void Lowering::EmitValue(uint16_t operand, uint8_t mode) {
  if (mode != 0) {
    code_.Emit(Opcode::kEmitEscaped, operand, 0, 0, mode);
  } else if (const std::optional<uint16_t> text = TakeText()) {
    code_.Emit(Opcode::kTextEmit, operand, *text, 0);
  } else {
    code_.Emit(Opcode::kEmit, operand, 0, 0);
  }
}

// Text, and values that are at hand or attributes of them, need no task.
bool Lowering::WriteAtOnce(const Node& node) {
  code_.set_position(node.span);
  if (node.kind == NodeKind::kText) {
    EmitText(tree_.constants[node.index]);
    return true;
  }
  const Node& expression = tree_[node.a];
  if (IsNamed(expression)) return EmitAttribute(node.a);
  const uint16_t mark = code_.mark();
  const std::optional<uint16_t> operand = SimpleOperand(node.a);
  if (!operand) return false;
  code_.set_position(expression.span);
  EmitValue(*operand,
            IsLiteral(expression) ? static_cast<uint8_t>(places_.back().literals) : EscapeMode());
  code_.Release(mark);
  return true;
}

bool Lowering::StepPrint(Task* task, const Node& expression) {
  switch (expression.kind) {
    case NodeKind::kConcat:
      if (places_.back().is_asked() && !IsLiteral(expression)) break;
      return StepPrintConcat(task, expression);
    case NodeKind::kCall: {
      const std::optional<uint32_t> site = StepCallSite(task, expression, std::nullopt);
      if (site) code_.EmitD(Opcode::kEmitCall, 0, *site, EscapeMode());
      return site.has_value();
    }
    case NodeKind::kBinary:
      if (EscapeMode() == 0 && IsTextSum(expression)) return StepPrintSum(task);
      break;
    case NodeKind::kAttribute:
    case NodeKind::kItem:
      if (task->state == 0 && EmitAttribute(tree_[task->node].a)) return true;
      break;
    default:
      break;
  }
  const NodeId value = tree_[task->node].a;
  if (task->state++ == 0 && !Ready(value, &task->first)) return false;
  code_.set_position(expression.span);
  if (expression.kind == NodeKind::kFilter && WriteFilter(task->first)) return true;
  const Place& place = places_.back();
  EmitValue(task->first,
            static_cast<uint8_t>(IsLiteral(expression) ? place.literals : place.escape));
  return true;
}

// Lets the filter that gives `result`, which nothing else asks for, write it where it can.
bool Lowering::WriteFilter(uint16_t result) {
  Instruction* last = EscapeMode() == 0 ? code_.Last() : nullptr;
  if (!last || last->op != Opcode::kFilterFixed || last->a != result) return false;
  if (!code_.unit().builtins[last->c].builtin->write) return false;
  last->op = Opcode::kEmitFilter;
  last->a = 0;
  return true;
}

// `{{ a ~ b }}` writes a, then b: joining them first would copy both.  Escaping
// the parts is escaping the whole.
bool Lowering::StepPrintConcat(Task* task, const Node& expression) {
  const std::span<const NodeId> parts = tree_.Children(expression.list);
  const Place& place = places_.back();
  const auto mode = static_cast<uint8_t>(place.is_asked() ? place.literals : place.escape);
  for (;;) {
    if (task->state == 1) EmitValue(task->first, mode);
    task->state = 0;
    code_.Release(task->mark);
    if (task->index == parts.size()) return true;
    task->state = 1;
    if (!Ready(parts[task->index++], &task->first)) return false;
  }
}

// The most frequent outputs of all have instructions of their own.
bool Lowering::EmitAttribute(NodeId id) {
  const Node& expression = tree_[id];
  if (expression.kind == NodeKind::kAttribute && IsLoop(expression.a)) {
    const std::optional<LoopPart> part = FindLoopPart(tree_.Text(expression.name));
    if (!part || EscapeMode() != 0) return false;
    const uint16_t loop = *LocalVariable(tree_[expression.a].name);
    code_.Emit(Opcode::kEmitLoop, loop, 0, 0, static_cast<uint8_t>(*part));
    return true;
  }
  if (EscapeMode() != 0) return false;
  const Span position = code_.position();
  const uint16_t mark = code_.mark();
  uint16_t object;
  uint16_t site;
  const bool named = NamedOperand(id, &object, &site);
  code_.set_position(named ? expression.span : position);
  if (named) {
    if (code_.IsTemporary(object, mark)) FusePathReads(object);
    const std::optional<uint16_t> text = TakeText();
    code_.Emit(text ? Opcode::kTextEmitAttribute : Opcode::kEmitAttribute, object, text.value_or(0),
               site);
  }
  code_.Release(mark);
  return named;
}

// What was put into temporary `object`, where an attribute or an item was read for the
// EmitAttribute that comes next and nothing else, can be handed on without it.
void Lowering::FusePathReads(uint16_t object) {
  Instruction* last = code_.Last();
  if (!last || last->a != object) return;
  if (last->op == Opcode::kGetAttribute) last->op = Opcode::kAttributeThenEmit;
  if (last->op != Opcode::kGetItem) return;
  last->op = Opcode::kItemThenEmit;
  Instruction* before = code_.Last(1);
  if (last->b != object || !before || before->a != object) return;
  if (before->op == Opcode::kGetAttribute) before->op = Opcode::kAttributeThenItem;
}

// True for a sum in which a literal string takes part: what it gives is text.
bool Lowering::IsTextSum(const Node& expression) const {
  const Node* node = &expression;
  for (; IsAdd(*node); node = &tree_[node->a]) {
    const Node& term = tree_[node->b];
    if (term.kind == NodeKind::kConst && tree_.constants[term.index].is_string()) return true;
  }
  return node != &expression && node->kind == NodeKind::kConst &&
         tree_.constants[node->index].is_string();
}

bool Lowering::IsAdd(const Node& node) const {
  return node.kind == NodeKind::kBinary && node.op == Op::kAdd;
}

// `{{ 'a' + b + 'c' }}` writes each term as soon as it is known to be a string,
// without making the sum.  What was written before a failure is dropped.
bool Lowering::StepPrintSum(Task* task) {
  if (task->state == 0) {
    task->state = 1;
    task->index = static_cast<uint32_t>(sums_.size());
    NodeId term = tree_[task->node].a;
    for (; IsAdd(tree_[term]); term = tree_[term].a) sums_.push_back(term);
    task->second = code_.NewRegisters(2);
    PushValue(term, task->second);
    return false;
  }
  if (task->state == 1) code_.Emit(Opcode::kSumBegin, task->second, 0, 0);
  while (sums_.size() > task->index) {
    const Node& sum = tree_[sums_.back()];
    if (task->state != 3) {
      task->state = 3;
      if (!Ready(sum.b, &task->first)) return false;
    }
    task->state = 2;
    code_.set_position(sum.span);
    code_.Emit(Opcode::kSumAdd, task->second, task->first, 0);
    sums_.pop_back();
    code_.Release(static_cast<uint16_t>(task->second + 2));
  }
  code_.Emit(Opcode::kSumEnd, task->second, 0, 0);
  return true;
}

// ---------------------------------------------------------------------------
// Conditions

bool Lowering::StepIf(Task* task, const Node& node) {
  const std::span<const NodeId> branches = tree_.Children(node.list);
  if (task->state == 0) {
    places_.push_back(places_.back());
    places_.back().root_level = false;
    places_.back().soft = true;
    task->label2 = code_.NewLabel();  // the end of the whole
    task->state = 1;
  }
  switch (task->state) {
    case 1:  // before a branch
      if (task->index == branches.size()) {
        task->state = 3;
        PushStatements(node.else_body);
        return false;
      }
      task->label = code_.NewLabel();  // the branch after this one
      task->state = 2;
      PushBranch(tree_[branches[task->index]].a, false, task->label);
      return false;
    case 2:  // its test is done
      task->state = 4;
      PushStatements(tree_[branches[task->index++]].body);
      return false;
    case 4:  // its body is done
      if (task->index < branches.size() || node.else_body.size > 0) {
        code_.EmitJump(Opcode::kJump, 0, task->label2);
      }
      code_.Bind(task->label);
      task->state = 1;
      return false;
    default:
      code_.Bind(task->label2);
      places_.pop_back();
      return true;
  }
}

// ---------------------------------------------------------------------------
// Macros and call blocks

// Begins the routine of a macro or of the body of a call block: parameters,
// their defaults, then the special ones that the body uses.
void Lowering::BeginMacro(const Node& node, RoutineKind kind, std::string_view name) {
  BeginRoutine(kind, name, node.span);
  EnterScope();
  const SpecialNames special =
      FindSpecialNames(tree_, node.body, node.special, kNameCaller | kNameVarargs | kNameKwargs);
  Routine& made = code_.unit().routines[code_.routine()];
  parameters_.clear();
  bool names_caller = false;
  bool names_varargs = false;
  bool names_kwargs = false;
  for (const NodeId id : tree_.Children(node.list)) {
    const Node& parameter = tree_[id];
    const std::string_view text = tree_.Text(parameter.name);
    names_caller |= text == "caller";
    names_varargs |= text == "varargs";
    names_kwargs |= text == "kwargs";
    if (scopes_[scopes_.Declare(parameter.name)].variable != kNoVariable) {
      code_.Fail(Code::kTemplateSyntax, parameter.span, "two parameters have the same name");
    }
    if (text == "caller" && special.caller && parameter.a == NodeId::kNone) {
      code_.Fail(Code::kTemplateSyntax, parameter.span,
                 "a parameter `caller` needs a default value, because the body calls `caller`");
    }
    scopes_[scopes_.Find(parameter.name)].variable = code_.NewVariable();
    parameters_.push_back({NameConstant(parameter.name)});
    made.defaults = static_cast<uint16_t>(made.defaults + (parameter.a != NodeId::kNone));
  }
  made.parameters = code_.unit().Keep(std::span<const RoutineParameter>(parameters_));
  // Parameters come first, then what the macro looks up.
  ReserveResolved(node.index);
  made.is_plain =
      kind == RoutineKind::kMacro && !special.caller && !special.kwargs && !special.varargs;
  made.takes_caller = special.caller;
  made.explicit_caller = names_caller;
  if (special.caller && !names_caller) DeclareAt(kNameCaller, made.caller = code_.NewVariable());
  if (special.kwargs && !names_kwargs) {
    made.takes_kwargs = true;
    DeclareAt(kNameKwargs, made.kwargs = code_.NewVariable());
  }
  if (special.varargs && !names_varargs) {
    made.takes_varargs = true;
    DeclareAt(kNameVarargs, made.varargs = code_.NewVariable());
  }
  for (const NodeId id : tree_.Children(node.list)) scopes_.AnalyzeExpression(tree_[id].a);
  scopes_.AnalyzeStatements(node.body);
  StartVariables();

  Place place = places_.back();
  place.top_level = place.root_level = place.soft = place.check_output = false;
  places_.push_back(place);
}

uint32_t Lowering::EndMacro() {
  places_.pop_back();
  LeaveScope();
  return EndRoutine();
}

// Evaluates the defaults of parameters that were not given.
bool Lowering::StepDefaults(Task* task, const Node& node) {
  const std::span<const NodeId> parameters = tree_.Children(node.list);
  if (task->flag) code_.Bind(task->label);
  task->flag = false;
  if (task->index == 0 && parameters.size() > 1) {
    task->label2 = code_.NewLabel();
    code_.EmitJump(Opcode::kJumpIfComplete, 0, task->label2);
  }
  while (task->index < parameters.size()) {
    const Node& parameter = tree_[parameters[task->index++]];
    const uint16_t variable = *LocalVariable(parameter.name);
    task->label = code_.NewLabel();
    code_.EmitJump(Opcode::kJumpIfProvided, variable, task->label);
    if (parameter.a == NodeId::kNone) {
      const std::string name(tree_.Text(parameter.name));
      const uint32_t reason = code_.AddText("parameter '" + name + "' was not provided");
      code_.EmitD(Opcode::kBecause, variable, reason);
      code_.Bind(task->label);
      continue;
    }
    task->flag = true;
    PushValue(parameter.a, variable);
    return false;
  }
  if (parameters.size() > 1) code_.Bind(task->label2);
  return true;
}

bool Lowering::StepMacro(Task* task, const Node& node) {
  switch (task->state) {
    case 0:
      task->state = 1;
      BeginMacro(node, RoutineKind::kMacro, tree_.Text(node.name));
      [[fallthrough]];
    case 1:
      if (!StepDefaults(task, node)) return false;
      task->state = 2;
      PushStatements(node.body);
      return false;
    default: {
      const uint32_t made = EndMacro();
      code_.set_position(node.span);
      const uint16_t variable = *LocalVariable(node.name);
      code_.EmitD(Opcode::kMakeMacro, variable, made);
      if (places_.back().top_level) code_.EmitD(Opcode::kExport, variable, NameConstant(node.name));
      return true;
    }
  }
}

bool Lowering::StepCallBlock(Task* task, const Node& node) {
  switch (task->state) {
    case 0:
      task->state = 1;
      BeginMacro(node, RoutineKind::kCaller, "caller");
      [[fallthrough]];
    case 1:
      if (!StepDefaults(task, node)) return false;
      task->state = 2;
      PushStatements(node.body);
      return false;
    case 2: {
      const uint32_t made = EndMacro();
      task->target = code_.NewVariable();
      code_.set_position(node.span);
      code_.EmitD(Opcode::kMakeMacro, task->target, made);
      task->state = 3;
      task->index = 0;
      [[fallthrough]];
    }
    default: {
      const std::optional<uint32_t> site = StepCallSite(task, tree_[node.a], task->target);
      if (site) code_.EmitD(Opcode::kEmitCall, 0, *site, 0);  // never escaped: it is a macro's text
      return site.has_value();
    }
  }
}

// ---------------------------------------------------------------------------
// Captures and assignments

void Lowering::BeginCapture() {
  ++routine().captures;
  code_.Emit(Opcode::kCaptureBegin, 0, 0, 0);
}

uint16_t Lowering::EndCapture() {
  --routine().captures;
  const uint16_t text = code_.NewVariable();
  code_.Emit(Opcode::kCaptureEnd, text, 0, 0, EscapeMode());
  return text;
}

bool Lowering::StepFilterBlock(Task* task, const Node& node) {
  switch (task->state++) {
    case 0:
      EnterScope();
      scopes_.AnalyzeStatements(node.body);
      scopes_.AnalyzeExpression(node.a);
      StartVariables();
      places_.push_back(places_.back());
      places_.back().top_level = places_.back().root_level = places_.back().soft = false;
      BeginCapture();
      PushStatements(node.body);
      return false;
    case 1:
      block_operand_ = EndCapture();
      task->first = code_.NewVariable();
      PushValue(node.a, task->first);
      return false;
    default:
      places_.pop_back();
      LeaveScope();
      EmitValue(task->first);
      return true;
  }
}

// Stores the value in `source` into a target: a name, names in a tuple, or an
// attribute of a namespace.
void Lowering::AssignTarget(NodeId target, uint16_t source) {
  std::vector<std::pair<NodeId, uint16_t>> pending = {{target, source}};
  while (!pending.empty()) {
    const auto [id, from] = pending.back();
    pending.pop_back();
    const Node& node = tree_[id];
    code_.set_position(node.span);
    if (node.kind == NodeKind::kName) {
      code_.Emit(Opcode::kMove, *LocalVariable(node.name), from, 0);
    } else if (node.kind == NodeKind::kNamespaceTarget) {
      const uint16_t object = code_.NewRegister();
      LoadSymbol(scopes_.Find(node.name), object);
      code_.Emit(Opcode::kSetAttribute, object, code_.Operand(NameConstant(node.alias)), from);
    } else {
      const std::span<const NodeId> items = tree_.Children(node.list);
      // Of no items, too: an instruction names only registers that are there.
      const uint16_t first = code_.NewRegisters(std::max<size_t>(items.size(), 1));
      code_.Emit(Opcode::kUnpack, first, from, static_cast<uint16_t>(items.size()));
      for (size_t i = items.size(); i-- > 0;) {
        pending.emplace_back(items[i], static_cast<uint16_t>(first + i));
      }
    }
  }
}

void Lowering::ExportTarget(NodeId target) {
  if (!places_.back().top_level) return;
  std::vector<NodeId> pending = {target};
  while (!pending.empty()) {
    const Node& node = tree_[pending.back()];
    pending.pop_back();
    if (node.kind == NodeKind::kName) {
      code_.EmitD(Opcode::kExport, *LocalVariable(node.name), NameConstant(node.name));
    } else if (node.kind == NodeKind::kTuple) {
      const std::span<const NodeId> items = tree_.Children(node.list);
      pending.insert(pending.end(), items.rbegin(), items.rend());
    }
  }
}

// True for expressions that put something into their target before they are done.
static bool WritesEarly(NodeKind kind) {
  return kind == NodeKind::kAnd || kind == NodeKind::kOr || kind == NodeKind::kCondition ||
         kind == NodeKind::kCompare;
}

static bool MayBeUndefined(NodeKind kind) {
  switch (kind) {
    case NodeKind::kName:
    case NodeKind::kAttribute:
    case NodeKind::kItem:
    case NodeKind::kCall:
    case NodeKind::kFilter:
    case NodeKind::kCondition:
    case NodeKind::kAnd:
    case NodeKind::kOr:
      return true;
    default:
      return false;
  }
}

// The value of `expression`, in `variable`, is stored under a name.
void Lowering::KeepStored(NodeId expression, uint16_t variable) {
  if (MayBeUndefined(tree_[expression].kind)) code_.Emit(Opcode::kKeep, variable);
}

bool Lowering::StepSet(Task* task, const Node& node) {
  const Node& target = tree_[node.a];
  const bool direct = target.kind == NodeKind::kName && !WritesEarly(tree_[node.b].kind);
  if (task->state++ == 0) {
    task->first = direct ? *LocalVariable(target.name) : code_.NewRegister();
    PushValue(node.b, task->first);
    return false;
  }
  KeepStored(node.b, task->first);
  if (!direct) AssignTarget(node.a, task->first);
  ExportTarget(node.a);
  return true;
}

bool Lowering::StepSetBlock(Task* task, const Node& node) {
  switch (task->state++) {
    case 0:
      EnterScope();
      scopes_.AnalyzeStatements(node.body);
      if (node.b != NodeId::kNone) scopes_.AnalyzeExpression(node.b);
      StartVariables();
      places_.push_back(places_.back());
      places_.back().top_level = places_.back().root_level = places_.back().soft = false;
      places_.back().check_output = false;
      BeginCapture();
      PushStatements(node.body);
      return false;
    case 1:
      task->first = EndCapture();
      if (node.b != NodeId::kNone) {
        block_operand_ = task->first;
        task->first = code_.NewVariable();
        PushValue(node.b, task->first);
        return false;
      }
      [[fallthrough]];
    default:
      if (node.b != NodeId::kNone) MakeMarkup(task->first);
      places_.pop_back();
      LeaveScope();
      AssignTarget(node.a, task->first);
      ExportTarget(node.a);
      return true;
  }
}

// What the filter of a block gives is text, and markup, where output is escaped.
void Lowering::MakeMarkup(uint16_t variable) {
  const uint8_t mode = EscapeMode();
  if (mode == 0) return;
  const Label skip = code_.NewLabel();
  if (places_.back().escape == Place::Escape::kAsked) {
    const uint16_t escapes = code_.NewRegister();
    const uint16_t on = code_.Operand(code_.AddConstant(Value::Bool(true)));
    code_.Emit(Opcode::kAutoescape, on, escapes);
    code_.Emit(Opcode::kAutoescapeEnd, escapes, 0, 0);
    code_.EmitJump(Opcode::kJumpIfFalse, escapes, skip);
  }
  const size_t site = code_.unit().builtins.size();
  if (site > UINT16_MAX) return FailBuiltins();
  code_.unit().builtins.push_back({FindFilter("safe"), 1, false, {}});
  code_.Emit(Opcode::kFilterFixed, variable, variable, static_cast<uint16_t>(site));
  code_.Bind(skip);
}

bool Lowering::StepWith(Task* task, const Node& node) {
  const std::span<const NodeId> pairs = tree_.Children(node.list);
  if (task->state == 0) {
    // Values belong to the scope outside.
    if (task->index == 0) task->first = code_.NewVariables(pairs.size() / 2);
    if (task->index < pairs.size() / 2) {
      const uint32_t index = task->index++;
      PushValue(pairs[index * 2 + 1], static_cast<uint16_t>(task->first + index));
      return false;
    }
    task->state = 1;
    EnterScope();
    for (size_t i = 0; i < pairs.size(); i += 2) scopes_.AnalyzeTarget(pairs[i]);
    scopes_.AnalyzeStatements(node.body);
    StartVariables();
    for (size_t i = 0; i < pairs.size(); i += 2) {
      const auto value = static_cast<uint16_t>(task->first + i / 2);
      KeepStored(pairs[i + 1], value);
      AssignTarget(pairs[i], value);
    }
    places_.push_back(places_.back());
    places_.back().top_level = places_.back().root_level = places_.back().soft = false;
    PushStatements(node.body);
    return false;
  }
  places_.pop_back();
  LeaveScope();
  return true;
}

// ---------------------------------------------------------------------------
// Small scopes

bool Lowering::StepAutoescape(Task* task, const Node& node) {
  switch (task->state++) {
    case 0:
      EnterScope();
      scopes_.AnalyzeExpression(node.a);
      scopes_.AnalyzeStatements(node.body);
      StartVariables();
      task->second = code_.NewVariable();  // what it was outside
      places_.push_back(places_.back());
      places_.back().top_level = places_.back().root_level = places_.back().soft = false;
      if (!Ready(node.a, &task->first)) return false;
      [[fallthrough]];
    case 1: {
      task->state = 2;
      code_.Emit(Opcode::kAutoescape, task->first, task->second, 0);
      const Node& asked = tree_[node.a];
      Place& place = places_.back();
      place.escape = Place::Escape::kAsked;
      if (asked.kind == NodeKind::kConst) {
        const bool is_on = IsTrue(tree_.constants[asked.index]);
        place.escape = place.literals = is_on ? Place::Escape::kOn : Place::Escape::kOff;
      }
      PushStatements(node.body);
      return false;
    }
    default:
      code_.Emit(Opcode::kAutoescapeEnd, task->second, 0, 0);
      places_.pop_back();
      LeaveScope();
      return true;
  }
}

void Lowering::EmitDebug() {
  const uint16_t seen = code_.NewRegister();
  code_.Emit(Opcode::kDebug, seen);
  const size_t site = code_.unit().builtins.size();
  if (site > UINT16_MAX) return FailBuiltins();
  code_.unit().builtins.push_back({FindFilter("pprint"), 1, false, {}});
  code_.Emit(Opcode::kFilterFixed, seen, seen, static_cast<uint16_t>(site));
  EmitValue(seen);
}

bool Lowering::StepGeneration(Task* task, const Node& node) {
  if (task->state++ == 0) {
    EnterScope();
    scopes_.AnalyzeStatements(node.body);
    StartVariables();
    places_.push_back(places_.back());
    Place& place = places_.back();
    place.top_level = place.root_level = place.soft = place.check_output = false;
    PushStatements(node.body);
    return false;
  }
  places_.pop_back();
  LeaveScope();
  return true;
}

}  // namespace galley::jinja
