// Which special names a part of a template uses without assigning them first.
#ifndef GALLEY_ENGINE_JINJA_UNDECLARED_H_
#define GALLEY_ENGINE_JINJA_UNDECLARED_H_

#include <cstdint>

#include "engine/jinja/ast.h"

namespace galley::jinja {

// What was found in the order in which Jinja2 looks: an assignment hides later
// uses, and blocks are not looked into.
struct SpecialNames {
  bool loop = false;
  bool self = false;
  bool super = false;
  bool caller = false;
  bool varargs = false;
  bool kwargs = false;
  // Anywhere below, blocks included.
  bool assigns_loop = false;
  bool has_scoped_block = false;
};

// Looks for the SpecialNames in `wanted`; `mentioned` is what the parser noted of the
// statements.
SpecialNames FindSpecialNames(const Tree& tree, ListId statements, uint8_t mentioned,
                              uint8_t wanted);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_UNDECLARED_H_
