// Nodes are visited from the end on, where a block comes before what it holds.
#include "engine/jinja/outline.h"

#include <algorithm>

#include "base/try.h"
#include "engine/jinja/ast.h"
#include "engine/jinja/parser.h"
#include "engine/jinja/subtrees.h"

namespace galley::jinja {

Result<Outline> OutlineOf(const Source& source, const SyntaxOptions& options,
                          const Limits& limits) {
  const Tree tree = TRY(Parse(source, options, limits));
  const std::vector<uint32_t> firsts = FirstsOf(tree);
  Outline outline;
  // From the end on a block comes before those inside of it.
  uint32_t outer = UINT32_MAX;
  for (auto at = static_cast<uint32_t>(tree.nodes.size()); at-- > 0;) {
    const Node& node = tree.nodes[at];
    switch (node.kind) {
      case NodeKind::kMacro:
        outline.macros.push_back({std::string(tree.Text(node.name)), node.span});
        break;
      case NodeKind::kBlock:
        outline.all_blocks.emplace_back(tree.Text(node.name));
        if (at >= outer) break;
        outer = firsts[at];
        outline.blocks.push_back({std::string(tree.Text(node.name)), node.span});
        break;
      case NodeKind::kName:
      case NodeKind::kAttribute:
      case NodeKind::kAlias:
        outline.mentions.emplace_back(tree.Text(node.name));
        break;
      default:
        break;
    }
  }
  std::reverse(outline.macros.begin(), outline.macros.end());
  std::reverse(outline.blocks.begin(), outline.blocks.end());
  return outline;
}

}  // namespace galley::jinja
