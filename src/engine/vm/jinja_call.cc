// Calls of values in Jinja: arguments, macros, and what else can be called.
//
// The arguments of the call at hand lie in the core until they are bound; positional ones
// come first.
#include <algorithm>
#include <utility>

#include "diag/report.h"
#include "engine/library/operators.h"
#include "engine/vm/host_calls.h"
#include "engine/vm/jinja_runtime.h"
#include "value/compare.h"

namespace galley {

namespace {

constexpr Value kNoCaller = Value::String("No caller defined");

}  // namespace

void JinjaRuntime::Call(const CallSite& site, Ending ending, uint16_t result, uint8_t escape) {
  // What a macro or a block gives is markup only where output is escaped while rendering.
  if (escape == 1 && !cx().autoescape) ending = Ending::kEscaped;
  if (CallPlainMacro(site, ending, result) || !GatherArguments(site)) return;
  const Value callee = core_.Operand(site.callee);
  if (site.method == UINT32_MAX) return CallValue(callee, ending, result, escape);

  const Value& name = core_.Constant(frame().unit->attributes[site.method].name);
  if (IsObject(callee, ObjectType::kLoop)) {
    bool known = false;
    const Value value =
        CallLoopMethod(*static_cast<const Loop*>(callee.function()), name.as_string(), &known);
    if (known) return core_.Finish(value, ending, result, escape);
  }
  // Methods are looked for before items, so one that exists can be called at once.
  if (const Builtin* method = FindMethod(callee.kind(), name.as_string())) {
    const Value value = CallBuiltin(cx(), *method, &callee, values_, names_);
    return core_.Finish(value, ending, result, escape);
  }
  const Value found = Attribute(callee, name);
  if (!cx().stopped()) CallValue(found, ending, result, escape);
}

bool JinjaRuntime::CallPlainMacro(const CallSite& site, Ending ending, uint16_t result) {
  const size_t count = site.arguments.size();
  const Macro* macro = PlainMacro(site, frame().registers);
  if (!macro || count > macro->routine->parameters.size()) return false;
  const std::span<const RoutineParameter> parameters = macro->routine->parameters;
  const Value* arguments = frame().registers + site.base;
  if (!core_.Push(macro->state, macro->routine, macro->context, ending, result)) return true;
  Frame& made = frame();
  made.outside = macro->environment;
  made.macro = macro;
  made.is_complete = count == parameters.size();
  PassArguments({arguments, count}, made.registers);
  for (size_t i = count; i < parameters.size(); ++i) {
    made.registers[i] = Value::Missing(&core_.Constant(parameters[i].name));
  }
  return true;
}

void JinjaRuntime::CallValue(const Value& callee, Ending ending, uint16_t result, uint8_t escape) {
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
        cx().FailType("only a loop marked `recursive` can be called");
        return;
      }
      case ObjectType::kBlock: {
        const auto& block = *static_cast<const BlockObject*>(function);
        return PushBlock(block.block, block.context, ending, result);
      }
      case ObjectType::kHost: {
        const Value value = host_->CallHostObject(*static_cast<const HostObject*>(function));
        return core_.Finish(value, ending, result, escape);
      }
      default:
        break;
    }
  }
  core_.Finish(CallObject(cx(), callee, values_, names_), ending, result, escape);
}

bool JinjaRuntime::GatherArguments(const CallSite& site) {
  values_.clear();
  names_.clear();
  cx().names_are_computed = false;
  const Value* registers = frame().registers + site.base;
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    const CallArgument& argument = site.arguments[i];
    switch (argument.kind) {
      case CallArgument::Kind::kPositional:
        values_.push_back(Kept(registers[i]));
        names_.emplace_back();
        break;
      case CallArgument::Kind::kKeyword:
        values_.push_back(Kept(registers[i]));
        names_.push_back(core_.Constant(argument.name).as_string());
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
bool JinjaRuntime::AddStarArguments(const Value& value) {
  const std::span<const Value> items = Iterate(cx(), value);
  if (cx().stopped() || !heap().meter().Step(items.size())) return false;
  size_t at = 0;
  while (at < names_.size() && names_[at].empty()) ++at;
  values_.insert(values_.begin() + static_cast<ptrdiff_t>(at), items.begin(), items.end());
  names_.insert(names_.begin() + static_cast<ptrdiff_t>(at), items.size(), std::string_view());
  return true;
}

bool JinjaRuntime::AddNamedArguments(const Value& value) {
  if (!value.is_map()) {
    cx().FailType("what follows `**` must be a map, not " + DescribeValue(value));
    return false;
  }
  for (const MapEntry& entry : EntriesOf(value)) {
    if (!heap().meter().Step()) return false;
    if (!entry.key.is_string()) {
      cx().FailType("the keys of a map behind `**` must be strings, not " +
                    DescribeValue(entry.key));
      return false;
    }
    cx().names_are_computed |= !entry.key.is_written();
    values_.push_back(entry.value);
    names_.push_back(entry.key.as_string());
  }
  return true;
}

Value JinjaRuntime::FilterWith(const CallSite& site) {
  if (!GatherArguments(site)) return Value::Undefined();
  const Value value =
      CallBuiltin(cx(), *site.builtin, &frame().registers[site.callee], values_, names_);
  return site.is_test ? Value::Bool(IsTrue(value)) : value;
}

void JinjaRuntime::MakeMacro(uint16_t target, uint32_t routine) {
  Frame& current = frame();
  if (!core_.OwnEnvironment()) return;
  const Routine& code = current.unit->routines[routine];
  auto* macro = core_.NewObject<Macro>(ObjectType::kMacro, code.name);
  if (!macro) return;
  macro->state = current.state;
  macro->routine = &code;
  macro->environment = current.own;
  macro->context = current.context;
  current.registers[target] = Value::Callable(macro);
}

void JinjaRuntime::CallMacro(const Macro& macro, uint32_t depth, Ending ending, uint16_t result) {
  if (!core_.Push(macro.state, macro.routine, macro.context, ending, result)) return;
  Frame& made = frame();
  made.outside = macro.environment;
  made.macro = &macro;
  made.depth = depth;
  BindMacro(macro, made.registers);
}

// Parameters that were not given are missing; the macro's own code puts their
// defaults in place.
void JinjaRuntime::BindMacro(const Macro& macro, Value* registers) {
  const Routine& routine = *macro.routine;
  if (routine.kind == RoutineKind::kLoop) {
    if (values_.size() == 1 && names_[0].empty()) {
      registers[0] = values_[0];
    } else {
      cx().FailType("a recursive loop is called with one list");
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
    registers[routine.varargs] = heap().NewTuple({values_.data() + bound, extra});
  } else if (positional > parameters) {
    cx().FailType("macro " + Quoted(routine.name) + " takes not more than " +
                  std::to_string(parameters) + " arguments, but " + std::to_string(positional) +
                  " were given");
    return;
  }
  values_.erase(values_.begin(), values_.begin() + static_cast<ptrdiff_t>(positional));
  names_.erase(names_.begin(), names_.begin() + static_cast<ptrdiff_t>(positional));
  BindKeywords(routine, bound, macro, registers);
}

void JinjaRuntime::BindKeywords(const Routine& routine, size_t bound, const Macro& macro,
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
    cx().FailType("macro " + Quoted(routine.name) + " has no parameter of the name that is given");
  }
}

// The first `count` of the arguments at hand, as a map.
Value JinjaRuntime::KeywordMap(size_t count) {
  MapEntry* entries = heap().NewEntries(count);
  if (!entries) return Value::Undefined();
  for (size_t i = 0; i < count; ++i) {
    entries[i] = {heap().NewString(names_[i]), values_[i]};
  }
  return heap().NewMap(entries, count);
}

}  // namespace galley
