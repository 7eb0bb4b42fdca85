// One index by map and key finds a field in every layer; what a later layer says stands, and
// what it replaced is a conflict.
#include "resolve/field_layers.h"

#include <cstring>

#include "value/compare.h"
#include "value/map.h"

namespace galley {
namespace {

constexpr size_t kLongestPath = 200;

// The number of a map and a key, as one key.
std::string IndexKey(uint32_t scope, std::string_view key) {
  std::string text(sizeof scope, '\0');
  std::memcpy(text.data(), &scope, sizeof scope);
  text += key;
  return text;
}

bool MayDiffer(std::string_view key) noexcept { return key == "kind" || key == "name"; }

}  // namespace

uint32_t* FieldLayers::Find(uint32_t scope, std::string_view key) {
  return index_.Find(IndexKey(scope, key));
}

uint32_t FieldLayers::Insert(uint32_t parent, const Tree& tree, NodeId id) {
  const auto at = static_cast<uint32_t>(fields_.size());
  const Node& node = tree[id];
  const uint32_t scope = at == 0 ? kNoScope : fields_[parent].own_scope;
  const uint32_t own_scope = node.is_map() ? scopes_++ : kNoScope;
  fields_.push_back({node.key, node.value, &tree, id, layers_, parent, scope, own_scope});
  if (at > 0) index_.Insert(IndexKey(scope, node.key), at);
  return at;
}

bool FieldLayers::Differs(const Field& field, const Tree& tree, NodeId id, Meter* meter) const {
  const Node& node = tree[id];
  if (field.value.kind() != node.kind()) return true;
  if (!node.is_list()) return !Equals(field.value, node.value, meter);
  // Lists are compared as values: rare, and as large as their text at most.
  Heap heap{Limits()};
  return !Equals(field.tree->ToValue(field.id, &heap), tree.ToValue(id, &heap), meter);
}

bool FieldLayers::Lay(uint32_t at, const Tree& tree, NodeId id, Meter* meter) {
  Field& field = fields_[at];
  const Node& node = tree[id];
  if (node.is_map() && field.own_scope != kNoScope) return false;
  const bool differs = Differs(field, tree, id, meter);
  field.value = node.value;
  field.tree = &tree;
  field.id = id;
  field.own_scope = node.is_map() ? scopes_++ : kNoScope;
  return differs;
}

std::vector<FieldLayers::Conflict> FieldLayers::Add(const Tree& tree, NodeId fields, Meter* meter) {
  struct Open {
    NodeId map;
    uint32_t at;
  };
  if (fields_.empty()) Insert(0, tree, fields);
  std::vector<Conflict> conflicts;
  std::vector<Open> open = {{fields, 0}};
  while (!open.empty()) {
    const Open map = open.back();
    open.pop_back();
    for (NodeId id : tree.Children(map.map)) {
      const std::string_view key = tree[id].key;
      const uint32_t* found = Find(fields_[map.at].own_scope, key);
      const uint32_t at = found ? *found : Insert(map.at, tree, id);
      if (found && Lay(at, tree, id, meter) && !(map.at == 0 && MayDiffer(key))) {
        conflicts.push_back({id, fields_[at].layer, PathOf(at)});
      }
      fields_[at].layer = layers_;
      if (tree[id].is_map()) open.push_back({id, at});
    }
  }
  ++layers_;
  return conflicts;
}

std::string FieldLayers::PathOf(uint32_t at) const {
  std::string path;
  for (; at != 0 && path.size() < kLongestPath; at = fields_[at].parent) {
    const std::string key(fields_[at].key.substr(0, kLongestPath));
    path = path.empty() ? key : key + '.' + path;
  }
  return path;
}

// A field is there while the map it was added to is.
std::vector<bool> FieldLayers::FindAlive() const {
  std::vector<bool> alive(fields_.size(), true);
  for (uint32_t at = 1; at < fields_.size(); ++at) {
    const uint32_t parent = fields_[at].parent;
    alive[at] = alive[parent] && fields_[parent].own_scope == fields_[at].scope;
  }
  return alive;
}

Value FieldLayers::ToValue(Heap* heap) const {
  if (fields_.empty()) return Value::Map(nullptr, 0);
  const std::vector<bool> alive = FindAlive();
  std::vector<uint32_t> sizes(fields_.size());
  for (uint32_t at = 1; at < fields_.size(); ++at) sizes[fields_[at].parent] += alive[at];
  std::vector<MapEntry*> entries(fields_.size());
  std::vector<uint32_t> left = sizes;

  // From the last to the first, so that what a map holds is there before the map.
  for (auto at = static_cast<uint32_t>(fields_.size()); at-- > 0;) {
    if (!alive[at] || heap->exhausted() != Exhausted::kNo) continue;
    const Field& field = fields_[at];
    Value value;
    if (field.own_scope == kNoScope) {
      value = field.tree->ToValue(field.id, heap);
    } else {
      value = sizes[at] == 0 ? Value::Map(nullptr, 0) : heap->NewMap(entries[at], sizes[at]);
    }
    if (at == 0) return value;
    MapEntry*& room = entries[field.parent];
    if (!room) room = heap->NewEntries(sizes[field.parent]);
    if (room) room[--left[field.parent]] = {heap->NewString(field.key), value};
  }
  return Value();
}

}  // namespace galley
