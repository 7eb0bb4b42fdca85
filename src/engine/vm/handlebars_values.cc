// What Handlebars writes and looks up: output, fields, contexts, loops and the @ variables.
//
// Values are as JavaScript has them, and only own data is seen.
#include <vector>

#include "diag/report.h"
#include "engine/library/javascript.h"
#include "engine/vm/handlebars_runtime.h"
#include "value/convert.h"
#include "value/print.h"

namespace galley {

// The context of the render, in its first frame.
void HandlebarsRuntime::StartProgram() {
  DataLevel root{DataLevel::Kind::kRoot};
  state_.data.push_back(root);
  state_.containers.push_back({request().unit, kNowhere});
  ProgramFrame program{};
  program.contexts = kNowhere;
  program.inlines = kNowhere;
  state_.programs.push_back(program);
  frame().registers[0] = request().data;
}

void HandlebarsRuntime::EmitJs(const Value& value, uint8_t style) {
  switch (value.kind()) {
    case Kind::kUndefined:
    case Kind::kNone:
      return;
    case Kind::kString:
      if ((style & 1) && !value.is_safe()) return AppendJsEscaped(value.as_string(), core_.out);
      return out().Append(value.as_string());
    case Kind::kInt:
      return PrintIntJs(value.as_int(), core_.out);
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kMap:
      return EmitStructure(value, style);
    default:
      return PrintJs(value, core_.out, &heap().meter());
  }
}

// Handlebars.js joins unescaped values with `+`, which adds numbers until there is a
// string.
void HandlebarsRuntime::EmitSum(std::span<const Value> values, uint8_t style) {
  Value sum = values[0];
  size_t at = 1;
  for (; at < values.size() && sum.is_number() && values[at].is_number(); ++at) {
    sum = Value::Double(ToDouble(sum) + ToDouble(values[at]));
  }
  EmitJs(sum, style);
  for (; at < values.size(); ++at) EmitJs(values[at], style);
}

void HandlebarsRuntime::EmitStructure(const Value& value, uint8_t style) {
  const auto print = [&](Writer* out) {
    if (!(style & 2)) return PrintJs(value, out, &heap().meter());
    JsonStyle json;
    json.javascript_numbers = true;
    PrintJson(value, json, out, &heap().meter());
  };
  if (!(style & 1)) return print(core_.out);
  HeapWriter text(&heap());
  print(&text);
  AppendJsEscaped(text.Finish().as_string(), core_.out);
}

Value HandlebarsRuntime::FieldOrSelf(const Value& object, const AttributeSite& site) {
  if (IsNothing(object)) return object;
  return FieldOf(cx(), object, core_.Constant(site.name).as_string(), site.hash);
}

// Where the path leads in the globals; none on the way leads nowhere.
Value HandlebarsRuntime::GlobalPath(const Unit& unit, const PathSite& path, bool must_exist) {
  Value value = request().globals;
  std::string name;
  for (const uint16_t field : path.fields) {
    const AttributeSite& site = unit.attributes[field];
    const std::string_view part = unit.constants[site.name].as_string();
    value = IsNothing(value) ? Value() : FieldOf(cx(), value, part, site.hash);
    if (must_exist) name.append(name.empty() ? "" : ".").append(part);
  }
  if (!must_exist || !value.is_undefined()) return value;
  return cx().Fail(Code::kUndefinedVariable, Quoted(name) + " is undefined");
}

Value HandlebarsRuntime::DataFieldOf(const Value& object, const AttributeSite& site) {
  return IsFalsy(object) ? object : FieldOrSelf(object, site);
}

Value HandlebarsRuntime::SureFieldOf(const Value& object, const AttributeSite& site) {
  if (!IsNothing(object)) return FieldOrSelf(object, site);
  return cx().Fail(Code::kUndefinedVariable, Quoted(core_.Constant(site.name).as_string()) +
                                                 " is looked up in " + DescribeValue(object));
}

Value HandlebarsRuntime::StrictFieldOf(const Value& object, const AttributeSite& site) {
  const std::string_view name = core_.Constant(site.name).as_string();
  if (HasField(object, name)) return FieldOrSelf(object, site);
  constexpr size_t kMostNames = 200;
  std::vector<std::string_view> names;
  if (object.is_map()) {
    for (const MapEntry& entry : EntriesOf(object)) {
      if (names.size() >= kMostNames) break;
      if (entry.key.is_string()) names.push_back(entry.key.as_string());
    }
  }
  return cx().Fail(Code::kUndefinedVariable,
                   Quoted(name) + " is not a field of " + DescribeValue(object),
                   SuggestNearest(name, names));
}

// Of the contexts around, the first that has it and gives it a value counts; one that
// is false, zero or empty is itself taken for the value, as in Handlebars.js.
Value HandlebarsRuntime::DepthFieldOf(const AttributeSite& site) {
  const std::string_view name = core_.Constant(site.name).as_string();
  for (uint32_t at = state_.programs.back().contexts; at != kNowhere;
       at = state_.contexts[at].outer) {
    if (!heap().meter().Step()) break;
    const Value& context = state_.contexts[at].context;
    if (state_.contexts[at].is_same) continue;
    const Value value = IsFalsy(context) ? context : FieldOf(cx(), context, name, site.hash);
    if (!IsNothing(value)) return value;
  }
  return Value();
}

Value HandlebarsRuntime::LookUp(const Value& object, const Value& key) {
  if (IsFalsy(object)) return object;
  const std::string_view name = FieldName(cx(), key).as_string();
  if (cx().stopped()) return Value();
  return object.is_map() ? FieldOf(cx(), object, name, HashKey(name))
                         : FieldOfOther(cx(), object, name);
}

// The level of the context `depth` levels out, or kNowhere.
uint32_t HandlebarsRuntime::LevelOut(uint32_t depth) noexcept {
  const std::vector<ContextLevel>& levels = state_.contexts;
  uint32_t at = state_.programs.back().contexts;
  while (at != kNowhere && heap().meter().Step()) {
    if (!levels[at].is_same && depth-- == 0) return at;
    at = levels[at].outer;
  }
  return kNowhere;
}

// True where `context` counts as the one around it, which Handlebars.js compares with
// `!=`: then it is no level.
bool HandlebarsRuntime::IsContextAround(const Value& context) {
  const uint32_t level = LevelOut(0);
  if (level == kNowhere) return false;
  const Value around = state_.contexts[level].context;
  const bool stands_for_none =
      around.is_none() && context.is_map() && context.entries() == kNoEntries;
  return stands_for_none || LooselyEquals(cx(), context, around);
}

void HandlebarsRuntime::EnterContext(const Value& context) {
  uint32_t& innermost = state_.programs.back().contexts;
  const bool is_same = IsContextAround(context);
  state_.contexts.push_back({context, innermost, is_same});
  innermost = static_cast<uint32_t>(state_.contexts.size() - 1);
}

void HandlebarsRuntime::LeaveContext() noexcept {
  state_.programs.back().contexts = state_.contexts.back().outer;
  state_.contexts.pop_back();
}

// False where there is nothing to visit.
bool HandlebarsRuntime::BeginEach(const Value& value) {
  if (!value.is_sequence() && !value.is_map()) return false;
  if (value.size() == 0) return false;
  DataLevel level{DataLevel::Kind::kLoop};
  level.size = value.size();
  if (value.is_map()) {
    level.entries = value.entries();
  } else {
    level.items = value.items().data();
  }
  PushLoop(level);
  return true;
}

// The values are in registers or constants, which do not move.
bool HandlebarsRuntime::BeginSection(const Value& value, const Value& context) {
  if (!ShowsSection(value)) return false;
  if (value.is_sequence()) return BeginEach(value);
  DataLevel level{DataLevel::Kind::kTurn};
  level.gives_params = !value.is_bool();
  level.items = value.is_bool() ? &context : &value;
  level.size = 1;
  PushLoop(level);
  return true;
}

void HandlebarsRuntime::PushLoop(DataLevel level) {
  const DataLevel& around = state_.data.back();
  level.is_hidden = around.is_hidden;
  level.has_root = around.has_root;
  level.block = around.block;
  level.given = around.given;
  level.loop = level.kind == DataLevel::Kind::kLoop ? static_cast<uint32_t>(state_.data.size())
                                                    : around.loop;
  state_.data.push_back(level);
}

Value HandlebarsRuntime::EachKey() const {
  return LoopVariable(state_.data.back(), DataPart::kKey);
}

Value HandlebarsRuntime::SectionParam(uint8_t index) const {
  const DataLevel& level = state_.data.back();
  if (!level.gives_params) return Value::Missing(nullptr);
  if (level.kind != DataLevel::Kind::kLoop || index > 1) return Value();
  return index == 0 ? level.items[level.next - 1] : EachKey();
}

Value HandlebarsRuntime::LoopVariable(const DataLevel& level, DataPart part) const {
  const uint32_t at = level.next - 1;
  switch (part) {
    case DataPart::kIndex:
      return Value::Int(at);
    case DataPart::kKey:
      return level.entries ? level.entries[at].key : Value::Int(at);
    case DataPart::kFirst:
      return Value::Bool(at == 0);
    default:
      return Value::Bool(level.next == level.size);
  }
}

Value HandlebarsRuntime::LoadData(const DataSite& site) {
  const std::vector<DataLevel>& levels = state_.data;
  uint32_t depth = site.depth;
  for (size_t at = levels.size() - 1; heap().meter().Step(); --at) {
    if (levels[at].kind == DataLevel::Kind::kTurn) continue;
    if (depth-- == 0) return NamedData(levels[at], site);
    // What was given for the render is one level further out.
    const DataLevel::Kind kind = levels[at].kind;
    if (kind == DataLevel::Kind::kRoot || kind == DataLevel::Kind::kBare) return OuterData(site);
  }
  return Value();
}

Value HandlebarsRuntime::NamedData(const DataLevel& level, const DataSite& site) {
  const std::string_view name = core_.Constant(site.name).as_string();
  if (level.is_hidden) {
    if (!site.sure) return Value();
    return cx().Fail(Code::kUndefinedVariable,
                     Quoted(name) + " is looked up, but there are no @ variables here");
  }
  const bool is_loop = site.part <= DataPart::kLast && level.loop != kNowhere;
  if (const Value* given = FindGiven(level, name, is_loop ? level.loop : 0)) return *given;
  if (is_loop) return LoopVariable(state_.data[level.loop], site.part);
  if (site.part == DataPart::kPartialBlock && level.block != kNowhere) return Value::Bool(true);
  const Value* given = nullptr;
  if (level.has_root && request().at_globals.is_map()) given = FindItem(request().at_globals, name);
  if (given) return *given;
  if (site.part == DataPart::kRoot && level.has_root) return request().data;
  if (!site.strict) return Value();
  return cx().Fail(Code::kUndefinedVariable, Quoted("@" + std::string(name)) + " is undefined");
}

// What the host gave under `name` at level `inside` or further in; null where it did not.
const Value* HandlebarsRuntime::FindGiven(const DataLevel& level, std::string_view name,
                                          uint32_t inside) {
  for (uint32_t at = level.given; at != kNowhere; at = state_.given[at].outer) {
    const GivenData& given = state_.given[at];
    if (given.level < inside || !heap().meter().Step()) return nullptr;
    if (const Value* found = FindItem(given.variables, name)) return found;
  }
  return nullptr;
}

// Outside of everything there is what the caller gave, once.
Value HandlebarsRuntime::OuterData(const DataSite& site) {
  const std::string_view name = core_.Constant(site.name).as_string();
  const bool has_outer = request().at_globals.is_map() && !FindItem(request().at_globals, "root");
  if (has_outer) {
    if (const Value* given = FindItem(request().at_globals, name)) return *given;
  }
  if (!site.strict && (has_outer || !site.sure)) return Value();
  return cx().Fail(Code::kUndefinedVariable, Quoted("@" + std::string(name)) + " is undefined");
}

// What is logged is kept, never printed.
void HandlebarsRuntime::Log(const Value& level, std::span<const Value> values) {
  HeapWriter text(&heap());
  for (size_t at = 0; at < values.size(); ++at) {
    if (at > 0) text.Append(' ');
    PrintJs(values[at], &text, &heap().meter());
  }
  const Value message = text.Finish();
  if (!heap().meter().Take(sizeof(LogRecord))) return;
  state_.log.push_back({level, message});
}

}  // namespace galley
