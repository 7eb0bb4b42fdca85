// A text is read as JSON where anything but a text is asked for; what stays a text is not looked
// at.
#include "workspace/set_values.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "value/map.h"

namespace galley::workspace {
namespace {

std::string_view Blankless(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Steps as one key.
std::string KeyOf(const std::vector<std::string>& steps) {
  std::string key;
  for (const std::string& step : steps) key += step + '\n';
  return key;
}

// What the document declares, by path.
OrderedMap<JsonType> DeclaredTypes(const chat::Artifact& artifact) {
  OrderedMap<JsonType> types;
  for (const chat::Input& input : artifact.inputs) {
    if (input.type) types.Insert(KeyOf(input.path.steps), JsonType(*input.type));
  }
  return types;
}

// The type of something above `steps` that has no fields.
const JsonType* FindTypeAbove(const OrderedMap<JsonType>& types,
                              const std::vector<std::string>& steps) {
  std::string key;
  for (size_t at = 0; at + 1 < steps.size(); ++at) {
    key += steps[at] + '\n';
    const JsonType* type = types.Find(key);
    if (type && *type != JsonType::kObject) return type;
  }
  return nullptr;
}

// `root` with `value` in the place of what `steps` lead to through maps; only maps on the way
// are copied.
Value ReplaceAt(const Value& root, const std::vector<std::string>& steps, Value value, Heap* heap) {
  std::vector<const Value*> maps = {&root};
  for (size_t at = 0; at + 1 < steps.size(); ++at) {
    maps.push_back(FindItem(*maps.back(), steps[at]));
  }
  for (size_t at = steps.size(); at-- > 0;) {
    const Value& map = *maps[at];
    MapEntry* entries = heap->NewEntries(map.size());
    if (!entries) return root;
    for (size_t each = 0; each < map.size(); ++each) {
      entries[each] = map.entries()[each];
      if (entries[each].key.as_string() == steps[at]) entries[each].value = value;
    }
    value = heap->NewMap(entries, map.size());
  }
  return value;
}

// What `steps` lead to through maps, or null.
const Value* FindAt(const Value& root, const std::vector<std::string>& steps) {
  const Value* found = &root;
  for (const std::string& step : steps) {
    found = found->is_map() ? FindItem(*found, step) : nullptr;
    if (!found) return nullptr;
  }
  return found;
}

Diagnostic HasNoFields(std::string_view name, JsonType type) {
  return Report(Code::kInputInvalid,
                Quoted(name) + " cannot be set: what is above it is of type " +
                    std::string(JsonTypeName(type)));
}

}  // namespace

Value CoerceText(JsonType type, std::string_view text, const Invocation& call) {
  const Source source("<set>", Blankless(text), Nature::kData);
  const Result<Value> value = ReadJsonData(source, call.heap, call.limits);
  return value && Fits(*value, type) ? *value : Value();
}

Diagnostic CannotBe(std::string_view name, JsonType type) {
  return Report(
      Code::kInputInvalid,
      "the text of " + Quoted(name) + " cannot be of type " + std::string(JsonTypeName(type)),
      type >= JsonType::kArray ? "lists and maps are written as JSON" : "");
}

Result<Value> CoerceSetInputs(const chat::Artifact& artifact, const Value& context,
                              const Params& params, const Invocation& call) {
  if (!params.has("set")) return context;
  const OrderedMap<JsonType> types = DeclaredTypes(artifact);
  Value coerced = context;
  std::vector<Diagnostic> problems;
  for (const Value& name : TRY(params.List("set"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams, Quoted(params.PathOf("set")) + " holds names only");
    }
    const std::vector<std::string> steps = chat::ParseValuePath(name.as_string()).steps;
    if (const JsonType* above = FindTypeAbove(types, steps)) {
      problems.push_back(HasNoFields(name.as_string(), *above));
      continue;
    }
    const JsonType* type = types.Find(KeyOf(steps));
    const bool stays = !type || *type == JsonType::kString;
    const Value* given = stays ? nullptr : FindAt(coerced, steps);
    if (!given || !given->is_string()) continue;
    const Value value = CoerceText(*type, given->as_string(), call);
    if (value.is_undefined()) {
      problems.push_back(CannotBe(name.as_string(), *type));
    } else {
      coerced = ReplaceAt(coerced, steps, value, call.heap);
    }
  }
  if (!problems.empty()) return Error(std::move(problems));
  return coerced;
}

}  // namespace galley::workspace
