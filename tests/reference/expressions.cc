// Expressions of the reference.
#include <algorithm>

#include "engine/library/make_map.h"
#include "engine/library/operators.h"
#include "tests/reference/interpreter.h"
#include "value/compare.h"
#include "value/undefined_identity.h"

namespace galley::reference {

using jinja::Node;
using jinja::NodeId;
using jinja::NodeKind;
using jinja::Op;

// A name that outlives every value, for undefined ones.
const Value* Interpreter::Name(std::string_view text) {
  return &names_.emplace_back(heap_.NewString(text));
}

Value Interpreter::NamedValue(std::string_view name, const Place& place) {
  const Variable* variable = place.scope->Find(name);
  if (!variable || variable->value.is_missing()) return Value::Undefined(Name(name));
  return variable->value;
}

Value Interpreter::Evaluate(NodeId id, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const Node& node = tree[id];
  switch (node.kind) {
    case NodeKind::kConst:
      return tree.constants[node.index];
    case NodeKind::kName:
      return NamedValue(tree.Text(node.name), place);
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kConcat:
      return Sequence(node, place);
    case NodeKind::kDict:
      return Dict(node, place);
    case NodeKind::kCondition:
      if (Truth(cx_, Evaluate(node.b, place))) return Evaluate(node.a, place);
      if (node.c != NodeId::kNone) return Evaluate(node.c, place);
      return Value::LenientUndefined(Name("the condition does not hold, and there is no `else`"));
    case NodeKind::kBinary:
      return Binary(node, place);
    case NodeKind::kUnary: {
      const Value value = Evaluate(node.a, place);
      if (node.op == Op::kNot) return Value::Bool(!Truth(cx_, value));
      return node.op == Op::kNegate ? Negate(cx_, value) : Plus(cx_, value);
    }
    case NodeKind::kAnd:
    case NodeKind::kOr:
      return Logic(node, place);
    case NodeKind::kCompare:
      return Compared(node, place);
    case NodeKind::kAttribute: {
      const Value object = Evaluate(node.a, place);
      return cx_.stopped() ? Value() : Attribute(object, *Name(tree.Text(node.name)));
    }
    case NodeKind::kItem:
      return Item(node, place);
    case NodeKind::kCall:
      return CallNode(node, place, nullptr);
    case NodeKind::kFilter:
    case NodeKind::kTest: {
      const Value operand = node.a == NodeId::kNone ? block_text_ : Evaluate(node.a, place);
      return cx_.stopped() ? Value() : Apply(node, operand, place);
    }
    default:
      return cx_.Fail(Code::kInternal, "this is not an expression");
  }
}

Value Interpreter::Binary(const Node& node, const Place& place) {
  const Value a = Evaluate(node.a, place);
  const Value b = Evaluate(node.b, place);
  if (cx_.stopped()) return {};
  switch (node.op) {
    case Op::kAdd:
      return Add(cx_, a, b);
    case Op::kSub:
      return Subtract(cx_, a, b);
    case Op::kMul:
      return Multiply(cx_, a, b);
    case Op::kDiv:
      return Divide(cx_, a, b);
    case Op::kFloorDiv:
      return FloorDivide(cx_, a, b);
    case Op::kMod:
      return Modulo(cx_, a, b);
    default:
      return Power(cx_, a, b);
  }
}

Value Interpreter::Logic(const Node& node, const Place& place) {
  Value value;
  for (const NodeId operand : place.unit->tree.Children(node.list)) {
    value = Evaluate(operand, place);
    const bool is_last = operand == place.unit->tree.Children(node.list).back();
    if (!is_last && Truth(cx_, value) == (node.kind == NodeKind::kOr)) break;
    if (cx_.stopped()) break;
  }
  return value;
}

Value Interpreter::Compared(const Node& node, const Place& place) {
  const std::span<const NodeId> operands = place.unit->tree.Children(node.list);
  Value left = Evaluate(operands[0], place);
  bool holds = true;
  for (size_t at = 1; at < operands.size() && holds && !cx_.stopped(); ++at) {
    const Node& operand = place.unit->tree[operands[at]];
    const Value right = Evaluate(operand.a, place);
    const auto comparison =
        static_cast<Comparison>(static_cast<int>(operand.op) - static_cast<int>(Op::kEqual));
    if (!cx_.stopped()) holds = CompareValues(cx_, comparison, left, right);
    left = right;
  }
  return Value::Bool(holds);
}

Value Interpreter::Kept(const Value& value) {
  const bool matters = value.is_undefined() && cx_.policy().undefined == UndefinedPolicy::kStrict;
  return matters ? WithIdentity(value, &heap_) : value;
}

Value Interpreter::Sequence(const Node& node, const Place& place) {
  std::vector<Value> items;
  for (const NodeId item : place.unit->tree.Children(node.list)) {
    items.push_back(Kept(Evaluate(item, place)));
  }
  if (cx_.stopped()) return {};
  if (node.kind == NodeKind::kConcat)
    return Concatenate(cx_, items, place.escape == Escape::kAsked);
  return node.kind == NodeKind::kTuple ? heap_.NewTuple(items) : heap_.NewList(items);
}

Value Interpreter::Dict(const Node& node, const Place& place) {
  const std::span<const NodeId> parts = place.unit->tree.Children(node.list);
  const size_t size = parts.size() / 2;
  std::vector<MapEntry> made;
  for (size_t at = 0; at < size; ++at) {
    made.push_back({Evaluate(parts[2 * at], place), Evaluate(parts[2 * at + 1], place)});
  }
  for (const MapEntry& entry : made) {
    if (!cx_.stopped() && !RequireKey(cx_, entry.key)) return {};
  }
  if (cx_.stopped()) return {};
  MapEntry* entries = heap_.NewEntries(size);
  std::copy(made.begin(), made.end(), entries);
  return heap_.NewMap(entries, size);
}

Value Interpreter::Item(const Node& node, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const Value object = Evaluate(node.a, place);
  const Node& key = tree[node.b];
  if (key.kind != NodeKind::kSlice) {
    const Value at = Evaluate(node.b, place);
    if (cx_.stopped()) return {};
    if (object.is_function() && at.is_string()) return Attribute(object, *Name(at.as_string()));
    return GetItem(cx_, object, at);
  }
  std::vector<Value> parts;
  for (const NodeId part : tree.Children(key.list)) {
    parts.push_back(part == NodeId::kNone ? Value::None() : Evaluate(part, place));
  }
  return cx_.stopped() ? Value() : GetSlice(cx_, object, parts[0], parts[1], parts[2]);
}

// ---------------------------------------------------------------------------
// Objects

Value Interpreter::Attribute(const Value& object, const Value& name) {
  if (!object.is_function()) return GetAttribute(cx_, object, name);
  const Function* function = object.function();
  const std::string_view text = name.as_string();
  const Value absent = UndefinedItem(cx_, object, name);
  switch (TypeOf(*function)) {
    case ObjectType::kModule: {
      const Context& context = *static_cast<const Module*>(function)->context;
      return context.exported.count(text) ? context.variables.at(text) : absent;
    }
    case ObjectType::kSelf: {
      Context* context = self_contexts_.at(function);
      return context->blocks.count(text) ? BlockValue(context, text, 0) : absent;
    }
    case ObjectType::kBlock: {
      const auto& block = *static_cast<const BlockReference*>(function);
      const bool has_more = block.depth + 1 < block.context->blocks.at(block.block).size();
      return text == "super" && has_more ? BlockValue(block.context, block.block, block.depth + 1)
                                         : absent;
    }
    case ObjectType::kLoop:
      return LoopAttribute(*static_cast<const Loop*>(function), text, absent);
    case ObjectType::kMacro: {
      const auto& macro = *static_cast<const Macro*>(function);
      const bool is_macro = macro.node->kind == NodeKind::kMacro;
      if (text == "name") return is_macro ? Value::String(macro.name) : Value::None();
      if (text == "catch_kwargs") return Value::Bool(macro.takes_kwargs);
      if (text == "catch_varargs") return Value::Bool(macro.takes_varargs);
      if (text == "caller") return Value::Bool(macro.takes_caller);
      if (text != "arguments") return absent;
      const jinja::Tree& tree = macro.place.unit->tree;
      std::vector<Value> names;
      for (const NodeId id : tree.Children(macro.node->list)) {
        names.push_back(Value::String(tree.Text(tree[id].name)));
      }
      return heap_.NewTuple(names);
    }
    default:
      return GetAttribute(cx_, object, name);
  }
}

Value Interpreter::LoopAttribute(const Loop& loop, std::string_view name, const Value& absent) {
  const auto turn = static_cast<int64_t>(loop.turn);
  const auto size = static_cast<int64_t>(loop.items.size());
  if (name == "index") return Value::Int(turn + 1);
  if (name == "index0") return Value::Int(turn);
  if (name == "revindex") return Value::Int(size - turn);
  if (name == "revindex0") return Value::Int(size - turn - 1);
  if (name == "first") return Value::Bool(turn == 0);
  if (name == "last") return Value::Bool(turn + 1 == size);
  if (name == "length") return Value::Int(size);
  if (name == "depth") return Value::Int(loop.depth + 1);
  if (name == "depth0") return Value::Int(loop.depth);
  if (name == "previtem") {
    return turn > 0 ? loop.items[loop.turn - 1]
                    : UndefinedBecause(Name("there is no previous item"));
  }
  if (name == "nextitem") {
    return turn + 1 < size ? loop.items[loop.turn + 1]
                           : UndefinedBecause(Name("there is no next item"));
  }
  return absent;
}

// ---------------------------------------------------------------------------
// Filters, tests and calls

Value Interpreter::Apply(const Node& node, const Value& operand, const Place& place) {
  const std::string_view name = place.unit->tree.Text(node.name);
  const bool is_test = node.kind == NodeKind::kTest;
  const Builtin* builtin = is_test ? FindTest(name) : FindFilter(name);
  if (!builtin) {
    return cx_.Fail(is_test ? Code::kUnknownTest : Code::kUnknownFilter, "there is no such thing");
  }
  const Arguments arguments = Gather(node.list, place);
  if (cx_.stopped()) return {};
  const Value value = CallBuiltin(cx_, *builtin, &operand, arguments.values, arguments.names);
  return is_test ? Value::Bool(IsTrue(value)) : value;
}

// The filters of a block, the innermost of which has no operand of its own.
Value Interpreter::ApplyChain(NodeId filter, const Value& operand, const Place& place) {
  const Value before = block_text_;
  block_text_ = operand;
  const Value value = Evaluate(filter, place);
  block_text_ = before;
  return value;
}

Interpreter::Arguments Interpreter::Gather(jinja::ListId list, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  Arguments positional;
  Arguments named;
  for (const NodeId id : tree.Children(list)) {
    const Node& argument = tree[id];
    const Value value = Evaluate(argument.a, place);
    if (cx_.stopped()) return {};
    if (argument.op == Op::kPositional) {
      positional.values.push_back(Kept(value));
    } else if (argument.op == Op::kKeyword) {
      named.values.push_back(Kept(value));
      named.names.push_back(tree.Text(argument.name));
    } else if (argument.op == Op::kStar) {
      const std::span<const Value> items = Iterate(cx_, value);
      positional.values.insert(positional.values.end(), items.begin(), items.end());
    } else if (!value.is_map()) {
      cx_.FailType("what follows `**` must be a map");
    } else {
      for (const MapEntry& entry : EntriesOf(value)) {
        if (!entry.key.is_string()) {
          cx_.FailType("the keys must be strings");
          return {};
        }
        named.values.push_back(entry.value);
        named.names.push_back(entry.key.as_string());
      }
    }
  }
  const std::set<std::string_view> once(named.names.begin(), named.names.end());
  if (once.size() < named.names.size()) cx_.FailType("a keyword argument is given twice");
  positional.names.resize(positional.values.size());
  positional.values.insert(positional.values.end(), named.values.begin(), named.values.end());
  positional.names.insert(positional.names.end(), named.names.begin(), named.names.end());
  return positional;
}

Value Interpreter::CallNode(const Node& node, const Place& place, const Value* caller) {
  const jinja::Tree& tree = place.unit->tree;
  const Node& callee = tree[node.a];
  const bool is_method = callee.kind == NodeKind::kAttribute;
  const Value object = Evaluate(is_method ? callee.a : node.a, place);
  if (cx_.stopped()) return {};
  const bool of_loop = is_method && IsObject(object, ObjectType::kLoop);
  const std::string_view method = is_method ? tree.Text(callee.name) : std::string_view();
  const bool is_special = of_loop && (method == "cycle" || method == "changed");
  // Methods that change something can be called, and fail; they cannot be looked at.
  const Builtin* known = is_method ? FindMethod(object.kind(), method) : nullptr;
  const Value target = known                      ? NewMethodObject(cx_, known, object)
                       : is_method && !is_special ? Attribute(object, *Name(method))
                                                  : object;
  if (cx_.stopped()) return {};
  Arguments arguments = Gather(node.list, place);
  if (cx_.stopped()) return {};
  if (caller) {
    arguments.values.push_back(*caller);
    arguments.names.emplace_back("caller");
  }
  if (!is_special) return Call(target, std::move(arguments));

  auto& loop = const_cast<Loop&>(static_cast<const Loop&>(*object.function()));
  if (method == "cycle") {
    if (arguments.values.empty()) return cx_.FailType("there is nothing to cycle through");
    return arguments.values[loop.turn % arguments.values.size()];
  }
  const Value now = heap_.NewTuple(arguments.values);
  const bool same = !loop.changed.is_undefined() && Equals(loop.changed, now, &cx_.meter());
  loop.changed = now;
  return Value::Bool(!same);
}

Value Interpreter::Call(const Value& callee, Arguments arguments) {
  if (callee.is_function()) {
    const Function& function = *callee.function();
    switch (TypeOf(function)) {
      case ObjectType::kMacro:
        return CallMacro(static_cast<const Macro&>(function), std::move(arguments));
      case ObjectType::kLoop:
        return CallLoop(static_cast<const Loop&>(function), arguments);
      case ObjectType::kBlock: {
        const auto& block = static_cast<const BlockReference&>(function);
        std::string text;
        RunBlock(block.block, block.depth, block.context, &text);
        return Text(text, cx_.autoescape);
      }
      default:
        break;
    }
  }
  return CallObject(cx_, callee, arguments.values, arguments.names);
}

Value Interpreter::CallLoop(const Loop& loop, const Arguments& arguments) {
  if (!loop.recursive) return cx_.FailType("only a recursive loop can be called");
  if (arguments.values.size() != 1 || !arguments.names[0].empty()) {
    return cx_.FailType("a recursive loop is called with one list");
  }
  if (!Descend()) return {};
  std::string text;
  RunLoop(*loop.recursive, arguments.values[0], loop.depth + 1, loop.place, &text);
  --depth_;
  return Text(text, Escapes(loop.place));
}

// ---------------------------------------------------------------------------
// Macros

Value Interpreter::NewMacro(const Node& node, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const bool is_macro = node.kind == NodeKind::kMacro;
  Macro& macro = macros_.emplace_back();
  macro.type = static_cast<uint32_t>(ObjectType::kMacro);
  macro.name = is_macro ? tree.Text(node.name) : "caller";
  macro.node = &node;
  macro.place = Inner(place, place.scope);
  macro.place.check_output = false;
  bool names_varargs = false;
  bool names_kwargs = false;
  for (const NodeId id : tree.Children(node.list)) {
    names_varargs |= tree.Text(tree[id].name) == "varargs";
    names_kwargs |= tree.Text(tree[id].name) == "kwargs";
  }
  macro.takes_caller = UsesSpecial(tree, node.body, "caller");
  macro.takes_varargs = !names_varargs && UsesSpecial(tree, node.body, "varargs");
  macro.takes_kwargs = !names_kwargs && UsesSpecial(tree, node.body, "kwargs");
  return Value::Callable(&macro);
}

Value Interpreter::CallMacro(const Macro& macro, Arguments arguments) {
  const jinja::Tree& tree = macro.place.unit->tree;
  const Node& node = *macro.node;
  Scope* scope = NewScope(macro.place.scope);
  for (const NodeId id : tree.Children(node.list)) scope->Give(tree.Text(tree[id].name));
  if (macro.takes_caller) scope->Give("caller");
  if (macro.takes_kwargs) scope->Give("kwargs");
  if (macro.takes_varargs) scope->Give("varargs");
  for (const NodeId id : tree.Children(node.list)) AddExpression(tree, tree[id].a, scope);
  AddNames(tree, node.body, scope);
  Enter(scope, *macro.place.context);
  if (!BindMacro(macro, std::move(arguments), scope) || !Descend()) return {};

  const bool escapes = std::exchange(cx_.autoescape, *macro.place.context->autoescape);
  std::string text;
  Place place = macro.place;
  place.scope = scope;
  place.out = &text;
  for (const NodeId id : tree.Children(node.list)) {
    Value& value = scope->own[tree.Text(tree[id].name)].value;
    if (!value.is_missing()) continue;
    if (tree[id].a != NodeId::kNone) {
      value = Evaluate(tree[id].a, place);
    } else {
      const std::string name(tree.Text(tree[id].name));
      value = UndefinedBecause(Name("parameter '" + name + "' was not provided"));
    }
  }
  Run(node.body, place);
  --depth_;
  cx_.autoescape = escapes;
  return Text(text, escapes);
}

bool Interpreter::BindMacro(const Macro& macro, Arguments arguments, Scope* scope) {
  const jinja::Tree& tree = macro.place.unit->tree;
  const std::span<const NodeId> parameters = tree.Children(macro.node->list);
  std::map<std::string_view, Value> named;
  std::vector<Value> positional;
  for (size_t at = 0; at < arguments.values.size(); ++at) {
    if (arguments.names[at].empty()) {
      positional.push_back(arguments.values[at]);
    } else {
      named[arguments.names[at]] = arguments.values[at];
    }
  }
  bool names_caller = false;
  for (size_t at = 0; at < parameters.size(); ++at) {
    const std::string_view name = tree.Text(tree[parameters[at]].name);
    names_caller |= name == "caller";
    if (at < positional.size()) {
      scope->own[name].value = positional[at];
    } else if (const auto given = named.find(name); given != named.end()) {
      scope->own[name].value = given->second;
      named.erase(given);
    }
  }
  if (macro.takes_caller && !names_caller) {
    const auto given = named.find("caller");
    scope->own["caller"].value =
        given != named.end() ? given->second : UndefinedBecause(Name("No caller defined"));
    if (given != named.end()) named.erase(given);
  }
  if (macro.takes_kwargs) {
    // In the order in which they were given.
    std::vector<MapEntry> kept;
    for (size_t at = 0; at < arguments.names.size(); ++at) {
      if (!named.count(arguments.names[at])) continue;
      kept.push_back({heap_.NewString(arguments.names[at]), arguments.values[at]});
    }
    MapEntry* entries = heap_.NewEntries(kept.size());
    std::copy(kept.begin(), kept.end(), entries);
    scope->own["kwargs"].value = heap_.NewMap(entries, kept.size());
  } else if (!named.empty()) {
    cx_.FailType("the macro has no such parameter");
  }
  if (macro.takes_varargs) {
    const size_t used = std::min(positional.size(), parameters.size());
    scope->own["varargs"].value = heap_.NewTuple(std::span(positional).subspan(used));
  } else if (positional.size() > parameters.size()) {
    cx_.FailType("the macro takes fewer arguments");
  }
  return !cx_.stopped();
}

}  // namespace galley::reference
