// The schema follows from the flat template alone, so it is the same wherever the template is
// found.
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

Value NewType(PlaceholderType type) { return Value::String(JsonTypeName(type)); }

// Null stands for no text; a default may be null.
bool IsUnset(const FlatTemplate& flat, const FlatField& field) {
  return field.key != "default" && flat.NodeAt(field.origin).value.is_none();
}

// What a template calls itself, at its top or in its metadata; undefined where it does not.
Value NewText(const FlatTemplate& flat, const Origin& origin,
              std::initializer_list<std::string_view> keys, Heap* heap) {
  if (origin.id != kNoNode) return flat.ValueAt(origin, heap);
  for (const std::string_view key : keys) {
    for (const FlatField& field : flat.metadata) {
      if (field.key != key || !flat.NodeAt(field.origin).is_string()) continue;
      return flat.ValueAt(field.origin, heap);
    }
  }
  return Value();
}

Value NewProperty(const FlatTemplate& flat, const FlatPlaceholder& placeholder, Heap* heap) {
  std::vector<Member> members = {{"type", NewType(placeholder.type)}};
  if (placeholder.items) {
    members.emplace_back("items", NewMapOf(heap, {{"type", NewType(*placeholder.items)}}));
  }
  for (const std::string_view key : {"format", "description", "default"}) {
    for (const FlatField& field : placeholder.fields) {
      if (field.key != key || IsUnset(flat, field)) continue;
      members.emplace_back(key, flat.ValueAt(field.origin, heap));
    }
  }
  for (const Constraint& constraint : placeholder.constraints) {
    members.emplace_back(constraint.key, flat.ValueAt(constraint.origin, heap));
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
  std::vector<Member> members = {
      {"$schema", Value::String("http://json-schema.org/draft-07/schema#")}};
  const Value title = NewText(flat, flat.id, {"templateId", "id"}, heap);
  if (!title.is_undefined()) members.emplace_back("title", title);
  const Value about = NewText(flat, flat.description, {"description"}, heap);
  if (!about.is_undefined()) members.emplace_back("description", about);
  members.insert(members.end(), {{"type", Value::String("object")},
                                 {"properties", map},
                                 {"required", heap->NewList(required)},
                                 {"additionalProperties", Value::Bool(false)}});
  return NewMapOf(heap, members);
}

}  // namespace galley
