// Nodes lie on a stack in the order in which Jinja2 visits them, so that an assignment is seen
// before what it hides.
#include "engine/jinja/undeclared.h"

#include <array>
#include <string_view>
#include <vector>

namespace galley::jinja {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"loop",   "self",    "super",
                                                    "caller", "varargs", "kwargs"};

class Finder {
 public:
  explicit Finder(const Tree& tree) : tree_(tree) {}

  SpecialNames Run(ListId statements) {
    PushList(statements, false);
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      if (next.node != NodeId::kNone) Visit(tree_[next.node], next);
    }
    return {used_[0], used_[1], used_[2],      used_[3],
            used_[4], used_[5], assigns_loop_, has_scoped_block_};
  }

 private:
  struct Pending {
    NodeId node;
    bool is_target;
    bool in_block;
  };

  void Push(NodeId node, bool is_target) { pending_.push_back({node, is_target, in_block_}); }
  void PushList(ListId list, bool is_target) {
    const std::span<const NodeId> nodes = tree_.Children(list);
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) Push(*id, is_target);
  }

  void Name(NameId name, bool is_target) {
    const std::string_view text = tree_.Text(name);
    if (is_target && text == "loop") assigns_loop_ = true;
    for (size_t i = 0; i < kNames.size(); ++i) {
      if (in_block_ || text != kNames[i]) continue;
      if (is_target) {
        hidden_[i] = true;
      } else if (!hidden_[i]) {
        used_[i] = true;
      }
    }
  }

  // Children are pushed last to first.
  void Visit(const Node& node, const Pending& self) {
    in_block_ = self.in_block;
    switch (node.kind) {
      case NodeKind::kName:
        return Name(node.name, self.is_target);
      case NodeKind::kNamespaceTarget:
      case NodeKind::kMacro:
      case NodeKind::kImport:
      case NodeKind::kAlias:
        break;  // their names are not variables to Jinja2's search
      case NodeKind::kParameter:
        Push(node.a, false);
        return Name(node.name, true);
      case NodeKind::kFor:
        Push(node.c, false);
        PushList(node.else_body, false);
        PushList(node.body, false);
        Push(node.b, false);
        return Push(node.a, true);
      case NodeKind::kSet:
        Push(node.b, false);
        return Push(node.a, true);
      case NodeKind::kSetBlock:
        PushList(node.body, false);
        Push(node.b, false);
        return Push(node.a, true);
      case NodeKind::kWith:
        return VisitWith(node);
      case NodeKind::kBlock:
        has_scoped_block_ |= (node.flags & kScoped) != 0;
        in_block_ = true;
        break;
      default:
        break;
    }
    PushList(node.else_body, self.is_target);
    PushList(node.body, self.is_target);
    PushList(node.list, self.is_target);
    Push(node.c, self.is_target);
    Push(node.b, self.is_target);
    Push(node.a, self.is_target);
  }

  void VisitWith(const Node& node) {
    PushList(node.body, false);
    const std::span<const NodeId> pairs = tree_.Children(node.list);
    for (size_t i = pairs.size(); i >= 2; i -= 2) Push(pairs[i - 1], false);
    for (size_t i = pairs.size(); i >= 2; i -= 2) Push(pairs[i - 2], true);
  }

  const Tree& tree_;
  std::vector<Pending> pending_;
  std::array<bool, kNames.size()> used_{};
  std::array<bool, kNames.size()> hidden_{};
  bool in_block_ = false;
  bool assigns_loop_ = false;
  bool has_scoped_block_ = false;
};

}  // namespace

SpecialNames FindSpecialNames(const Tree& tree, ListId statements, uint8_t mentioned,
                              uint8_t wanted) {
  const bool may_be_hidden = (tree.special_targets & wanted) != 0 ||
                             ((mentioned & kHoldsBlock) != 0 && (mentioned & wanted) != 0) ||
                             (mentioned & kHoldsScopedBlock) != 0;
  if (may_be_hidden) return Finder(tree).Run(statements);
  // What is mentioned is used.
  SpecialNames found;
  found.loop = (mentioned & kNameLoop) != 0;
  found.self = (mentioned & kNameSelf) != 0;
  found.super = (mentioned & kNameSuper) != 0;
  found.caller = (mentioned & kNameCaller) != 0;
  found.varargs = (mentioned & kNameVarargs) != 0;
  found.kwargs = (mentioned & kNameKwargs) != 0;
  return found;
}

}  // namespace galley::jinja
