// Tree: a document as written, with the place of every key and value.
//
// The nodes lie in one vector in the order of the text, each before what it
// holds, and know where their subtree ends.  Nothing points anywhere, so walking
// and freeing are flat however deep the document is.
#ifndef GALLEY_FORMAT_TREE_H_
#define GALLEY_FORMAT_TREE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diag/registry.h"
#include "diag/source.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

enum class NodeId : uint32_t {};
inline constexpr NodeId kNoNode{UINT32_MAX};

struct Node {
  // A scalar itself; for a list or map an empty one, which tells the kind.
  Value value;
  // The key it stands under in a map; empty elsewhere.
  std::string_view key;
  // Where the value and the key are written.  A node that came through an alias
  // points at what the alias names.
  Span span;
  Span key_span;
  // The node after everything that belongs to this one.
  NodeId end;

  Kind kind() const noexcept { return value.kind(); }
  bool is_map() const noexcept { return value.is_map(); }
  bool is_list() const noexcept { return value.is_list(); }
  bool is_string() const noexcept { return value.is_string(); }
};

// Immutable once read; may be shared between threads.  Owns its text, so it
// outlives the source.
class Tree {
 public:
  static constexpr NodeId root() noexcept { return NodeId{0}; }

  size_t size() const noexcept { return nodes_.size(); }
  const Node& operator[](NodeId id) const noexcept { return nodes_[static_cast<size_t>(id)]; }

  // The items of a list or map, in the order of the text.
  //   for (NodeId item : tree.Children(id)) ...
  class ChildRange;
  ChildRange Children(NodeId id) const noexcept;
  // How many there are.  Linear in them.
  uint32_t CountChildren(NodeId id) const noexcept;

  // The value under `key` of a map, or kNoNode, also where `map` is no map.
  // Linear in the keys: for looking up the few keys that a format knows.
  NodeId Find(NodeId map, std::string_view key) const noexcept;

  // A copy of a subtree as a Value in `heap`, sharing nothing with the tree.
  // Undefined, and the heap exhausted, where they do not fit.
  Value ToValue(NodeId id, Heap* heap) const;

 private:
  friend class TreeBuilder;
  explicit Tree(const Limits& limits) : heap_(limits) {}

  std::vector<Node> nodes_;
  Heap heap_;
};

class Tree::ChildRange {
 public:
  class Iterator {
   public:
    Iterator(const Tree* tree, NodeId at) noexcept : tree_(tree), at_(at) {}
    NodeId operator*() const noexcept { return at_; }
    Iterator& operator++() noexcept {
      at_ = (*tree_)[at_].end;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Tree* tree_;
    NodeId at_;
  };

  ChildRange(const Tree* tree, NodeId first, NodeId end) noexcept
      : tree_(tree), first_(first), end_(end) {}
  Iterator begin() const noexcept { return {tree_, first_}; }
  Iterator end() const noexcept { return {tree_, end_}; }

 private:
  const Tree* tree_;
  NodeId first_;
  NodeId end_;
};

// Whether `map` may hold a key twice, because whoever reads the document has
// something of its own to say about that.
using MayRepeatKeys = bool (*)(const Tree& tree, NodeId map);

// The problem of two nodes of one map that have the same key.
Diagnostic RepeatedKey(Code code, const Source& source, const Node& first, const Node& second);

// The whole tree as a Value, or the diagnostic that it does not fit.
Result<Value> ToData(const Tree& tree, const Source& source, Heap* heap);

inline Tree::ChildRange Tree::Children(NodeId id) const noexcept {
  return {this, NodeId{static_cast<uint32_t>(id) + 1}, (*this)[id].end};
}

}  // namespace galley

#endif  // GALLEY_FORMAT_TREE_H_
