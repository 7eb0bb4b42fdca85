// Attributes and items of values in Jinja, those of its own objects among them.
//
// Methods are looked for before keys in `a.b`, and after them in `a['b']`.
#include "engine/library/make_map.h"
#include "engine/library/operators.h"
#include "engine/vm/jinja_runtime.h"
#include "value/compare.h"

namespace galley {

Value JinjaRuntime::CallLoopMethod(const Loop& loop, std::string_view name, bool* known) {
  *known = true;
  if (name == "cycle") {
    if (values_.empty()) return cx().FailType("`loop.cycle` needs something to cycle through");
    return values_[(loop.next - 1) % values_.size()];
  }
  if (name == "changed") {
    const Value now = heap().NewTuple(values_);
    const bool same = !loop.changed.is_undefined() && Equals(loop.changed, now, &heap().meter());
    const_cast<Loop&>(loop).changed = now;
    return Value::Bool(!same);
  }
  *known = false;
  return Value::Undefined();
}

// What is not where the site found it last.
Value JinjaRuntime::FindAttribute(const Value& object, const AttributeSite& site, const Value& name,
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
      cx().NoteMissing(object, &name);
      return Value::Undefined(&name, Kind::kMap);
    }
  }
  return site.is_item ? Item(object, name) : Attribute(object, name);
}

Value JinjaRuntime::Attribute(const Value& object, const Value& name) {
  if (object.is_function()) return ObjectAttribute(object, name);
  return GetAttribute(cx(), object, name);
}

Value JinjaRuntime::Item(const Value& object, const Value& key) {
  if (object.is_function() && key.is_string()) return ObjectAttribute(object, key);
  return GetItem(cx(), object, key);
}

Value JinjaRuntime::ObjectAttribute(const Value& object, const Value& name) {
  const Function* function = object.function();
  const std::string_view text = name.as_string();
  switch (TypeOf(*function)) {
    case ObjectType::kNamespace:
      if (!cx().meter().StepBytes(text.size())) return Value();
      if (const Value* found =
              galley::FindAttribute(static_cast<const Namespace&>(*function), text)) {
        return *found;
      }
      break;
    case ObjectType::kModule: {
      const Value* found = FindExport(*static_cast<const Module*>(function), text);
      if (found) return *found;
      break;
    }
    case ObjectType::kSelf: {
      TemplateContext* context = static_cast<const SelfObject*>(function)->context;
      if (const BlockBinding* block = context->blocks.Find(text)) {
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
      return MacroAttribute(macro, text, UndefinedItem(cx(), object, name));
    }
    default:
      return GetAttribute(cx(), object, name);
  }
  return UndefinedItem(cx(), object, name);
}

Value JinjaRuntime::MacroAttribute(const Macro& macro, std::string_view name, const Value& absent) {
  const Routine& routine = *macro.routine;
  if (name == "name") {
    return routine.kind == RoutineKind::kMacro ? Value::String(routine.name) : Value::None();
  }
  if (name == "catch_kwargs") return Value::Bool(routine.takes_kwargs);
  if (name == "catch_varargs") return Value::Bool(routine.takes_varargs);
  if (name == "caller") return Value::Bool(routine.takes_caller);
  if (name != "arguments") return absent;
  Value* names = heap().NewItems(routine.parameters.size());
  if (!names) return Value::Undefined();
  for (size_t i = 0; i < routine.parameters.size(); ++i) {
    names[i] = macro.state->unit->constants[routine.parameters[i].name];
  }
  return Value::Tuple({names, routine.parameters.size()});
}

Value JinjaRuntime::MakeMap(std::span<const Value> pairs) {
  const size_t count = pairs.size() / 2;
  MapEntry* entries = heap().NewEntries(count);
  if (!entries) return Value::Undefined();
  for (size_t i = 0; i < count; ++i) {
    const Value& key = pairs[2 * i];
    if (!RequireKey(cx(), key)) return Value::Undefined();
    entries[i] = {key, pairs[2 * i + 1]};
  }
  return heap().NewMap(entries, count);
}

}  // namespace galley
