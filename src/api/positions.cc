// Walks the nodes in the order of the text.  A path is kept as a stack of segments, so each node
// costs what it adds.
#include "api/positions.h"

#include <string>
#include <string_view>
#include <vector>

#include "check/findings.h"
#include "diag/position_index.h"
#include "value/record.h"

namespace galley::api {
namespace {

// The paths of the nodes of a tree, asked for one after the other.
class Paths {
 public:
  explicit Paths(const Tree& tree) : tree_(tree) {}

  const std::string& Next(NodeId id) {
    while (!open_.empty() && tree_[open_.back().id].end <= id) open_.pop_back();
    path_.resize(open_.empty() ? 0 : open_.back().path_size);
    if (!open_.empty()) AppendStep(id);
    const Node& node = tree_[id];
    if (node.is_map() || node.is_list()) open_.push_back({id, path_.size(), 0});
    return path_;
  }

 private:
  struct Open {
    NodeId id;
    size_t path_size;
    uint32_t next_index;
  };

  void AppendStep(NodeId id) {
    path_ += '/';
    Open& parent = open_.back();
    if (!tree_[parent.id].is_map()) {
      path_ += std::to_string(parent.next_index++);
      return;
    }
    for (const char byte : tree_[id].key) {
      if (byte == '~') {
        path_ += "~0";
      } else if (byte == '/') {
        path_ += "~1";
      } else {
        path_ += byte;
      }
    }
  }

  const Tree& tree_;
  std::vector<Open> open_;
  std::string path_;
};

}  // namespace

Value ListPositions(const Tree& tree, const Source& source, Heap* heap) {
  const PositionIndex index(source.text());
  Paths paths(tree);
  return NewListOf(heap, tree.size(), [&](size_t at) {
    if (heap->exhausted() != Exhausted::kNo) return Value();
    const NodeId id{static_cast<uint32_t>(at)};
    const Node& node = tree[id];
    const bool has_key = node.key_span.end > node.key_span.begin;
    return NewRecord(
        heap, {{"path", heap->NewString(paths.Next(id))},
               {"range", check::NewRange(heap, index.Find(node.span))},
               {"key", has_key ? check::NewRange(heap, index.Find(node.key_span)) : Value()}});
  });
}

}  // namespace galley::api
