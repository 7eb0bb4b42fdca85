// Calls of the virtual machine: frames, macros, objects and attributes.
#include <algorithm>
#include <utility>

#include "diag/report.h"
#include "engine/library/make_map.h"
#include "engine/library/operators.h"
#include "engine/vm/machine.h"
#include "value/compare.h"

namespace galley {
namespace {

constexpr Value kNoCaller = Value::String("No caller defined");

}  // namespace

// ---------------------------------------------------------------------------
// Frames

bool Machine::FailDepth() {
  const std::string limit = std::to_string(request_->limits.depth);
  if (IncludesItself()) {
    cx_->Fail(Code::kTemplateCycle,
              "templates that use themselves are nested deeper than the limit of " + limit);
  } else {
    cx_->Fail(Code::kLimitDepth,
              "calls, includes and blocks are nested deeper than the limit of " + limit);
  }
  return false;
}

bool Machine::Push(const Unit* unit, const Routine* routine, TemplateContext* context,
                   Ending ending, uint16_t result) {
  return Push(StateOf(unit), routine, context, ending, result);
}

bool Machine::Push(UnitState* state, const Routine* routine, TemplateContext* context,
                   Ending ending, uint16_t result) {
  if (frames_.size() > request_->limits.depth) return FailDepth();
  // Instructions are paid for once, on entry; see Run.
  if (!heap_.meter().Step(routine->end - routine->begin)) return false;
  const size_t count = std::max<size_t>(routine->registers, 1);
  Value* registers = routine->captured ? heap_.NewItems(count) : registers_.Take(count);
  if (registers_.in_use() * sizeof(Value) > request_->limits.heap) {
    heap_.meter().Stop(Exhausted::kHeap);
  }
  if (!state || !registers || cx_->stopped()) {
    heap_.meter().Stop(Exhausted::kMemory);
    return false;
  }
  Frame& made = frames_.emplace_back();
  made.state = state;
  made.unit = state->unit;
  made.routine = routine;
  made.pc = state->unit->instructions.data() + routine->begin;
  made.registers = registers;
  made.attributes = state->attributes;
  made.context = context;
  made.ending = ending;
  made.result = result;
  made.written = out_->size();
  made.autoescape = cx_->autoescape;
  made.from_data = from_data_;
  made.is_deepest = frames_.size() > request_->limits.depth;
  if (ending != Ending::kWritten) from_data_ = false;
  return true;
}

// Ends the render where it is.  A detour gets a frame now, for the message.
void Machine::Stop(const Instruction* pc) {
  if (halted_) return;
  if (detour_.state) {
    Frame& made = frames_.emplace_back();
    made.state = detour_.state;
    made.unit = detour_.state->unit;
    made.routine = detour_.routine;
    made.context = detour_.context;
    detour_ = {};
  }
  frame().pc = pc;
}

// Whether a template is being rendered inside of itself.  It may be, under a
// condition, but not without end.
bool Machine::IncludesItself() const {
  std::vector<const Unit*> open;
  for (const Frame& frame : frames_) {
    if (frame.routine->kind == RoutineKind::kTemplate) open.push_back(frame.unit);
  }
  std::sort(open.begin(), open.end());
  return std::adjacent_find(open.begin(), open.end()) != open.end();
}

// Ends the current routine.  False where that was the last one of the loop, which is left to
// whoever began the loop.
bool Machine::Pop() {
  if (const Frame& last = frames_.back(); !last.parent && last.ending == Ending::kWritten) {
    // Nothing is left to do with what it wrote.
    if (frames_.size() == floor_) return false;
    cx_->autoescape = last.autoescape;
    if (!last.routine->captured) registers_.Give(std::max<size_t>(last.routine->registers, 1));
    if (last.context->is_brief && last.routine->kind == RoutineKind::kTemplate) {
      last.context->parent = std::exchange(brief_contexts_, last.context);
    }
    frames_.pop_back();
    return true;
  }
  const Frame done = frames_.back();
  if (done.parent) {
    // A template that extends another goes on as its parent, in its own context.
    frames_.pop_back();
    if (!done.routine->captured) registers_.Give(std::max<size_t>(done.routine->registers, 1));
    const bool from_data = from_data_;
    if (!Push(done.parent, &done.parent->routines[0], done.context, done.ending, done.result)) {
      frames_.push_back(done);
      return true;
    }
    frame().written = done.written;
    frame().autoescape = done.autoescape;
    frame().from_data = done.from_data;
    from_data_ = from_data;
    return true;
  }
  if (frames_.size() == floor_) return false;
  frames_.pop_back();
  if (!done.routine->captured) registers_.Give(std::max<size_t>(done.routine->registers, 1));
  cx_->autoescape = done.autoescape;
  switch (done.ending) {
    case Ending::kWritten:
      break;
    case Ending::kText:
      frame().registers[done.result] = TakeText(done.written, done.from_data, done.autoescape);
      break;
    case Ending::kEscaped:
      EmitEscaped(TakeText(done.written, done.from_data, false));
      break;
    case Ending::kModule:
    case Ending::kModuleOutput:
      FinishModule(done);
      break;
  }
  return true;
}

// ---------------------------------------------------------------------------
// Calls of values

// A value that a call gave at once.
void Machine::Finish(const Value& value, Ending ending, uint16_t result, uint8_t escape) {
  if (cx_->stopped()) return;
  if (ending == Ending::kText) {
    frame().registers[result] = value;
  } else if (escape == 1 || (escape == 2 && cx_->autoescape)) {
    EmitEscaped(value);
  } else if (value.is_string()) {
    from_data_ |= (value.marks() & kFromData) != 0;
    out_->Append(value.as_string());
  } else {
    EmitSlowly(value);
  }
}

void Machine::Call(const CallSite& site, Ending ending, uint16_t result, uint8_t escape) {
  // What a macro or a block gives is markup only where output is escaped while rendering.
  if (escape == 1 && !cx_->autoescape) ending = Ending::kEscaped;
  if (CallPlainMacro(site, ending, result) || !GatherArguments(site)) return;
  const Value callee = Operand(site.callee);
  if (site.method == UINT32_MAX) return CallValue(callee, ending, result, escape);

  const Value& name = Constant(frame().unit->attributes[site.method].name);
  if (IsObject(callee, ObjectType::kLoop)) {
    bool known = false;
    const Value value =
        CallLoopMethod(*static_cast<const Loop*>(callee.function()), name.as_string(), &known);
    if (known) return Finish(value, ending, result, escape);
  }
  // Methods are looked for before items, so one that exists can be called at once.
  if (const Builtin* method = FindMethod(callee.kind(), name.as_string())) {
    return Finish(CallBuiltin(*cx_, *method, &callee, values_, names_), ending, result, escape);
  }
  const Value found = Attribute(callee, name);
  if (!cx_->stopped()) CallValue(found, ending, result, escape);
}

// The macro that a site calls with no more arguments than it has parameters; null where
// it is anything else.
const Macro* Machine::PlainMacro(const CallSite& site) {
  if (!site.plain) return nullptr;
  const Value& callee = frame().registers[site.callee];
  if (!IsObject(callee, ObjectType::kMacro)) return nullptr;
  const auto* macro = static_cast<const Macro*>(callee.function());
  const Routine& routine = *macro->routine;
  const bool fits = routine.is_plain && site.arguments.size() <= routine.parameters.size();
  return fits ? macro : nullptr;
}

// The most usual call of all: a short macro that gets all its parameters, and writes.
bool Machine::DetourToMacro(const CallSite& site) {
  const Macro* macro = PlainMacro(site);
  if (!macro || site.arguments.size() != macro->routine->parameters.size()) return false;
  if (!TakeDetour(macro->state, *macro->routine, macro->context)) return false;
  const Value* arguments = frame().registers + site.base;
  for (size_t i = site.arguments.size(); i-- > 0;) short_registers_[i] = arguments[i];
  return true;
}

bool Machine::CallPlainMacro(const CallSite& site, Ending ending, uint16_t result) {
  const Macro* macro = PlainMacro(site);
  if (!macro) return false;
  const size_t count = site.arguments.size();
  const std::span<const RoutineParameter> parameters = macro->routine->parameters;
  const Value* arguments = frame().registers + site.base;
  if (!Push(macro->state, macro->routine, macro->context, ending, result)) return true;
  Frame& made = frame();
  made.outside = macro->environment;
  made.macro = macro;
  made.is_complete = count == parameters.size();
  std::copy_n(arguments, count, made.registers);
  for (size_t i = count; i < parameters.size(); ++i) {
    made.registers[i] = Value::Missing(&Constant(parameters[i].name));
  }
  return true;
}

void Machine::CallValue(const Value& callee, Ending ending, uint16_t result, uint8_t escape) {
  if (callee.is_function()) {
    const Function* function = callee.function();
    switch (TypeOf(*function)) {
      case ObjectType::kMacro:
        return CallMacro(*static_cast<const Macro*>(function), 0, ending, result);
      case ObjectType::kLoop: {
        const auto& loop = *static_cast<const Loop*>(function);
        // That is escaped already.
        if (ending == Ending::kEscaped) ending = Ending::kWritten;
        if (loop.recursion) return CallMacro(*loop.recursion, loop.depth + 1, ending, result);
        cx_->FailType("only a loop marked `recursive` can be called");
        return;
      }
      case ObjectType::kBlock: {
        const auto& block = *static_cast<const BlockObject*>(function);
        return PushBlock(block.block, block.context, ending, result);
      }
      case ObjectType::kHost:
        return Finish(CallHostObject(*static_cast<const HostObject*>(function)), ending, result,
                      escape);
      default:
        break;
    }
  }
  Finish(CallObject(*cx_, callee, values_, names_), ending, result, escape);
}

bool Machine::GatherArguments(const CallSite& site) {
  values_.clear();
  names_.clear();
  cx_->names_from_data = false;
  const Value* registers = frame().registers + site.base;
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    const CallArgument& argument = site.arguments[i];
    switch (argument.kind) {
      case CallArgument::Kind::kPositional:
        values_.push_back(registers[i]);
        names_.emplace_back();
        break;
      case CallArgument::Kind::kKeyword:
        values_.push_back(registers[i]);
        names_.push_back(Constant(argument.name).as_string());
        break;
      case CallArgument::Kind::kStar:
        if (!AddStarArguments(registers[i])) return false;
        break;
      case CallArgument::Kind::kDoubleStar:
        if (!AddNamedArguments(registers[i])) return false;
        break;
    }
  }
  if (site.caller != UINT16_MAX) {
    values_.push_back(frame().registers[site.caller]);
    names_.emplace_back("caller");
  }
  return true;
}

// Positional arguments stay before the named ones.
bool Machine::AddStarArguments(const Value& value) {
  const std::span<const Value> items = Iterate(*cx_, value);
  if (cx_->stopped() || !heap_.meter().Step(items.size())) return false;
  size_t at = 0;
  while (at < names_.size() && names_[at].empty()) ++at;
  values_.insert(values_.begin() + static_cast<ptrdiff_t>(at), items.begin(), items.end());
  names_.insert(names_.begin() + static_cast<ptrdiff_t>(at), items.size(), std::string_view());
  return true;
}

bool Machine::AddNamedArguments(const Value& value) {
  if (!value.is_map()) {
    cx_->FailType("what follows `**` must be a map, not " + DescribeValue(value));
    return false;
  }
  for (const MapEntry& entry : EntriesOf(value)) {
    if (!heap_.meter().Step()) return false;
    if (!entry.key.is_string()) {
      cx_->FailType("the keys of a map behind `**` must be strings, not " +
                    DescribeValue(entry.key));
      return false;
    }
    cx_->names_from_data |= (entry.key.marks() & kFromData) != 0;
    values_.push_back(entry.value);
    names_.push_back(entry.key.as_string());
  }
  return true;
}

Value Machine::FilterWith(const CallSite& site) {
  if (!GatherArguments(site)) return Value::Undefined();
  const Value value =
      CallBuiltin(*cx_, *site.builtin, &frame().registers[site.callee], values_, names_);
  return site.is_test ? Value::Bool(IsTrue(value)) : value;
}

// ---------------------------------------------------------------------------
// Macros

void Machine::MakeMacro(uint16_t target, uint32_t routine) {
  Frame& current = frame();
  if (!OwnEnvironment()) return;
  const Routine& code = current.unit->routines[routine];
  auto* macro = NewObject<Macro>(ObjectType::kMacro, code.name);
  if (!macro) return;
  macro->state = current.state;
  macro->routine = &code;
  macro->environment = current.own;
  macro->context = current.context;
  current.registers[target] = Value::Callable(macro);
}

void Machine::CallMacro(const Macro& macro, uint32_t depth, Ending ending, uint16_t result) {
  if (!Push(macro.state, macro.routine, macro.context, ending, result)) return;
  Frame& made = frame();
  made.outside = macro.environment;
  made.macro = &macro;
  made.depth = depth;
  BindMacro(macro, made.registers);
}

// Parameters that were not given are missing; the macro's own code puts their
// defaults in place.
void Machine::BindMacro(const Macro& macro, Value* registers) {
  const Routine& routine = *macro.routine;
  if (routine.kind == RoutineKind::kLoop) {
    if (values_.size() == 1 && names_[0].empty()) {
      registers[0] = values_[0];
    } else {
      cx_->FailType("a recursive loop is called with one list");
    }
    return;
  }
  const size_t positional = static_cast<size_t>(
      std::find_if(names_.begin(), names_.end(), [](std::string_view n) { return !n.empty(); }) -
      names_.begin());
  const size_t parameters = routine.parameters.size();
  const size_t bound = std::min(positional, parameters);
  std::copy_n(values_.begin(), bound, registers);
  for (size_t i = bound; i < parameters; ++i) {
    registers[i] = Value::Missing(&macro.state->unit->constants[routine.parameters[i].name]);
  }
  if (routine.takes_varargs) {
    const size_t extra = positional - bound;
    registers[routine.varargs] = heap_.NewTuple({values_.data() + bound, extra});
  } else if (positional > parameters) {
    cx_->FailType("macro " + Quoted(routine.name) + " takes not more than " +
                  std::to_string(parameters) + " arguments, but " + std::to_string(positional) +
                  " were given");
    return;
  }
  values_.erase(values_.begin(), values_.begin() + static_cast<ptrdiff_t>(positional));
  names_.erase(names_.begin(), names_.begin() + static_cast<ptrdiff_t>(positional));
  BindKeywords(routine, bound, macro, registers);
}

void Machine::BindKeywords(const Routine& routine, size_t bound, const Macro& macro,
                           Value* registers) {
  const bool wants_caller = routine.takes_caller && !routine.explicit_caller;
  if (wants_caller) registers[routine.caller] = UndefinedBecause(&kNoCaller);
  size_t kept = 0;
  for (size_t i = 0; i < names_.size(); ++i) {
    size_t parameter = bound;
    const auto text = [&](size_t p) {
      return macro.state->unit->constants[routine.parameters[p].name].as_string();
    };
    while (parameter < routine.parameters.size() && text(parameter) != names_[i]) ++parameter;
    if (parameter < routine.parameters.size()) {
      registers[parameter] = values_[i];
    } else if (wants_caller && names_[i] == "caller") {
      registers[routine.caller] = values_[i];
    } else {
      values_[kept] = values_[i];
      names_[kept++] = names_[i];
    }
  }
  if (routine.takes_kwargs) {
    registers[routine.kwargs] = KeywordMap(kept);
  } else if (kept > 0) {
    // The name may be a key of the data.
    cx_->FailType("macro " + Quoted(routine.name) + " has no parameter of the name that is given");
  }
}

// The first `count` of the arguments at hand, as a map.
Value Machine::KeywordMap(size_t count) {
  MapEntry* entries = heap_.NewEntries(count);
  if (!entries) return Value::Undefined();
  for (size_t i = 0; i < count; ++i) {
    entries[i] = {heap_.NewString(names_[i]), values_[i]};
  }
  return heap_.NewMap(entries, count);
}

// ---------------------------------------------------------------------------
// Attributes and items

Value Machine::CallLoopMethod(const Loop& loop, std::string_view name, bool* known) {
  *known = true;
  if (name == "cycle") {
    if (values_.empty()) return cx_->FailType("`loop.cycle` needs something to cycle through");
    return values_[(loop.next - 1) % values_.size()];
  }
  if (name == "changed") {
    const Value now = heap_.NewTuple(values_);
    const bool same = !loop.changed.is_undefined() && Equals(loop.changed, now, &heap_.meter());
    const_cast<Loop&>(loop).changed = now;
    return Value::Bool(!same);
  }
  *known = false;
  return Value::Undefined();
}

// What is not where the site found it last.
Value Machine::FindAttribute(const Value& object, const AttributeSite& site, const Value& name,
                             AttributeCache* cache) {
  const bool keys_first = site.is_item || !site.is_map_method;
  if (object.is_map() && keys_first) {
    const uint32_t at = FindKey(object, name.as_string(), site.hash);
    if (at != kNoPosition) {
      const MapEntry& entry = object.entries()[at];
      *cache = {entry.key.as_string().data(), at};
      return entry.value;
    }
    if (!site.is_map_method) {
      cx_->NoteMissing(object, &name);
      return Value::Undefined(&name, Kind::kMap);
    }
  }
  return site.is_item ? Item(object, name) : Attribute(object, name);
}

Value Machine::Attribute(const Value& object, const Value& name) {
  if (object.is_function()) return ObjectAttribute(object, name);
  return GetAttribute(*cx_, object, name);
}

Value Machine::Item(const Value& object, const Value& key) {
  if (object.is_function() && key.is_string()) return ObjectAttribute(object, key);
  return GetItem(*cx_, object, key);
}

Value Machine::ObjectAttribute(const Value& object, const Value& name) {
  const Function* function = object.function();
  const std::string_view text = name.as_string();
  switch (TypeOf(*function)) {
    case ObjectType::kModule: {
      const Value* found = FindExport(*static_cast<const Module*>(function), text);
      if (found) return *found;
      break;
    }
    case ObjectType::kSelf: {
      TemplateContext* context = static_cast<const SelfObject*>(function)->context;
      if (const BlockBinding* block = context->FindBlock(text)) {
        return MakeBlock(block->first, context);
      }
      break;
    }
    case ObjectType::kBlock: {
      const auto& block = *static_cast<const BlockObject*>(function);
      if (text == "super" && block.block->parent) {
        return MakeBlock(block.block->parent, block.context);
      }
      break;
    }
    case ObjectType::kLoop:
      if (const std::optional<LoopPart> part = FindLoopPart(text)) {
        return LoopValue(*static_cast<const Loop*>(function), *part);
      }
      break;
    case ObjectType::kMacro: {
      const auto& macro = *static_cast<const Macro*>(function);
      return MacroAttribute(macro, text, UndefinedItem(*cx_, object, name));
    }
    default:
      return GetAttribute(*cx_, object, name);
  }
  return UndefinedItem(*cx_, object, name);
}

Value Machine::MacroAttribute(const Macro& macro, std::string_view name, const Value& absent) {
  const Routine& routine = *macro.routine;
  if (name == "name") {
    return routine.kind == RoutineKind::kMacro ? Value::String(routine.name) : Value::None();
  }
  if (name == "catch_kwargs") return Value::Bool(routine.takes_kwargs);
  if (name == "catch_varargs") return Value::Bool(routine.takes_varargs);
  if (name == "caller") return Value::Bool(routine.takes_caller);
  if (name != "arguments") return absent;
  Value* names = heap_.NewItems(routine.parameters.size());
  if (!names) return Value::Undefined();
  for (size_t i = 0; i < routine.parameters.size(); ++i) {
    names[i] = macro.state->unit->constants[routine.parameters[i].name];
  }
  return Value::Tuple({names, routine.parameters.size()});
}

Value Machine::MakeMap(std::span<const Value> pairs) {
  const size_t count = pairs.size() / 2;
  MapEntry* entries = heap_.NewEntries(count);
  if (!entries) return Value::Undefined();
  for (size_t i = 0; i < count; ++i) {
    const Value& key = pairs[2 * i];
    if (!RequireKey(*cx_, key)) return Value::Undefined();
    entries[i] = {key, pairs[2 * i + 1]};
  }
  return heap_.NewMap(entries, count);
}

}  // namespace galley
