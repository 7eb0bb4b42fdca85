// Looks at top-level keys only.
#include "load/section_document.h"

#include "diag/source.h"
#include "format/yaml.h"
#include "galley/result.h"

namespace galley {

bool IsSectionDocument(const Tree& tree) noexcept {
  const NodeId root = Tree::root();
  if (!tree[root].is_map()) return false;
  if (tree.Find(root, "sections") != kNoNode) return true;
  // One that only changes what it extends may have no sections of its own.
  if (tree.Find(root, "extends") != kNoNode) return true;
  // The other dialect; a chat template has no field of this name.
  const NodeId sections = tree.Find(root, "template");
  return sections != kNoNode && tree[sections].is_map();
}

std::string ReadTemplateId(std::string_view text, const Limits& limits) {
  const Result<Tree> tree = ReadYaml(Source("", text), limits);
  if (!tree) return {};
  const auto find = [&](NodeId map, std::string_view key) {
    return map == kNoNode ? kNoNode : tree->Find(map, key);
  };
  const NodeId root = Tree::root();
  NodeId id = find(root, "id");
  if (id == kNoNode) id = find(find(root, "metadata"), "templateId");
  const bool has_id = IsSectionDocument(*tree) && id != kNoNode && (*tree)[id].is_string();
  return has_id ? std::string((*tree)[id].value.as_string()) : std::string();
}

}  // namespace galley
