// Fields of several files laid over each other: maps meet key by key, anything else
// replaces what was there.
//
// Nodes are addressed by number, each after the one that holds it, and found by
// hashing the number of the map with the key; so laying and reading are linear in
// the fields however they are nested.
#ifndef GALLEY_RESOLVE_FIELD_LAYERS_H_
#define GALLEY_RESOLVE_FIELD_LAYERS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "format/tree.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

// The trees that were added outlive it.
class FieldLayers {
 public:
  // A field that two layers give different values.
  struct Conflict {
    NodeId field;      // in the tree that was added
    uint32_t earlier;  // the number of the layer that gave it last
    std::string path;  // `output.mode`; cut where it is long
  };

  // Lays the map `fields` on top.  Returns where it differs from what is below;
  // `kind` and `name` may.
  std::vector<Conflict> Add(const Tree& tree, NodeId fields, Meter* meter);

  // All of them, as a map in `heap`.
  Value ToValue(Heap* heap) const;

 private:
  static constexpr uint32_t kNoScope = UINT32_MAX;

  struct Field {
    std::string_view key;
    Value value;  // a scalar, or an empty list where `tree` holds more
    const Tree* tree;
    NodeId id;
    uint32_t layer;
    uint32_t parent;  // the field whose map it stands in; 0: the root
    uint32_t scope;   // the map it stands in, as that was when it was added
    // The number of the map that it is, or kNoScope.  A map that was replaced and
    // comes back has a new number, so what it held before stays gone.
    uint32_t own_scope;
  };

  // The field under `key` in a scope, or null.
  uint32_t* Find(uint32_t scope, std::string_view key);
  uint32_t Insert(uint32_t parent, const Tree& tree, NodeId id);
  // Puts `id` in the place of a field; true where the two differ.
  bool Lay(uint32_t at, const Tree& tree, NodeId id, Meter* meter);
  bool Differs(const Field& field, const Tree& tree, NodeId id, Meter* meter) const;
  std::string PathOf(uint32_t at) const;
  std::vector<bool> FindAlive() const;

  std::vector<Field> fields_;  // the first is the root
  OrderedMap<uint32_t> index_;
  uint32_t scopes_ = 0;
  uint32_t layers_ = 0;
};

}  // namespace galley

#endif  // GALLEY_RESOLVE_FIELD_LAYERS_H_
