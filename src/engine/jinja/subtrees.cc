// One pass: the first node of a subtree is that of its first child, or the node itself.
#include "engine/jinja/subtrees.h"

#include <algorithm>

namespace galley::jinja {

std::vector<uint32_t> FirstsOf(const Tree& tree) {
  std::vector<uint32_t> firsts(tree.nodes.size());
  for (uint32_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    uint32_t first = at;
    const auto take = [&](NodeId child) {
      if (child != NodeId::kNone) first = std::min(first, firsts[static_cast<uint32_t>(child)]);
    };
    for (const NodeId child : {node.a, node.b, node.c}) take(child);
    for (const ListId list : {node.list, node.body, node.else_body}) {
      for (const NodeId child : tree.Children(list)) take(child);
    }
    firsts[at] = first;
  }
  return firsts;
}

}  // namespace galley::jinja
