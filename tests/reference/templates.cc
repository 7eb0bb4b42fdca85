// Whole templates of the reference: names in the context, includes, imports,
// inheritance and blocks.
#include <utility>

#include "diag/report.h"
#include "engine/jinja/parser.h"
#include "engine/library/operators.h"
#include "tests/reference/interpreter.h"
#include "value/compare.h"
#include "value/map.h"

namespace galley::reference {

using jinja::Node;
using jinja::NodeId;
using jinja::NodeKind;

namespace {

// More than any fixture or generated template needs.
constexpr size_t kMostExtended = 1000;

}  // namespace

Interpreter::Interpreter(const Input& input)
    : input_(input), policy_(input.options.policy), heap_(Limits()), cx_(&heap_, &policy_) {
  policy_.newline = input_.options.syntax.newline_sequence;
}

Outcome Interpreter::Render() {
  Names names;
  for (const Value& map : {input_.globals, input_.data}) {
    if (!map.is_map()) continue;
    for (const MapEntry& entry : EntriesOf(map)) names[entry.key.as_string()] = entry.value;
  }
  std::string text;
  if (const Template* unit = Parse("template", input_.source)) {
    Context* context = NewContext(std::move(names));
    AddBlocks(context, *unit);
    RunTemplate(*unit, context, &text);
  }
  if (cx_.failed()) return {"", Describe(cx_.code()).code, cx_.message()};
  if (cx_.stopped()) return {"", Describe(Code::kLimitHeap).code, ""};
  return {std::move(text), "", ""};
}

// Goes one call, include or block deeper.
bool Interpreter::Descend() {
  if (depth_ >= Limits().depth) cx_.Fail(Code::kLimitDepth, "too deep");
  if (cx_.stopped()) return false;
  ++depth_;
  return true;
}

// ---------------------------------------------------------------------------
// Loading

const Interpreter::Template* Interpreter::Parse(std::string_view name, std::string_view text) {
  for (const Template& known : templates_) {
    if (known.name == name) return &known;
  }
  Result<jinja::Tree> tree =
      jinja::Parse(Source(std::string(name), text), input_.options.syntax, Limits());
  if (!tree) {
    for (const CodeInfo& info : AllCodes()) {
      if (info.code != tree.error().diagnostics().front().code) continue;
      cx_.Fail(static_cast<Code>(&info - AllCodes().data()), "the template cannot be parsed");
    }
    return nullptr;
  }
  Template& made = templates_.emplace_back(Template{name, *std::move(tree), {}});
  for (uint32_t at = 0; at < made.tree.nodes.size(); ++at) {
    if (made.tree.nodes[at].kind == NodeKind::kBlock) made.blocks.push_back(NodeId{at});
  }
  if (const auto code = CheckBuiltins(made.tree)) cx_.Fail(*code, "there is no such builtin");
  return cx_.stopped() ? nullptr : &made;
}

const Interpreter::Template* Interpreter::Load(const Value& name) {
  if (name.is_undefined()) cx_.FailUndefined(name);
  if (name.is_list() || name.is_map()) cx_.FailType("the name of a template must be a string");
  if (cx_.stopped()) return nullptr;
  const auto found =
      name.is_string() ? input_.templates.find(name.as_string()) : input_.templates.end();
  if (found != input_.templates.end()) return Parse(found->first, found->second);
  cx_.Fail(Code::kTemplateNotFound, "there is no such template");
  return nullptr;
}

// Null where there is none and that is ignored.
const Interpreter::Template* Interpreter::LoadFirst(const Value& names, bool ignore_missing) {
  if (names.is_undefined()) cx_.FailUndefined(names);
  if (cx_.stopped()) return nullptr;
  std::span<const Value> all;
  if (names.is_string()) {
    all = {&names, 1};
  } else if (names.is_sequence()) {
    all = names.items();
  } else if (IsTrue(names)) {
    cx_.FailType("the names of templates must be a list");
    return nullptr;
  }
  for (const Value& name : all) {
    if (!name.is_string()) cx_.FailType("the name of a template must be a string");
    if (cx_.stopped()) return nullptr;
    if (input_.templates.count(name.as_string())) return Load(name);
  }
  if (!ignore_missing) cx_.Fail(Code::kTemplateNotFound, "there is no such template");
  return nullptr;
}

// ---------------------------------------------------------------------------
// Contexts

Interpreter::Context* Interpreter::NewContext(Names parent) {
  Context& context = contexts_.emplace_back();
  context.parent = std::move(parent);
  context.autoescape = &escapes_.emplace_back(input_.options.autoescape);
  return &context;
}

// All that can be seen at `place`.
Interpreter::Names Interpreter::Everything(const Place& place) {
  Names all = place.context->parent;
  for (const auto& [name, value] : place.context->variables) all[name] = value;
  std::set<std::string_view> nearer;
  for (Scope* scope = place.scope; scope; scope = scope->outer) {
    for (const auto& [name, variable] : scope->own) {
      if (!variable.stored || !nearer.insert(name).second) continue;
      const Value& value = place.scope->Find(name)->value;
      if (!value.is_missing()) all[name] = value;
    }
  }
  return all;
}

// For a scoped block: the same blocks, and what is seen here.
Interpreter::Context* Interpreter::Derived(const Place& place) {
  Context* context = NewContext(Everything(place));
  context->blocks = place.context->blocks;
  context->autoescape = place.context->autoescape;
  return context;
}

void Interpreter::AddBlocks(Context* context, const Template& unit) {
  for (const NodeId block : unit.blocks) {
    context->blocks[unit.tree.Text(unit.tree[block].name)].push_back({&unit, block});
  }
}

// ---------------------------------------------------------------------------
// Running

void Interpreter::RunTemplate(const Template& unit, Context* context, std::string* out) {
  if (!Descend()) return;
  const bool before = std::exchange(cx_.autoescape, *context->autoescape);
  const auto escape = input_.options.autoescape ? Escape::kOn : Escape::kOff;
  for (const Template* next = &unit; next && !cx_.stopped();) {
    const Template* parent = nullptr;
    Scope* scope = NewScope(nullptr);
    if (UsesSpecial(next->tree, next->tree.body, "self")) scope->Give("self");
    AddNames(next->tree, next->tree.body, scope);
    Enter(scope, *context);
    if (scope->own.count("self") && scope->own["self"].start == Variable::Start::kGiven) {
      Function& self = selves_.emplace_back();
      self.type = static_cast<uint32_t>(ObjectType::kSelf);
      self.name = "self";
      self_contexts_[&self] = context;
      scope->own["self"].value = Value::Callable(&self);
    }
    Place place{next, context, scope, out, escape, &parent};
    place.top_level = true;
    place.literals = escape;
    place.check_output = next->tree.has_extends;
    Run(next->tree.body, place);
    next = parent;
  }
  cx_.autoescape = before;
  --depth_;
}

void Interpreter::RunBlock(std::string_view name, size_t depth, Context* context,
                           std::string* out) {
  if (!Descend()) return;
  const Block block = context->blocks.at(name)[depth];
  const jinja::Tree& tree = block.unit->tree;
  const jinja::ListId body = tree[block.node].body;
  const bool before = std::exchange(cx_.autoescape, *context->autoescape);
  Scope* scope = NewScope(nullptr);
  const bool uses_self = UsesSpecial(tree, body, "self");
  const bool uses_super = UsesSpecial(tree, body, "super");
  if (uses_self) scope->Give("self");
  if (uses_super) scope->Give("super");
  AddNames(tree, body, scope);
  Enter(scope, *context);
  if (uses_self) {
    Function& self = selves_.emplace_back();
    self.type = static_cast<uint32_t>(ObjectType::kSelf);
    self.name = "self";
    self_contexts_[&self] = context;
    scope->own["self"].value = Value::Callable(&self);
  }
  if (uses_super) {
    const bool has_more = depth + 1 < context->blocks.at(name).size();
    scope->own["super"].value = has_more
                                    ? BlockValue(context, name, depth + 1)
                                    : UndefinedBecause(Name("there is no parent block called '" +
                                                            std::string(name) + "'."));
  }
  const Template* parent = nullptr;
  const auto escape = input_.options.autoescape ? Escape::kOn : Escape::kOff;
  Place place{block.unit, context, scope, out, escape, &parent};
  place.literals = escape;
  Run(body, place);
  cx_.autoescape = before;
  --depth_;
}

Value Interpreter::BlockValue(Context* context, std::string_view block, size_t depth) {
  BlockReference& made = blocks_.emplace_back();
  made.type = static_cast<uint32_t>(ObjectType::kBlock);
  made.name = block;
  made.context = context;
  made.block = block;
  made.depth = depth;
  return Value::Callable(&made);
}

void Interpreter::CallBlock(const Node& node, const Place& place) {
  if (place.top_level && *place.parent) return;
  const std::string_view name = place.unit->tree.Text(node.name);
  if ((node.flags & jinja::kRequired) && place.context->blocks.at(name).size() <= 1) {
    cx_.FailType("a required block is not defined");
    return;
  }
  Context* context = node.flags & jinja::kScoped ? Derived(place) : place.context;
  RunBlock(name, 0, context, place.out);
}

void Interpreter::Extend(const Node& node, const Place& place) {
  const Value name = Evaluate(node.a, place);
  if (*place.parent) cx_.FailType("a template can extend only one other template");
  const Template* parent = cx_.stopped() ? nullptr : Load(name);
  if (!parent) return;
  AddBlocks(place.context, *parent);
  *place.parent = parent;
  // Without end where templates extend each other in a circle.
  if (++extended_ > kMostExtended) {
    cx_.Fail(Code::kTemplateCycle, "templates extend each other in a circle");
  }
}

// ---------------------------------------------------------------------------
// Includes and imports

Value Interpreter::MakeModule(const Template& unit, Context* context) {
  AddBlocks(context, unit);
  std::string text;
  RunTemplate(unit, context, &text);
  Module& module = modules_.emplace_back();
  module.type = static_cast<uint32_t>(ObjectType::kModule);
  module.name = unit.name;
  module.context = context;
  module.body = Text(text, cx_.autoescape);
  return Value::Callable(&module);
}

// Without a context a template is run once, and sees the globals only.
Value Interpreter::SharedModule(const Template& unit) {
  const auto known = shared_modules_.find(&unit);
  if (known != shared_modules_.end()) return known->second;
  Names names;
  if (input_.globals.is_map()) {
    for (const MapEntry& entry : EntriesOf(input_.globals)) {
      names[entry.key.as_string()] = entry.value;
    }
  }
  const Value module = MakeModule(unit, NewContext(std::move(names)));
  return shared_modules_[&unit] = module;
}

void Interpreter::Include(const Node& node, const Place& place) {
  const Value name = Evaluate(node.a, place);
  if (cx_.stopped()) return;
  const Template* unit = LoadFirst(name, (node.flags & jinja::kIgnoreMissing) != 0);
  if (!unit) return;
  if (node.flags & jinja::kWithContext) {
    Context* context = NewContext(Everything(place));
    AddBlocks(context, *unit);
    return RunTemplate(*unit, context, place.out);
  }
  const Value module = SharedModule(*unit);
  if (cx_.stopped()) return;
  *place.out += static_cast<const Module*>(module.function())->body.as_string();
}

void Interpreter::Import(const Node& node, const Place& place) {
  const jinja::Tree& tree = place.unit->tree;
  const Value name = Evaluate(node.a, place);
  const Template* unit = cx_.stopped() ? nullptr : Load(name);
  if (!unit) return;
  const Value module = node.flags & jinja::kWithContext
                           ? MakeModule(*unit, NewContext(Everything(place)))
                           : SharedModule(*unit);
  if (cx_.stopped()) return;
  const auto bind = [&](std::string_view target, const Value& value) {
    place.scope->own[target].value = value;
    if (!place.top_level) return;
    place.context->variables[target] = value;
    place.context->exported.erase(target);
  };
  if (node.kind == NodeKind::kImport) return bind(tree.Text(node.name), module);
  const Context& context = *static_cast<const Module*>(module.function())->context;
  for (const NodeId id : tree.Children(node.list)) {
    const std::string_view wanted = tree.Text(tree[id].name);
    bind(tree.Text(tree[id].alias), context.exported.count(wanted)
                                        ? context.variables.at(wanted)
                                        : UndefinedBecause(Name("the name is not exported")));
  }
}

}  // namespace galley::reference
