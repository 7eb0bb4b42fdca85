// Names and the outer shape of a schema are checked here; what is inside of one is for the
// provider.
#include "compile/tool.h"

#include <algorithm>
#include <string>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "value/map.h"

namespace galley {
namespace {

Diagnostic Wrong(size_t index, std::string_view what) {
  return Report(Code::kInvalidTool, "`tools[" + std::to_string(index) + "]` " + std::string(what));
}

bool IsToolName(std::string_view name, ToolNames names) {
  const bool wide = names == ToolNames::kWide;
  const auto allowed = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (wide && (c == '.' || c == ':'));
  };
  return !name.empty() && name.size() <= (wide ? 128u : 64u) &&
         std::all_of(name.begin(), name.end(), allowed);
}

const Value* Given(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value && !value->is_none() ? value : nullptr;
}

// An object's schema: what it is made of is for the provider to read.
bool IsObjectSchema(const Value& schema) {
  const Value* type = Given(schema, "type");
  if (type && !(type->is_string() && type->as_string() == "object")) return false;
  if (const Value* properties = Given(schema, "properties")) {
    if (!properties->is_map()) return false;
    for (const MapEntry& property : EntriesOf(*properties)) {
      if (!property.value.is_map() && !property.value.is_bool()) return false;
    }
  }
  if (const Value* required = Given(schema, "required")) {
    if (!required->is_list()) return false;
    for (const Value& name : required->items()) {
      if (!name.is_string()) return false;
    }
  }
  return true;
}

Result<Tool> ReadTool(const Value& value, size_t index, ToolNames names) {
  if (!value.is_map()) return Wrong(index, "is no map");
  Tool tool;
  const Value* name = Given(value, "name");
  if (!name || !name->is_string()) return Wrong(index, "has no `name`");
  if (!IsToolName(name->as_string(), names)) {
    return Wrong(index,
                 "has a `name` that no tool can have: up to 64 letters, digits, `_` and `-`");
  }
  tool.name = name->as_string();
  if (const Value* description = Given(value, "description")) {
    if (!description->is_string()) return Wrong(index, "has a `description` that is no text");
    tool.description = description->size() > 0 ? description->as_string() : std::string_view("");
  }
  const Value* parameters = Given(value, "parameters");
  if (!parameters || !parameters->is_map() || !IsObjectSchema(*parameters)) {
    return Wrong(index, "has `parameters` that are no JSON Schema of an object");
  }
  tool.parameters = *parameters;
  if (const Value* strict = Given(value, "strict")) {
    if (!strict->is_bool()) return Wrong(index, "has a `strict` that is neither true nor false");
    tool.strict = *strict;
  }
  return tool;
}

}  // namespace

Result<std::vector<Tool>> ReadTools(const Value& list, ToolNames names) {
  if (!list.is_list()) return Report(Code::kInvalidTool, "`tools` is no list");
  std::vector<Tool> tools;
  OrderedMap<size_t, std::string_view> known;
  for (size_t at = 0; at < list.size(); ++at) {
    tools.push_back(TRY(ReadTool(list.items()[at], at, names)));
    const auto [first, is_new] = known.Insert(tools.back().name, at);
    if (!is_new) return Wrong(at, "has the name of `tools[" + std::to_string(*first) + "]`");
  }
  return tools;
}

Result<void> CheckToolChoice(const Value& choice, std::span<const Tool> tools) {
  if (choice.is_undefined()) return {};
  if (choice.is_string()) {
    const std::string_view word = choice.as_string();
    if (word != "auto" && word != "none" && word != "required") {
      return Report(Code::kInvalidTool,
                    "`toolChoice` must be `auto`, `none`, `required` or a map with a `name`");
    }
  }
  if (tools.empty()) return Report(Code::kInvalidTool, "`toolChoice` is given, but no tools are");
  if (choice.is_string()) return {};
  const Value* name = choice.is_map() ? Given(choice, "name") : nullptr;
  if (!name || !name->is_string()) {
    return Report(Code::kInvalidTool,
                  "`toolChoice` must be `auto`, `none`, `required` or a map with a `name`");
  }
  const auto is_chosen = [&](const Tool& tool) { return tool.name == name->as_string(); };
  if (std::any_of(tools.begin(), tools.end(), is_chosen)) return {};
  return Report(Code::kInvalidTool, "`toolChoice` names none of the tools");
}

}  // namespace galley
