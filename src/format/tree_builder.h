// TreeBuilder: how the readers make a Tree, node by node in the order of the text.
#ifndef GALLEY_FORMAT_TREE_BUILDER_H_
#define GALLEY_FORMAT_TREE_BUILDER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley {

// The caller adds keys in maps only, one before each value, closes what it opens,
// and minds the limits.
class TreeBuilder {
 public:
  // `may_repeat` may be null: then no map holds a key twice.
  TreeBuilder(const Source& source, const Limits& limits, MayRepeatKeys may_repeat = nullptr);

  // The key of the value to come.
  void Key(std::string_view text, Span span);
  NodeId Scalar(const Value& value, Span span);
  NodeId String(std::string_view text, Span span);
  NodeId OpenList(Span span);
  NodeId OpenMap(Span span);
  // Ends the innermost container, which was written up to `end`.
  void Close(uint32_t end);

  // Adds a copy of a finished subtree, which stands `height` containers high, for
  // something written up to `end`.
  NodeId Repeat(NodeId first, uint32_t height, uint32_t end);

  // Containers that are open, and nodes there are.
  uint32_t depth() const noexcept { return static_cast<uint32_t>(open_.size()); }
  size_t size() const noexcept { return tree_.nodes_.size(); }
  uint32_t SizeOf(NodeId id) const noexcept;
  // Where the newest value ends.
  uint32_t last_end() const noexcept { return last_end_; }
  // How many containers the one closed last was high.
  uint32_t last_height() const noexcept { return last_height_; }
  bool in_map() const noexcept { return !open_.empty() && NodeAt(open_.back().id).is_map(); }
  NodeId innermost() const noexcept { return open_.back().id; }
  bool has_key() const noexcept { return has_key_; }

  // The tree; fails where a map holds a key twice, or the text did not fit into
  // the heap.  The builder is done after that.
  Result<Tree> Finish();

 private:
  struct Open {
    NodeId id;
    uint32_t height;  // of the highest container in it
  };

  NodeId Add(const Value& value, Span span);
  NodeId OpenContainer(const Value& empty, Span span);
  void Rise(uint32_t height);
  Node& NodeAt(NodeId id) noexcept { return tree_.nodes_[static_cast<size_t>(id)]; }
  const Node& NodeAt(NodeId id) const noexcept { return tree_[id]; }
  Result<void> CheckKeys() const;
  Result<void> CheckKeysOf(NodeId map) const;

  const Source& source_;
  MayRepeatKeys may_repeat_;
  Tree tree_;
  std::vector<Open> open_;
  std::string_view key_;
  Span key_span_;
  uint32_t last_end_ = 0;
  uint32_t last_height_ = 0;
  bool has_key_ = false;
};

}  // namespace galley

#endif  // GALLEY_FORMAT_TREE_BUILDER_H_
