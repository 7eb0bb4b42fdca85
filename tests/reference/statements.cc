// Statements of the reference.
#include <utility>

#include "engine/library/operators.h"
#include "tests/reference/interpreter.h"

namespace galley::reference {

using jinja::Node;
using jinja::NodeId;
using jinja::NodeKind;

// ---------------------------------------------------------------------------
// Scopes and places

Scope* Interpreter::NewScope(Scope* outer) {
  Scope& scope = scopes_.emplace_back();
  scope.outer = outer;
  return &scope;
}

// Gives what `scope` owns its first values, but for what it was given.
void Interpreter::Enter(Scope* scope, const Context& context) {
  for (auto& [name, variable] : scope->own) {
    switch (variable.start) {
      case Variable::Start::kGiven:
        break;
      case Variable::Start::kMissing:
        variable.value = Value::Missing(nullptr);
        break;
      case Variable::Start::kOuter:
        variable.value = scope->outer->Find(name)->value;
        break;
      case Variable::Start::kContext: {
        const auto own = context.variables.find(name);
        const auto given = context.parent.find(name);
        if (own != context.variables.end()) {
          variable.value = own->second;
        } else if (given != context.parent.end()) {
          variable.value = given->second;
        } else if (const Builtin* builtin = FindGlobal(name)) {
          variable.value = NewBuiltinObject(cx_, builtin);
        } else if (const Builtin* chat = FindChatTemplateGlobal(name);
                   chat && input_.options.chat_template) {
          variable.value = NewBuiltinObject(cx_, chat);
        } else {
          variable.value = Value::Missing(nullptr);
        }
        break;
      }
    }
  }
}

Interpreter::Place Interpreter::Inner(const Place& place, Scope* scope) {
  Place inner = place;
  inner.scope = scope;
  inner.top_level = false;
  return inner;
}

// ---------------------------------------------------------------------------
// Output

bool Interpreter::Escapes(const Place& place) const {
  return place.escape == Escape::kOn || (place.escape == Escape::kAsked && cx_.autoescape);
}

Value Interpreter::Text(const std::string& text, bool safe) {
  return heap_.NewString(text, safe ? kSafe : kPlain);
}

void Interpreter::Write(const Value& value, const Place& place) {
  if (cx_.stopped()) return;
  if (IsObject(value, ObjectType::kModule)) {
    *place.out += static_cast<const Module*>(value.function())->body.as_string();
    return;
  }
  Value shown = value;
  if (IsObject(value, ObjectType::kLoop)) {
    const auto& loop = *static_cast<const Loop*>(value.function());
    shown = Text("<LoopContext " + std::to_string(loop.turn + 1) + "/" +
                     std::to_string(loop.items.size()) + ">",
                 false);
  }
  const Value text = Escapes(place) ? galley::Escape(cx_, shown) : ToText(cx_, shown);
  if (!cx_.stopped()) *place.out += text.as_string();
}

// Jinja2 escapes literals, and literals joined by `~`, when it compiles.
void Interpreter::Print(NodeId expression, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const Node& node = tree[expression];
  bool is_literal = node.kind == NodeKind::kConst || node.kind == NodeKind::kConcat;
  if (node.kind == NodeKind::kConcat) {
    for (const NodeId part : tree.Children(node.list)) {
      is_literal = is_literal && tree[part].kind == NodeKind::kConst;
    }
  }
  Place printed = place;
  if (is_literal) printed.escape = place.literals;
  Write(Evaluate(expression, place), printed);
}

// ---------------------------------------------------------------------------
// Statements

Interpreter::Flow Interpreter::Run(jinja::ListId statements, const Place& place) {
  for (const NodeId id : place.unit->tree.Children(statements)) {
    if (cx_.stopped()) break;
    const Flow flow = RunStatement(place.unit->tree[id], place);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunStatement(const Node& node, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const bool is_dropped = place.check_output && *place.parent;
  switch (node.kind) {
    case NodeKind::kText:
      if (!is_dropped) *place.out += tree.constants[node.index].as_string();
      break;
    case NodeKind::kPrint:
      if (!is_dropped) Print(node.a, place);
      break;
    case NodeKind::kIf:
      return RunIf(node, place);
    case NodeKind::kFor:
      RunFor(node, place);
      break;
    case NodeKind::kMacro: {
      const std::string_view name = tree.Text(node.name);
      const Value macro = NewMacro(node, place);
      place.scope->own[name].value = macro;
      if (!place.top_level) break;
      place.context->variables[name] = macro;
      if (!name.starts_with('_')) place.context->exported.insert(name);
      break;
    }
    case NodeKind::kCallBlock: {
      const Value caller = NewMacro(node, place);
      const Value text = ToText(cx_, CallNode(tree[node.a], place, &caller));
      if (!cx_.stopped()) *place.out += text.as_string();
      break;
    }
    case NodeKind::kSet: {
      const Value value = Evaluate(node.b, place);
      if (cx_.stopped()) break;
      Assign(node.a, value, place);
      Export(node.a, place);
      break;
    }
    case NodeKind::kSetBlock:
      return RunSetBlock(node, place);
    case NodeKind::kFilterBlock:
      return RunFilterBlock(node, place);
    case NodeKind::kWith:
      return RunWith(node, place);
    case NodeKind::kAutoescape:
      return RunAutoescape(node, place);
    case NodeKind::kGeneration:
      return RunScoped(node, place);
    case NodeKind::kDo:
      Evaluate(node.a, place);
      break;
    case NodeKind::kBreak:
      return Flow::kBreak;
    case NodeKind::kContinue:
      return Flow::kContinue;
    case NodeKind::kInclude:
      Include(node, place);
      break;
    case NodeKind::kImport:
    case NodeKind::kFromImport:
      Import(node, place);
      break;
    case NodeKind::kExtends:
      Extend(node, place);
      break;
    case NodeKind::kBlock:
      CallBlock(node, place);
      break;
    default:
      cx_.Fail(Code::kInternal, "this is not a statement");
  }
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunIf(const Node& node, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  for (const NodeId branch : tree.Children(node.list)) {
    const bool holds = Truth(cx_, Evaluate(tree[branch].a, place));
    if (cx_.stopped()) return Flow::kNext;
    if (holds) return Run(tree[branch].body, place);
  }
  return Run(node.else_body, place);
}

// ---------------------------------------------------------------------------
// Loops

void Interpreter::RunFor(const Node& node, const Place& place) {
  const Value iterable = Evaluate(node.b, place);
  if (cx_.stopped()) return;
  if (!(node.flags & jinja::kRecursive)) return RunLoop(node, iterable, 0, place, place.out);
  if (!Descend()) return;
  std::string text;
  RunLoop(node, iterable, 0, place, &text);
  --depth_;
  if (!cx_.stopped()) *place.out += text;
}

void Interpreter::RunLoop(const Node& node, const Value& iterable, int64_t depth,
                          const Place& outside, std::string* out) {
  const jinja::Tree& tree = outside.unit->tree;
  Loop& loop = loops_.emplace_back();
  loop.type = static_cast<uint32_t>(ObjectType::kLoop);
  loop.name = "loop";
  loop.depth = depth;
  loop.place = outside;
  const bool is_recursive = (node.flags & jinja::kRecursive) != 0;
  if (is_recursive) loop.recursive = &node;
  const std::span<const Value> items = Iterate(cx_, iterable);
  loop.items.assign(items.begin(), items.end());
  if (node.c != NodeId::kNone) loop.items = Passing(node, loop.items, outside);

  bool has_scoped_block = false;
  for (const NodeId id : outside.unit->blocks) {
    // A block that stands in the loop comes before it in the tree.
    const bool inside = &tree[id] < &node && tree[id].span.begin > node.span.begin;
    has_scoped_block |= inside && (tree[id].flags & jinja::kScoped) != 0;
  }
  Scope* scope = NewScope(outside.scope);
  if (is_recursive || has_scoped_block || UsesSpecial(tree, node.body, "loop")) {
    scope->Give("loop");
  }
  AddTarget(tree, node.a, true, scope);
  AddNames(tree, node.body, scope);
  Place place = Inner(outside, scope);
  place.out = out;
  bool no_turn_ended = true;
  for (loop.turn = 0; loop.turn < loop.items.size() && !cx_.stopped(); ++loop.turn) {
    Enter(scope, *place.context);
    if (scope->own.count("loop")) scope->own["loop"].value = Value::Callable(&loop);
    Assign(node.a, loop.items[loop.turn], place);
    if (cx_.stopped()) return;
    const Flow flow = Run(node.body, place);
    if (flow == Flow::kBreak) break;
    if (flow == Flow::kNext) no_turn_ended = false;
  }
  if (!no_turn_ended || cx_.stopped()) return;
  place.scope = NewScope(outside.scope);
  AddNames(tree, node.else_body, place.scope);
  Enter(place.scope, *place.context);
  Run(node.else_body, place);
}

// The items that the condition of the loop lets pass.
std::vector<Value> Interpreter::Passing(const Node& node, const std::vector<Value>& items,
                                        const Place& outside) {
  Place place = Inner(outside, NewScope(outside.scope));
  AddTarget(place.unit->tree, node.a, true, place.scope);
  AddExpression(place.unit->tree, node.c, place.scope);
  Enter(place.scope, *place.context);
  std::vector<Value> passing;
  for (const Value& item : items) {
    Assign(node.a, item, place);
    if (cx_.stopped()) break;
    if (Truth(cx_, Evaluate(node.c, place))) passing.push_back(item);
  }
  return passing;
}

// ---------------------------------------------------------------------------
// Parts with a scope of their own

Interpreter::Flow Interpreter::RunScoped(const Node& node, const Place& place) {
  Place inner = Inner(place, NewScope(place.scope));
  inner.check_output = false;
  AddNames(place.unit->tree, node.body, inner.scope);
  Enter(inner.scope, *place.context);
  return Run(node.body, inner);
}

Interpreter::Flow Interpreter::RunWith(const Node& node, const Place& place) {
  const std::span<const NodeId> pairs = place.unit->tree.Children(node.list);
  const Place inner = Inner(place, NewScope(place.scope));
  for (size_t at = 0; at < pairs.size(); at += 2) {
    AddTarget(place.unit->tree, pairs[at], false, inner.scope);
  }
  AddNames(place.unit->tree, node.body, inner.scope);
  Enter(inner.scope, *place.context);
  for (size_t at = 0; at < pairs.size() && !cx_.stopped(); at += 2) {
    const Value value = Evaluate(pairs[at + 1], place);
    if (!cx_.stopped()) Assign(pairs[at], value, inner);
  }
  return Run(node.body, inner);
}

Interpreter::Flow Interpreter::RunAutoescape(const Node& node, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  Place inner = Inner(place, NewScope(place.scope));
  AddExpression(tree, node.a, inner.scope);
  AddNames(tree, node.body, inner.scope);
  Enter(inner.scope, *place.context);
  const bool asked = Truth(cx_, Evaluate(node.a, inner));
  const bool is_constant = tree[node.a].kind == NodeKind::kConst;
  inner.escape = !is_constant ? Escape::kAsked : asked ? Escape::kOn : Escape::kOff;
  if (is_constant) inner.literals = inner.escape;
  const bool before = std::exchange(*place.context->autoescape, asked);
  cx_.autoescape = asked;
  const Flow flow = Run(node.body, inner);
  cx_.autoescape = *place.context->autoescape = before;
  return flow;
}

Interpreter::Flow Interpreter::RunFilterBlock(const Node& node, const Place& place) {
  Place inner = Inner(place, NewScope(place.scope));
  AddNames(place.unit->tree, node.body, inner.scope);
  AddExpression(place.unit->tree, node.a, inner.scope);
  Enter(inner.scope, *place.context);
  std::string text;
  inner.out = &text;
  const Flow flow = Run(node.body, inner);
  if (cx_.stopped() || flow != Flow::kNext) return flow;
  Write(ApplyChain(node.a, Text(text, Escapes(place)), inner), place);
  return Flow::kNext;
}

Interpreter::Flow Interpreter::RunSetBlock(const Node& node, const Place& place) {
  Place inner = Inner(place, NewScope(place.scope));
  inner.check_output = false;
  AddNames(place.unit->tree, node.body, inner.scope);
  if (node.b != NodeId::kNone) AddExpression(place.unit->tree, node.b, inner.scope);
  Enter(inner.scope, *place.context);
  std::string text;
  inner.out = &text;
  const Flow flow = Run(node.body, inner);
  if (cx_.stopped() || flow != Flow::kNext) return flow;
  Value value = Text(text, Escapes(place));
  if (node.b != NodeId::kNone) {
    value = ApplyChain(node.b, value, inner);
    if (cx_.autoescape && !cx_.stopped()) {
      value = Text(std::string(ToText(cx_, value).as_string()), true);
    }
  }
  if (cx_.stopped()) return Flow::kNext;
  Assign(node.a, value, place);
  Export(node.a, place);
  return Flow::kNext;
}

// ---------------------------------------------------------------------------
// Assignments

void Interpreter::Assign(NodeId target, const Value& value, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const Node& node = tree[target];
  if (node.kind == NodeKind::kName) {
    place.scope->own[tree.Text(node.name)].value = Kept(value);
  } else if (node.kind == NodeKind::kNamespaceTarget) {
    const Value object = NamedValue(tree.Text(node.name), place);
    if (!IsObject(object, ObjectType::kNamespace)) {
      cx_.FailType("only a namespace's attributes can be assigned");
      return;
    }
    SetAttribute(cx_, *static_cast<const Namespace*>(object.function()),
                 *Name(tree.Text(node.alias)), value);
  } else {
    const std::span<const Value> items = Iterate(cx_, value);
    const std::span<const NodeId> targets = tree.Children(node.list);
    if (items.size() != targets.size()) cx_.FailType("cannot unpack");
    for (size_t at = 0; at < targets.size() && !cx_.stopped(); ++at) {
      Assign(targets[at], items[at], place);
    }
  }
}

// What a target at the top level names is seen by blocks, includes and importers.
void Interpreter::Export(NodeId target, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const Node& node = tree[target];
  if (!place.top_level || cx_.stopped()) return;
  if (node.kind == NodeKind::kTuple) {
    for (const NodeId item : tree.Children(node.list)) Export(item, place);
  } else if (node.kind == NodeKind::kName) {
    const std::string_view name = tree.Text(node.name);
    place.context->variables[name] = place.scope->own[name].value;
    if (!name.starts_with('_')) place.context->exported.insert(name);
  }
}

}  // namespace galley::reference
