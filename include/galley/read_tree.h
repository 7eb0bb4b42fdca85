// ReadTree: what of its variables a template can read, so that whoever hands objects of a program
// over converts those parts and no others.
#ifndef GALLEY_READ_TREE_H_
#define GALLEY_READ_TREE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "galley/export.h"

namespace galley {

class Template;

// More may be told than is read, never less.
struct ReadTree {
  // Of a value that is neither a map nor a list a node says nothing.
  struct Node {
    bool is_whole = false;    // all of it may be read
    bool needs_keys = false;  // of a map: which keys it has, or how many
    std::vector<std::pair<std::string, uint32_t>> fields;  // of a map, by key: their nodes
    std::vector<std::pair<int64_t, uint32_t>> items;       // of a list, by number, from 0
    uint32_t each = 0;  // of a list: the node of every item; 0: none but those
    // Where not empty, of all items only those are read that these values are the numbers of, or
    // the keys, and nothing else is asked of the list or map: the nodes of the values.
    std::vector<uint32_t> numbers;
    uint32_t parent = 0;  // the node that has this one
  };

  std::vector<Node> nodes;  // the first is the map of all variables
};

// What `made`, and all that it extends, includes and imports, reads.  Found anew with every call.
GALLEY_EXPORT ReadTree FindReads(const Template& made);

}  // namespace galley

#endif  // GALLEY_READ_TREE_H_
