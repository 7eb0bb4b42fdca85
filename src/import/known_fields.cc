// Goes no deeper than the paths that are known.
#include "import/known_fields.h"

#include <algorithm>
#include <string>

#include "diag/report.h"

namespace galley::importing {
namespace {

uint8_t HoldsOf(const Node& node) {
  if (node.is_string()) return kHoldsText;
  if (node.is_map()) return kHoldsMap;
  if (node.is_list()) return kHoldsList;
  return node.value.is_bool() ? kHoldsFlag : kHoldsNumber;
}

std::string NamesOf(uint8_t holds) {
  constexpr std::string_view kNames[] = {"text", "flag", "number", "map", "list"};
  std::string names;
  for (size_t at = 0; at < std::size(kNames); ++at) {
    if (!(holds & (1u << at))) continue;
    names += names.empty() ? "" : " or ";
    names += kNames[at];
  }
  return names;
}

class Walk {
 public:
  Walk(Job* job, const Tree& tree, std::span<const KnownField> known, std::string_view where)
      : job_(job), tree_(tree), known_(known), where_(where) {}

  void Map(NodeId map, const std::string& path) {
    for (const NodeId id : tree_.Children(map)) {
      const Node& node = tree_[id];
      const std::string inside =
          path.empty() ? std::string(node.key) : path + '.' + std::string(node.key);
      const auto field = std::find_if(known_.begin(), known_.end(),
                                      [&](const KnownField& each) { return each.path == inside; });
      if (field == known_.end()) {
        if (!IsEmpty(id)) Lose(node.key_span, inside, " has no counterpart");
      } else {
        Value(id, node.key_span, *field, field->holds, inside);
      }
    }
  }

 private:
  void Value(NodeId id, Span place, const KnownField& field, uint8_t holds,
             const std::string& path) {
    const Node& node = tree_[id];
    if (node.value.is_none()) return;
    if (!(HoldsOf(node) & holds)) {
      return Lose(place, path, " is not a " + NamesOf(holds) + ", and is left out");
    }
    const bool goes_on = std::any_of(known_.begin(), known_.end(), [&](const KnownField& each) {
      return each.path.size() > path.size() && each.path.starts_with(path) &&
             each.path[path.size()] == '.';
    });
    if (node.is_map() && goes_on) Map(id, path);
    if (!node.is_list() || (!goes_on && field.items_hold == kHoldsAnything)) return;
    for (const NodeId item : tree_.Children(id)) {
      Value(item, tree_[item].span, field, field.items_hold, path);
    }
  }

  void Lose(Span place, const std::string& path, const std::string& what) {
    job_->Lose(place, Quoted(std::string(where_) + path) + what);
  }

  // Holds nothing that could be lost.
  bool IsEmpty(NodeId id) const {
    const Node& node = tree_[id];
    return node.value.is_none() || (node.is_string() && node.value.size() == 0) ||
           ((node.is_map() || node.is_list()) && tree_.CountChildren(id) == 0);
  }

  Job* job_;
  const Tree& tree_;
  std::span<const KnownField> known_;
  std::string_view where_;
};

}  // namespace

void LoseUnknownFields(Job* job, const Tree& tree, NodeId map, std::span<const KnownField> known,
                       std::string_view where) {
  if (tree[map].is_map()) Walk(job, tree, known, where).Map(map, "");
}

}  // namespace galley::importing
