// A node comes after its children and these lie in the order of the text, so what a test
// guards is a run of nodes: the body of a branch lies between its test and the branch.
#include "engine/jinja/guards.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/jinja/subtrees.h"

namespace galley::jinja {
namespace {

uint32_t PositionOf(NodeId id) noexcept { return static_cast<uint32_t>(id); }

class Guards {
 public:
  explicit Guards(const Tree& tree)
      : tree_(tree), mentions_(tree.names.size()), firsts_(FirstsOf(tree)) {
    for (uint32_t at = 0; at < tree.nodes.size(); ++at) {
      const Node& node = tree.nodes[at];
      if (node.kind == NodeKind::kName) mentions_[NameOf(node)].places.push_back(at);
    }
    for (Mentions& each : mentions_) each.depth.resize(each.places.size() + 1);
  }

  std::vector<bool> Find() {
    for (uint32_t at = 0; at < tree_.nodes.size(); ++at) Read(at);
    std::vector<bool> guarded(tree_.nodes.size());
    for (const Mentions& each : mentions_) {
      int32_t depth = 0;
      for (size_t at = 0; at < each.places.size(); ++at) {
        depth += each.depth[at];
        guarded[each.places[at]] = depth > 0;
      }
    }
    return guarded;
  }

 private:
  // Where a name is mentioned; `depth` tells by how much more guards a mention has than
  // the one before.
  struct Mentions {
    std::vector<uint32_t> places;
    std::vector<int32_t> depth;
  };

  static size_t NameOf(const Node& node) noexcept { return static_cast<size_t>(node.name); }

  void Read(uint32_t at) {
    const Node& node = tree_.nodes[at];
    switch (node.kind) {
      case NodeKind::kFilter:
        if (IsCalled(node, "default") || IsCalled(node, "d")) GuardOperand(node);
        return;
      case NodeKind::kTest:
        if (IsCalled(node, "defined") || IsCalled(node, "undefined")) GuardOperand(node);
        return;
      case NodeKind::kBranch:
        return Guard(node.a, true, PositionOf(node.a), at);
      case NodeKind::kIf:
        for (const NodeId branch : tree_.Children(node.list)) {
          Guard(tree_[branch].a, false, PositionOf(branch), at);
        }
        return;
      case NodeKind::kCondition:
        Guard(node.b, true, firsts_[PositionOf(node.a)], PositionOf(node.a) + 1);
        return Guard(node.b, false, PositionOf(node.b), at);
      case NodeKind::kAnd:
      case NodeKind::kOr:
        for (const NodeId operand : tree_.Children(node.list)) {
          Guard(operand, node.kind == NodeKind::kAnd, PositionOf(operand), at);
        }
        return;
      default:
        return;
    }
  }

  bool IsCalled(const Node& node, std::string_view name) const {
    return node.a != NodeId::kNone && tree_.Text(node.name) == name;
  }

  void GuardOperand(const Node& node) {
    const uint32_t at = PositionOf(node.a);
    if (tree_[node.a].kind == NodeKind::kName) Mark(NameOf(tree_[node.a]), at, at + 1);
  }

  // Guards the nodes from `begin` to `end` for every name that is defined where `test`
  // comes out as `outcome`.
  void Guard(NodeId test, bool outcome, uint32_t begin, uint32_t end) {
    pending_.assign(1, {test, outcome});
    while (!pending_.empty()) {
      const auto [id, wanted] = pending_.back();
      pending_.pop_back();
      const Node& node = tree_[id];
      if (node.kind == NodeKind::kUnary && node.op == Op::kNot) {
        pending_.push_back({node.a, !wanted});
      } else if (node.kind == (wanted ? NodeKind::kAnd : NodeKind::kOr)) {
        for (const NodeId operand : tree_.Children(node.list))
          pending_.push_back({operand, wanted});
      } else if (node.kind == NodeKind::kTest && IsCalled(node, wanted ? "defined" : "undefined") &&
                 tree_[node.a].kind == NodeKind::kName) {
        Mark(NameOf(tree_[node.a]), begin, end);
      }
    }
  }

  void Mark(size_t name, uint32_t begin, uint32_t end) {
    Mentions& mentions = mentions_[name];
    const auto index = [&](uint32_t place) {
      return std::lower_bound(mentions.places.begin(), mentions.places.end(), place) -
             mentions.places.begin();
    };
    ++mentions.depth[static_cast<size_t>(index(begin))];
    --mentions.depth[static_cast<size_t>(index(end))];
  }

  const Tree& tree_;
  std::vector<Mentions> mentions_;      // by name
  const std::vector<uint32_t> firsts_;  // by node
  std::vector<std::pair<NodeId, bool>> pending_;
};

}  // namespace

std::vector<bool> FindGuarded(const Tree& tree) { return Guards(tree).Find(); }

}  // namespace galley::jinja
