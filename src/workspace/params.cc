// Every message is made here, from the path and the type, so that no value can get into one.
#include "workspace/params.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/limit_table.h"
#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"

namespace galley::workspace {
namespace {

constexpr std::string_view kLimits = "limits";
constexpr Value kNothing = Value::Map(nullptr, 0);

Diagnostic Refuse(std::string message, std::string hint = {}) {
  return Report(Code::kInvalidParams, std::move(message), std::move(hint));
}

Diagnostic WrongKind(std::string_view path, Kind wanted, Kind seen) {
  return Refuse(Quoted(path) + " must be of type " + std::string(JsonKindName(wanted)) + ", not " +
                std::string(JsonKindName(seen)));
}

Diagnostic UnknownName(std::string_view path, std::string_view name,
                       std::span<const std::string_view> names) {
  const std::string full = std::string(path) + '.' + std::string(name);
  return Refuse(Quoted(full) + " is not a known parameter", SuggestNearest(name, names));
}

std::string Alternatives(Names choices) {
  std::string text;
  for (const std::string_view choice : choices) {
    if (!text.empty()) text += ", ";
    text += Quoted(choice);
  }
  return text;
}

// Refuses a key that is not one of `names`.
Result<void> CheckNames(const Value& map, std::string_view path, Names names) {
  for (const MapEntry& entry : EntriesOf(map)) {
    const std::string_view name = entry.key.as_string();
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return UnknownName(path, name, {names.begin(), names.size()});
  }
  return {};
}

Result<uint64_t> ReadLimit(std::string_view name, const Value& value) {
  if (value.is_int() && value.as_int() > 0) return static_cast<uint64_t>(value.as_int());
  return Refuse(Quoted("params.limits." + std::string(name)) +
                " must be an integer greater than 0");
}

const LimitRow* FindLimit(std::string_view name) {
  for (const LimitRow& row : LimitTable()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Diagnostic UnknownLimit(std::string_view name) {
  std::vector<std::string_view> names;
  for (const LimitRow& row : LimitTable()) names.push_back(row.name);
  return UnknownName("params.limits", name, names);
}

}  // namespace

Params Params::Of(const Value& params, std::span<const Field> options) {
  return Params(params.is_undefined() ? kNothing : params, "params", options);
}

Result<Params> Params::Of(const Invocation& call, Names names) {
  for (const MapEntry& entry : EntriesOf(Of(call).map_)) {
    const std::string_view name = entry.key.as_string();
    if (name == kLimits || std::find(names.begin(), names.end(), name) != names.end()) continue;
    std::vector<std::string_view> all(names);
    all.push_back(kLimits);
    return UnknownName("params", name, all);
  }
  return Of(call);
}

Result<Params> Params::In(const Value& map, std::string path, Names names) {
  if (!map.is_map()) return WrongKind(path, Kind::kMap, map.kind());
  TRY(CheckNames(map, path, names));
  return Params(map, std::move(path));
}

Result<Params> Params::In(const Value& map, std::string path, std::span<const Field> fields) {
  if (!map.is_map()) return WrongKind(path, Kind::kMap, map.kind());
  Params params(map, std::move(path));
  TRY(params.Check(fields));
  return params;
}

// It allocates only where it fails: it runs before every call.
Result<void> Params::Check(std::span<const Field> fields, bool takes_limits) const {
  TRY(CheckFieldNames(fields, takes_limits));
  for (const Field& field : fields) {
    if (has(field.name())) {
      TRY(CheckType(field));
    } else if (!field.is_optional()) {
      TRY(Any(field.name()));
    }
  }
  return {};
}

Result<void> Params::CheckFieldNames(std::span<const Field> fields, bool takes_limits) const {
  const auto is_field = [&](std::string_view name) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const Field& field) { return field.name() == name; });
  };
  for (const MapEntry& entry : EntriesOf(map_)) {
    const std::string_view name = entry.key.as_string();
    if ((takes_limits && name == kLimits) || is_field(name)) continue;
    std::vector<std::string_view> names;
    for (const Field& field : fields) names.push_back(field.name());
    if (takes_limits) names.push_back(kLimits);
    return Refuse(Quoted(PathOf(name)) + " is not a known parameter", SuggestNearest(name, names));
  }
  return {};
}

// Other types are checked by whoever reads them.
Result<void> Params::CheckType(const Field& field) const {
  const std::string_view name = field.name();
  if (field.type == "string") {
    TRY(String(name));
  } else if (field.type == "bool") {
    TRY(Bool(name, false));
  } else if (field.type == "int") {
    TRY(Int(name));
  } else if (field.type == "list") {
    TRY(List(name));
  } else if (field.type == "map") {
    TRY(Map(name));
  } else if (field.type == "[string]") {
    TRY(CheckStrings(name));
  } else if (field.type == "{string}") {
    TRY(StringMap(name));
  } else if (field.type.find('|') != field.type.npos) {
    TRY(CheckChoice(name, field.type));
  }
  return {};
}

Result<void> Params::CheckStrings(std::string_view name) const {
  for (const Value& item : TRY(List(name))) {
    if (!item.is_string()) return Refuse(Quoted(PathOf(name)) + " must be a list of strings");
  }
  return {};
}

// `type` holds the choices, with `|` between them.
Result<void> Params::CheckChoice(std::string_view name, std::string_view type) const {
  const std::string_view given = TRY(String(name));
  std::vector<std::string_view> choices;
  std::string list;
  for (;;) {
    const std::string_view choice = type.substr(0, type.find('|'));
    if (choice == given) return {};
    choices.push_back(choice);
    list += (list.empty() ? "" : ", ") + Quoted(choice);
    if (choice.size() == type.size()) break;
    type.remove_prefix(choice.size() + 1);
  }
  return Refuse(Quoted(PathOf(name)) + " must be one of " + list, SuggestNearest(given, choices));
}

bool Params::has(std::string_view name) const noexcept { return FindItem(map_, name) != nullptr; }

std::string Params::PathOf(std::string_view name) const {
  if (options_.empty()) return path_ + '.' + std::string(name);
  for (const Field& field : options_) {
    if (field.name() == name && !field.option.empty()) return std::string(field.option);
  }
  return "--" + std::string(name);
}

Result<Value> Params::Any(std::string_view name) const {
  const Value* found = FindItem(map_, name);
  if (!found) return Refuse(Quoted(PathOf(name)) + " is missing");
  return *found;
}

Result<Value> Params::Require(std::string_view name, Kind kind) const {
  const Value value = TRY(Any(name));
  if (value.kind() != kind) return WrongKind(PathOf(name), kind, value.kind());
  return value;
}

Result<Value> Params::Accept(std::string_view name, Kind kind) const {
  return has(name) ? Require(name, kind) : Value();
}

Result<std::string_view> Params::String(std::string_view name) const {
  return TRY(Require(name, Kind::kString)).as_string();
}

Result<std::string_view> Params::String(std::string_view name, std::string_view fallback) const {
  const Value value = TRY(Accept(name, Kind::kString));
  return value.is_undefined() ? fallback : value.as_string();
}

Result<bool> Params::Bool(std::string_view name, bool fallback) const {
  const Value value = TRY(Accept(name, Kind::kBool));
  return value.is_undefined() ? fallback : value.as_bool();
}

Result<int64_t> Params::Int(std::string_view name) const {
  return TRY(Require(name, Kind::kInt)).as_int();
}

Result<int64_t> Params::Int(std::string_view name, int64_t fallback) const {
  const Value value = TRY(Accept(name, Kind::kInt));
  return value.is_undefined() ? fallback : value.as_int();
}

Result<size_t> Params::ChoiceAt(std::string_view path, const Value& value, Names choices) {
  if (!value.is_string()) return WrongKind(path, Kind::kString, value.kind());
  const auto* found = std::find(choices.begin(), choices.end(), value.as_string());
  if (found != choices.end()) return static_cast<size_t>(found - choices.begin());
  return Refuse(Quoted(path) + (choices.size() == 1 ? " must be " : " must be one of ") +
                    Alternatives(choices),
                SuggestNearest(value.as_string(), {choices.begin(), choices.size()}));
}

Result<size_t> Params::Choice(std::string_view name, Names choices) const {
  return ChoiceAt(PathOf(name), TRY(Any(name)), choices);
}

Result<uint32_t> Params::Choices(std::string_view name, Names choices) const {
  uint32_t chosen = 0;
  if (!has(name)) return chosen;
  const std::span<const Value> items = TRY(List(name));
  for (size_t at = 0; at < items.size(); ++at) {
    const std::string path = PathOf(name) + '[' + std::to_string(at) + ']';
    chosen |= uint32_t{1} << TRY(ChoiceAt(path, items[at], choices));
  }
  return chosen;
}

Result<Value> Params::StringMap(std::string_view name) const {
  const Value map = TRY(Map(name));
  for (const MapEntry& entry : EntriesOf(map)) {
    if (entry.value.is_string()) continue;
    return WrongKind(PathOf(name) + '.' + std::string(entry.key.as_string()), Kind::kString,
                     entry.value.kind());
  }
  return map;
}

Result<Value> Params::Map(std::string_view name) const { return Require(name, Kind::kMap); }

Result<std::span<const Value>> Params::List(std::string_view name) const {
  return TRY(Require(name, Kind::kList)).items();
}

Result<Params> Params::Object(std::string_view name, std::span<const Field> fields) const {
  if (!has(name)) return Params(kNothing, PathOf(name));
  return In(TRY(Any(name)), PathOf(name), fields);
}

Result<Limits> LowerLimits(const Value& params, const Limits& limits) {
  const Value* given = params.is_map() ? FindItem(params, kLimits) : nullptr;
  if (!given) return limits;
  if (!given->is_map()) return WrongKind("params.limits", Kind::kMap, given->kind());
  Limits lowered = limits;
  for (const MapEntry& entry : EntriesOf(*given)) {
    const std::string_view name = entry.key.as_string();
    const LimitRow* row = FindLimit(name);
    if (!row) return UnknownLimit(name);
    lowered.*row->member = std::min(lowered.*row->member, TRY(ReadLimit(name, entry.value)));
  }
  return lowered;
}

}  // namespace galley::workspace
