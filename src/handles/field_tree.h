// FieldTree: what is known of the insides of a template's inputs: fields of maps, items of lists.
#ifndef GALLEY_HANDLES_FIELD_TREE_H_
#define GALLEY_HANDLES_FIELD_TREE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "galley/read_tree.h"
#include "value/json_type.h"

namespace galley::handles {

// So many nodes at most: it is for people, who start from what it tells.
inline constexpr size_t kMostFields = 256;

struct FieldTree {
  struct Node {
    std::vector<std::pair<std::string, uint32_t>> fields;  // of a map, by key: their nodes
    uint32_t each = 0;                                     // of a list: its items; 0: not known
    std::optional<JsonType> type;                          // where the template declares it
  };

  // The field `name` of the node `at`, made where it is new.  0 once the tree is full.
  uint32_t AddField(uint32_t at, std::string_view name);
  // The items of the node `at`, a list.
  uint32_t AddItem(uint32_t at);
  // A field along a path from the context.
  uint32_t AddPath(std::span<const std::string> steps);
  // All that the other tells, below the context of both.
  void Add(const ReadTree& reads);
  // All that it tells of the node `from`, below the node `at`.
  void AddBelow(uint32_t at, const ReadTree& reads, uint32_t from);
  void Add(const FieldTree& other);

  // The node of a field of the context; 0 where nothing is known of it.
  uint32_t Find(std::string_view name) const;

  std::vector<Node> nodes = std::vector<Node>(1);  // the first is the context
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_FIELD_TREE_H_
