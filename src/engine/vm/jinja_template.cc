// What Jinja does with whole templates: names in the context, includes, imports, inheritance
// and blocks.
//
// A context sees the variables of the frame that made it where they are, and copies them
// before anything can outlive that frame.
#include <algorithm>
#include <new>
#include <utility>

#include "diag/report.h"
#include "engine/library/host_callables.h"
#include "engine/library/operators.h"
#include "engine/vm/jinja_runtime.h"
#include "value/compare.h"

namespace galley {

namespace {

constexpr size_t kMostNamed = 8;

// The names of templates as messages list them; one that is computed may hold data.
std::string ListNames(std::span<const Value> names) {
  std::string list;
  for (const Value& name : names.first(std::min(names.size(), kMostNamed))) {
    if (!list.empty()) list += ", ";
    list += name.is_written() ? Quoted(name.as_string()) : DescribeValue(name);
  }
  if (names.size() > kMostNamed) list += " and others";
  return list.empty() ? "none is named" : list;
}

}  // namespace

Value JinjaRuntime::Resolve(const AttributeSite& site, const Value& name, AttributeCache* cache) {
  const std::string_view text = name.as_string();
  const TemplateContext& context = core_.CurrentContext();
  if (context.parent || !context.frame.variables.empty()) {
    // The variables of a frame that an include sees are looked through one by one.
    constexpr uint64_t kNamesInOneStep = 8;
    uint64_t names = 0;
    for (const TemplateContext* at = &context; at; at = at->parent) {
      names += at->frame.variables.size();
    }
    if (!heap().meter().Step(names / kNamesInOneStep)) return Value::None();
    const uint32_t visible = context.frame.Find(text);
    if (visible != kNoPosition) *cache = {context.frame.variables.data(), visible};
  }
  if (const Value* found = context.FindName(text, site.hash)) return *found;
  if (request().host && request().host->Has(HostKind::kGlobal, text)) {
    return NewHostObject(cx(), request().host, text);
  }
  if (const Builtin* builtin = FindGlobal(text)) return NewBuiltinObject(cx(), builtin);
  if (request().chat_template_globals) {
    if (const Builtin* builtin = FindChatTemplateGlobal(text)) {
      return NewBuiltinObject(cx(), builtin);
    }
  }
  if (core_.CurrentUnit().translates) {
    if (const Builtin* builtin = FindTranslation(text)) return NewBuiltinObject(cx(), builtin);
  }
  return Value::Undefined(&name);
}

// What can be seen at the top level of the template, and the names of what it may call.
Value JinjaRuntime::MakeDebug() {
  const TemplateContext& context = core_.CurrentContext();
  std::vector<MapEntry> seen;
  for (const TemplateContext* at = &context; at; at = at->parent) {
    for (const Binding& binding : at->variables) seen.push_back({binding.name, binding.value});
    for (const Value* map : {&at->data, &at->globals}) {
      if (!map->is_map()) continue;
      for (const MapEntry& entry : EntriesOf(*map)) seen.push_back(entry);
    }
  }
  // Of equal keys the last one gives the value, and the innermost comes first.
  std::reverse(seen.begin(), seen.end());
  MapEntry* kept = heap().NewEntries(seen.size());
  MapEntry* parts = heap().NewEntries(3);
  if (!kept || !parts) return Value();
  std::copy(seen.begin(), seen.end(), kept);
  const auto list = [&](const std::vector<std::string_view>& names) {
    std::vector<Value> texts;
    for (const std::string_view name : names) texts.push_back(Value::String(name));
    return heap().NewList(texts);
  };
  parts[0] = {Value::String("context"), heap().NewMap(kept, seen.size())};
  parts[1] = {Value::String("filters"), list(FilterNames())};
  parts[2] = {Value::String("tests"), list(TestNames())};
  return heap().NewMap(parts, 3);
}

// A context that sees what the current one does, and the variables of the current
// frame.  One that is not kept is free again when its frame is done.
TemplateContext* JinjaRuntime::DerivedContext(std::span<const VisibleVariable> visible,
                                              bool is_kept) {
  TemplateContext* context = is_kept ? nullptr : core_.brief_contexts;
  if (context) {
    core_.brief_contexts = context->parent;
    // The room of what it held may be used again; it never had data of its own.
    context->variables.Clear();
    context->blocks.Clear();
    context->lineage.size = 0;
  } else {
    context = core_.NewContext();
  }
  if (!context) return nullptr;
  context->parent = frame().context;
  context->frame = core_.SeenFrame(visible);
  context->is_brief = !is_kept;
  if (is_kept) KeepVariables(context);
  return context;
}

// Copies what `context`, and those it refers to, see of frames.
void JinjaRuntime::KeepVariables(TemplateContext* context) {
  for (; context; context = context->parent) {
    for (const VisibleVariable& variable : context->frame.variables) {
      const Value& value = context->frame.ValueOf(variable);
      if (value.is_missing()) continue;
      context->variables.Append(&heap(), {context->frame.constants[variable.name], value, false});
    }
    context->frame = {};
    context->is_brief = false;
  }
}

// A context that sees what can be seen now, whatever is assigned later.
TemplateContext* JinjaRuntime::CopiedContext(std::span<const VisibleVariable> visible) {
  TemplateContext* context = DerivedContext(visible, true);
  if (!context) return nullptr;
  // Of equal names the first counts, so those further out come later.
  while (const TemplateContext* outer = context->parent) {
    for (const Binding& binding : outer->variables) {
      context->variables.Append(&heap(), {binding.name, binding.value, false});
    }
    context->data = outer->data;
    context->globals = outer->globals;
    context->parent = outer->parent;
  }
  return context;
}

void JinjaRuntime::Export(const Value& name, const Value& value, bool exported) {
  NamedArray<Binding>& variables = frame().context->variables;
  const bool is_public = exported && !name.as_string().starts_with('_');
  if (Binding* binding = variables.Find(name.as_string())) {
    *binding = {name, value, is_public};
    return;
  }
  variables.Append(&heap(), {name, value, is_public});
}

// The template that is extended or imported: one, by its name.  What is no string
// is the name of none, unless it cannot be a name at all.
const Unit* JinjaRuntime::LoadNamed(const Value& name) {
  if (name.is_string()) return core_.LoadOne(name, false);
  if (name.is_undefined()) {
    cx().FailUndefined(name);
  } else if (IsHashable(name, &heap().meter())) {
    cx().Fail(Code::kTemplateNotFound, "no template has a name that is " + DescribeValue(name));
  } else {
    cx().FailType("the name of a template must be a string, not " + DescribeValue(name));
  }
  return nullptr;
}

// The first template there is of a name or a list of names.
const Unit* JinjaRuntime::LoadFirst(const Value& names, bool ignore_missing) {
  if (names.is_string()) return core_.LoadOne(names, ignore_missing);
  if (names.is_undefined()) {
    cx().FailUndefined(names);
    return nullptr;
  }
  if (!names.is_sequence() && IsTrue(names)) {
    cx().FailType("the name of a template must be a string or a list of strings, not " +
                  DescribeValue(names));
    return nullptr;
  }
  // Anything else that is empty is an empty list.
  const std::span<const Value> listed =
      names.is_sequence() ? names.items() : std::span<const Value>();
  for (const Value& name : listed) {
    if (!heap().meter().Step()) return nullptr;
    if (!name.is_string()) {
      cx().FailType("the name of a template must be a string, not " + DescribeValue(name));
      return nullptr;
    }
    const Unit* unit = core_.LoadOne(name, true);
    if (unit || cx().stopped()) return unit;
  }
  if (!ignore_missing) {
    cx().Fail(Code::kTemplateNotFound, "none of the templates exists: " + ListNames(listed));
  }
  return nullptr;
}

// The template to include.  A name that is a constant is looked up once in a render.
UnitState* JinjaRuntime::LoadIncluded(uint32_t site, uint16_t operand) {
  UnitState*& known = frame().state->includes[site];
  if (known) return known;
  const bool is_constant = operand & kConstantBit;
  const Value& name =
      is_constant ? core_.Constant(operand & ~uint32_t{kConstantBit}) : frame().registers[operand];
  const Unit* unit = LoadFirst(name, frame().unit->includes[site].ignore_missing);
  UnitState* state = unit ? core_.StateOf(unit) : nullptr;
  if (is_constant) known = state;
  return state;
}

void JinjaRuntime::Include(uint32_t site_index, uint16_t operand) {
  const IncludeSite& site = frame().unit->includes[site_index];
  UnitState* state = LoadIncluded(site_index, operand);
  if (!state) return;
  const Unit& unit = *state->unit;
  if (!site.with_context) return RunModule(&unit, nullptr, Ending::kModuleOutput, 0);
  if (EnterFramelessTemplate(state, site)) return;
  TemplateContext* context = DerivedContext(site.visible, unit.keeps_context);
  if (!context) return;
  AddBlocks(context, unit);
  core_.Push(state, unit.routines.data(), context, Ending::kWritten, 0);
}

void JinjaRuntime::Import(const IncludeSite& site, const Value& name, uint16_t result) {
  const Unit* unit = LoadNamed(name);
  if (!unit) return;
  TemplateContext* context = site.with_context ? CopiedContext(site.visible) : nullptr;
  if (site.with_context && !context) return;
  RunModule(unit, context, Ending::kModule, result);
}

// Runs a template for what it exports.  Without a context of its own it is run
// once in a render, however often it is imported.
void JinjaRuntime::RunModule(const Unit* unit, TemplateContext* context, Ending ending,
                             uint16_t result) {
  if (!context) {
    for (const auto& [known, module] : modules_) {
      if (known != unit) continue;
      if (ending == Ending::kModule) {
        frame().registers[result] = module;
      } else {
        out().Append(static_cast<const Module*>(module.function())->body.as_string());
      }
      return;
    }
    context = core_.NewContext();
    if (!context) return;
    context->globals = request().globals;
    context->is_shared = true;
  }
  AddBlocks(context, *unit);
  core_.Push(unit, &unit->routines[0], context, ending, result);
}

void JinjaRuntime::FinishModule(const Frame& done) {
  auto* module = core_.NewObject<Module>(ObjectType::kModule, done.unit->name);
  const Value body = core_.TakeText(done.written, done.autoescape);
  if (!module) return;
  module->context = done.context;
  module->body = body;
  const Value value = Value::Callable(module);
  if (done.context->is_shared) modules_.emplace_back(done.unit, value);
  if (done.ending == Ending::kModule) {
    frame().registers[done.result] = value;
  } else {
    out().Append(body.as_string());
  }
}

const Value* JinjaRuntime::FindExport(const Module& module, std::string_view name) const {
  const Binding* binding = module.context->variables.Find(name);
  return binding && binding->exported ? &binding->value : nullptr;
}

Value JinjaRuntime::ImportedName(const Value& module, const Value& name) {
  const auto& imported = *static_cast<const Module*>(module.function());
  if (const Value* found = FindExport(imported, name.as_string())) return *found;
  const Position place = SourceOf(*frame().unit).Locate(core_.SpanOf(frame())).start;
  return core_.UndefinedFor("the template '" + std::string(imported.name) + "' (imported on line " +
                            std::to_string(place.line) + ") does not export the requested name '" +
                            std::string(name.as_string()) + "'");
}

// Adds the blocks of a template behind those of the templates that extend it.
void JinjaRuntime::AddBlocks(TemplateContext* context, const Unit& unit) {
  for (const BlockEntry& entry : unit.blocks) {
    auto* block = core_.New<BlockDefinition>();
    if (!block) return;
    *block = {&unit, &unit.routines[entry.routine], nullptr};
    const Value& name = unit.constants[entry.name];
    if (BlockBinding* known = context->blocks.Find(name.as_string())) {
      known->last->parent = block;
      known->last = block;
    } else {
      context->blocks.Append(&heap(), {name, block, block});
    }
  }
}

void JinjaRuntime::Extends(const Value& name) {
  Frame& current = frame();
  if (current.parent) {
    cx().FailType("a template can extend only one other template");
    return;
  }
  const Unit* parent = LoadNamed(name);
  if (!parent) return;
  HeapArray<const Unit*>& lineage = current.context->lineage;
  if (lineage.size == 0) lineage.Append(&heap(), current.unit);
  for (const Unit* known : lineage) {
    if (known == parent) return FailCycle(lineage, parent);
  }
  if (lineage.size >= request().limits.inheritance) {
    cx().Fail(Code::kLimitDepth, "templates extend each other in a chain of more than " +
                                     std::to_string(request().limits.inheritance));
    return;
  }
  lineage.Append(&heap(), parent);
  if (parent->keeps_context) KeepVariables(current.context);
  AddBlocks(current.context, *parent);
  current.parent = parent;
}

// Whether the template that runs has a parent by now.  A recursive loop belongs to the
// template around it, which may be some calls away.
bool JinjaRuntime::IsExtended() const {
  const Frame& current = core_.frames.back();
  if (current.routine->kind != RoutineKind::kLoop) return current.parent != nullptr;
  for (auto frame = core_.frames.rbegin(); frame != core_.frames.rend(); ++frame) {
    const bool is_template = frame->routine->kind == RoutineKind::kTemplate;
    if (is_template && frame->context == current.context && frame->unit == current.unit) {
      return frame->parent != nullptr;
    }
  }
  return false;
}

// `lineage` leads back to one of its own.
void JinjaRuntime::FailCycle(const HeapArray<const Unit*>& lineage, const Unit* again) {
  std::string chain;
  for (const Unit* unit : lineage) chain += Quoted(unit->name) + " extends ";
  cx().Fail(Code::kTemplateCycle,
            "templates extend each other in a circle: " + chain + Quoted(again->name));
}

void JinjaRuntime::CallBlock(const BlockSite& site) {
  TemplateContext* context = frame().context;
  const BlockBinding* block = context->blocks.Find(core_.Constant(site.name).as_string());
  if (!block) {
    cx().Fail(Code::kInternal, "a block has no definition");
    return;
  }
  if (site.required && !block->first->parent) {
    cx().Fail(
        Code::kTemplateType,
        "the required block " + Quoted(core_.Constant(site.name).as_string()) + " is not defined");
    return;
  }
  if (site.scoped) {
    context = DerivedContext(site.visible, true);
    if (context) context->blocks = frame().context->blocks;
  }
  if (context) PushBlock(block->first, context, Ending::kWritten, 0);
}

void JinjaRuntime::PushBlock(const BlockDefinition* block, TemplateContext* context, Ending ending,
                             uint16_t result) {
  UnitState* state = core_.StateOf(block->unit);
  const bool writes = state && ending == Ending::kWritten;
  if (writes && core_.EnterFrameless(state, *block->routine, context)) return;
  if (core_.Push(state, block->routine, context, ending, result)) frame().block = block;
}

Value JinjaRuntime::MakeSelf() {
  auto* self = core_.NewObject<SelfObject>(ObjectType::kSelf, "self");
  if (!self) return Value::Undefined();
  self->context = frame().context;
  return Value::Callable(self);
}

Value JinjaRuntime::MakeSuper() {
  const BlockDefinition* parent = frame().block ? frame().block->parent : nullptr;
  if (!parent) {
    const std::string name(frame().routine->name);
    return core_.UndefinedFor("there is no parent block called '" + name + "'.");
  }
  return MakeBlock(parent, frame().context);
}

Value JinjaRuntime::MakeBlock(const BlockDefinition* block, TemplateContext* context) {
  auto* object = core_.NewObject<BlockObject>(ObjectType::kBlock, block->routine->name);
  if (!object) return Value::Undefined();
  object->block = block;
  object->context = context;
  return Value::Callable(object);
}

}  // namespace galley
