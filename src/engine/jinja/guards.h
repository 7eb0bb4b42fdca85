// Which mentions of variables a template is prepared to find undefined: `x|default(1)`,
// `x is defined`, and whatever such a test stands before.
#ifndef GALLEY_ENGINE_JINJA_GUARDS_H_
#define GALLEY_ENGINE_JINJA_GUARDS_H_

#include <vector>

#include "engine/jinja/ast.h"

namespace galley::jinja {

// By node: true for a kName that may be undefined without harm.
std::vector<bool> FindGuarded(const Tree& tree);

}  // namespace galley::jinja

#endif  // GALLEY_ENGINE_JINJA_GUARDS_H_
