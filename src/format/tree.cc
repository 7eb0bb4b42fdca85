// Copies from the last node to the first, so that what a container holds is made before it,
// without recursion.
#include "format/tree.h"

#include "format/text.h"
#include "value/map.h"

namespace galley {
namespace {

// Builds the Values of a subtree from its last node to its first, so that what a
// container holds is there before the container, without recursion.
class TreeCopy {
 public:
  TreeCopy(const Tree& tree, NodeId first, Heap* heap)
      : tree_(tree),
        first_(static_cast<uint32_t>(first)),
        values_(static_cast<uint32_t>(tree[first].end) - first_),
        heap_(heap) {}

  Value Run() {
    for (size_t at = values_.size(); at-- > 0;) {
      if (heap_->exhausted() != Exhausted::kNo) return Value();
      values_[at] = Make(NodeId{first_ + static_cast<uint32_t>(at)});
    }
    return values_[0];
  }

 private:
  Value Make(NodeId id) {
    const Node& node = tree_[id];
    if (node.is_string()) return heap_->NewString(node.value.as_string());
    if (node.is_list()) return MakeList(id);
    if (node.is_map()) return MakeMap(id);
    return node.value;
  }

  Value MakeList(NodeId id) {
    const uint32_t size = tree_.CountChildren(id);
    Value* items = heap_->NewItems(size);
    if (!items) return Value();
    Value* next = items;
    for (NodeId item : tree_.Children(id)) *next++ = ValueOf(item);
    return Value::List({items, size});
  }

  Value MakeMap(NodeId id) {
    const uint32_t size = tree_.CountChildren(id);
    MapEntry* entries = heap_->NewEntries(size);
    if (!entries) return Value();
    MapEntry* next = entries;
    for (NodeId item : tree_.Children(id)) {
      *next++ = {heap_->NewString(tree_[item].key), ValueOf(item)};
    }
    return heap_->NewMap(entries, size);
  }

  const Value& ValueOf(NodeId id) const { return values_[static_cast<uint32_t>(id) - first_]; }

  const Tree& tree_;
  uint32_t first_;
  std::vector<Value> values_;
  Heap* heap_;
};

}  // namespace

uint32_t Tree::CountChildren(NodeId id) const noexcept {
  uint32_t count = 0;
  for ([[maybe_unused]] NodeId item : Children(id)) ++count;
  return count;
}

NodeId Tree::Find(NodeId map, std::string_view key) const noexcept {
  if (!(*this)[map].is_map()) return kNoNode;
  for (NodeId item : Children(map)) {
    if ((*this)[item].key == key) return item;
  }
  return kNoNode;
}

Value Tree::ToValue(NodeId id, Heap* heap) const { return TreeCopy(*this, id, heap).Run(); }

Result<Value> ToData(const Tree& tree, const Source& source, Heap* heap) {
  const Value value = tree.ToValue(Tree::root(), heap);
  if (heap->exhausted() != Exhausted::kNo) return ValuesDoNotFit(source, heap->exhausted());
  return value;
}

}  // namespace galley
