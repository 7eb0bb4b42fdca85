#include "emit/section_schema.h"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "value/map.h"

namespace galley {
namespace {

using Member = std::pair<std::string_view, Value>;

Value NewMapOf(Heap* heap, const std::vector<Member>& members) {
  MapEntry* entries = heap->NewEntries(members.size());
  if (!entries) return Value::Map(nullptr, 0);
  for (size_t at = 0; at < members.size(); ++at) {
    entries[at] = {Value::String(members[at].first), members[at].second};
  }
  return heap->NewMap(entries, members.size());
}

Value NewType(PlaceholderType type) { return Value::String(PlaceholderTypeName(type)); }

Value NewProperty(const FlatTemplate& flat, const FlatPlaceholder& placeholder, Heap* heap) {
  std::vector<Member> members = {{"type", NewType(placeholder.type)}};
  if (placeholder.items) {
    members.emplace_back("items", NewMapOf(heap, {{"type", NewType(*placeholder.items)}}));
  }
  for (const std::string_view key : {"format", "description", "default"}) {
    for (const FlatField& field : placeholder.fields) {
      if (field.key == key) members.emplace_back(key, flat.ValueAt(field.origin, heap));
    }
  }
  return NewMapOf(heap, members);
}

}  // namespace

Value DeriveSchema(const FlatTemplate& flat, Heap* heap) {
  MapEntry* properties = heap->NewEntries(flat.placeholders.size());
  std::vector<Value> required;
  for (size_t at = 0; properties && at < flat.placeholders.size(); ++at) {
    const FlatPlaceholder& placeholder = flat.placeholders[at];
    const Value name = heap->NewString(placeholder.name);
    properties[at] = {name, NewProperty(flat, placeholder, heap)};
    if (placeholder.required.value_or(false) && !placeholder.is_injected) required.push_back(name);
  }
  if (!properties && !flat.placeholders.empty()) return Value();
  const Value map = heap->NewMap(properties, flat.placeholders.size());
  return NewMapOf(heap, {{"$schema", Value::String("http://json-schema.org/draft-07/schema#")},
                         {"title", Value::String("Vibeify Prompt Input Schema (derived)")},
                         {"description", Value::String("Auto-derived from prompt-template.yaml")},
                         {"type", Value::String("object")},
                         {"properties", map},
                         {"required", heap->NewList(required)},
                         {"additionalProperties", Value::Bool(false)}});
}

}  // namespace galley
