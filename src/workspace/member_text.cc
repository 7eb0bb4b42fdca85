#include "workspace/member_text.h"

#include "diag/source.h"
#include "format/json.h"
#include "format/text.h"

namespace galley::workspace {

std::string TextOfMember(std::string_view object, std::string_view key, const Limits& limits) {
  const Source source("<params>", object, Nature::kData);
  const auto any_map = [](const Tree&, NodeId) { return true; };
  const Result<Tree> tree = ReadJson(source, limits, any_map);
  if (!tree) return {};
  std::string_view text;
  for (const NodeId id : tree->Children(Tree::root())) {
    if ((*tree)[id].key == key) text = TextOf(source, (*tree)[id].span);
  }
  return std::string(text);
}

}  // namespace galley::workspace
