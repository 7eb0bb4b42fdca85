// Where subtrees begin: a node comes after its children, so a subtree is a run of nodes
// that ends with the one it belongs to.
#ifndef GALLEY_ENGINE_JINJA_SUBTREES_H_
#define GALLEY_ENGINE_JINJA_SUBTREES_H_

#include <cstdint>
#include <vector>

#include "engine/jinja/ast.h"

namespace galley::jinja {

// By node: the first one of its subtree.
std::vector<uint32_t> FirstsOf(const Tree& tree);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_SUBTREES_H_
