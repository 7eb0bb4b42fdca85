// The table of operations, and the check of parameters by it.
//
// The check allocates only where it fails: it runs before every call.
#include "api/operation.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"

namespace galley::api {
namespace {

// One more than there are, since an array holds at least one.
#define PARAMETERS(...) {__VA_ARGS__ __VA_OPT__(, ) Field()}
#define RESULT PARAMETERS
#define EXAMPLE(...) {#__VA_ARGS__, true}
#define EXAMPLE_ON_DISK(...) {#__VA_ARGS__, false}

constexpr Scope kRead = Scope::kRead;
constexpr Scope kRender = Scope::kRender;
constexpr Scope kWrite = Scope::kWrite;

#define OPERATION(function, name, scope, about, parameters, result, example) \
  constexpr Field k##function##Parameters[] = parameters;                    \
  constexpr Field k##function##Result[] = result;
#include "api/operations.def"
#undef OPERATION

template <size_t size>
constexpr std::span<const Field> AllButLast(const Field (&fields)[size]) {
  return {fields, size - 1};
}

constexpr Operation kOperations[] = {
#define OPERATION(function, name, scope, about, parameters, result, example) \
  {name, scope, about, AllButLast(k##function##Parameters), AllButLast(k##function##Result), example, function},
#include "api/operations.def"
#undef OPERATION
};

constexpr std::string_view kLimits = "limits";  // any operation takes them

const Field* FindField(std::span<const Field> fields, std::string_view name) {
  for (const Field& field : fields) {
    if (field.name() == name) return &field;
  }
  return nullptr;
}

Result<void> CheckNames(const Operation& operation, const Value& params) {
  for (const MapEntry& entry : EntriesOf(params)) {
    const std::string_view name = entry.key.as_string();
    if (name == kLimits || FindField(operation.parameters, name)) continue;
    std::vector<std::string_view> names;
    for (const Field& field : operation.parameters) names.push_back(field.name());
    names.push_back(kLimits);
    return Report(Code::kInvalidParams,
                  Quoted("params." + std::string(name)) + " is not a known parameter",
                  SuggestNearest(name, names));
  }
  return {};
}

Result<void> CheckStrings(const Params& params, std::string_view name) {
  for (const Value& item : TRY(params.List(name))) {
    if (item.is_string()) continue;
    return Report(Code::kInvalidParams,
                  Quoted(params.PathOf(name)) + " must be a list of strings");
  }
  return {};
}

// `type` holds the choices, with `|` between them.
Result<void> CheckChoice(const Params& params, std::string_view name, std::string_view type) {
  const std::string_view given = TRY(params.String(name));
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
  return Report(Code::kInvalidParams, Quoted(params.PathOf(name)) + " must be one of " + list,
                SuggestNearest(given, choices));
}

// Other types are checked by whoever reads them.
Result<void> CheckType(const Params& params, const Field& field) {
  const std::string_view name = field.name();
  if (field.type == "string") {
    TRY(params.String(name));
  } else if (field.type == "bool") {
    TRY(params.Bool(name, false));
  } else if (field.type == "int") {
    TRY(params.Int(name));
  } else if (field.type == "list") {
    TRY(params.List(name));
  } else if (field.type == "map") {
    TRY(params.Map(name));
  } else if (field.type == "[string]") {
    TRY(CheckStrings(params, name));
  } else if (field.type == "{string}") {
    TRY(params.StringMap(name));
  } else if (field.type.find('|') != field.type.npos) {
    TRY(CheckChoice(params, name, field.type));
  }
  return {};
}

}  // namespace

std::span<const Operation> AllOperations() noexcept { return kOperations; }

std::string_view ScopeName(Scope scope) noexcept {
  constexpr std::string_view kNames[] = {"read", "render", "write"};
  return kNames[static_cast<size_t>(scope)];
}

Result<const Operation*> FindOperation(std::string_view name) {
  for (const Operation& operation : kOperations) {
    if (operation.name == name) return &operation;
  }
  std::vector<std::string_view> names;
  for (const Operation& operation : kOperations) names.push_back(operation.name);
  return Report(Code::kUnknownMethod, Quoted(name) + " is not a method",
                SuggestNearest(name, names));
}

Result<void> CheckParameters(const Operation& operation, const Value& params) {
  TRY(CheckNames(operation, params));
  const Params reader = Params::Of(params);
  for (const Field& field : operation.parameters) {
    if (reader.has(field.name())) {
      TRY(CheckType(reader, field));
    } else if (!field.is_optional()) {
      TRY(reader.Any(field.name()));
    }
  }
  return {};
}

}  // namespace galley::api
