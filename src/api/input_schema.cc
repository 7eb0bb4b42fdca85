// Fields are told without the type `object`, so that data that has something else there, which
// the template may ask for, is not refused; only what is declared has a type.
#include "api/input_schema.h"

#include <vector>

#include "value/record.h"

namespace galley::api {
namespace {

using handles::FieldTree;

Value NewType(const std::optional<JsonType>& type) {
  return type ? Value::String(JsonTypeName(*type)) : Value();
}

// The schema of node `at`, or of something of which only the type is known where that is 0.
Value NewProperty(Heap* heap, const std::optional<JsonType>& type, const FieldTree& fields,
                  uint32_t at) {
  const FieldTree::Node none;
  const FieldTree::Node& node = at == 0 ? none : fields.nodes[at];
  const bool has_fields = !node.fields.empty() && (!type || *type == JsonType::kObject);
  const bool has_items = node.each != 0 && (!type || *type == JsonType::kArray);
  Value properties;
  if (has_fields) {
    MapEntry* entries = heap->NewEntries(node.fields.size());
    for (size_t field = 0; entries && field < node.fields.size(); ++field) {
      const auto& [name, inside] = node.fields[field];
      entries[field] = {heap->NewString(name),
                        NewProperty(heap, fields.nodes[inside].type, fields, inside)};
    }
    if (entries) properties = heap->NewMap(entries, node.fields.size());
  }
  const Value items =
      has_items ? NewProperty(heap, fields.nodes[node.each].type, fields, node.each) : Value();
  return NewRecord(heap, {{"type", NewType(type)}, {"properties", properties}, {"items", items}});
}

}  // namespace

std::optional<JsonType> TypeAskedFor(const Input& input) {
  if (!input.type.empty()) return FindJsonType(input.type);
  if (input.used_as == "list") return JsonType::kArray;
  if (input.used_as == "map") return JsonType::kObject;
  return std::nullopt;
}

Value NewInputSchema(Heap* heap, std::string_view title, const Inputs& inputs,
                     const FieldTree& fields) {
  const size_t size = inputs.list.size();
  MapEntry* entries = heap->NewEntries(size);
  std::vector<Value> required;
  for (size_t at = 0; entries && at < size; ++at) {
    const Input& input = inputs.list[at];
    const Value name = heap->NewString(input.name);
    entries[at] = {name, NewProperty(heap, TypeAskedFor(input), fields, fields.Find(input.name))};
    if (input.required) required.push_back(name);
  }
  return NewRecord(heap,
                   {{"$schema", Value::String("http://json-schema.org/draft-07/schema#")},
                    {"title", heap->NewString(title)},
                    {"type", Value::String("object")},
                    {"properties", entries ? heap->NewMap(entries, size) : Value::Map(nullptr, 0)},
                    {"required", heap->NewList(required)},
                    {"additionalProperties", Value::Bool(true)}});
}

}  // namespace galley::api
