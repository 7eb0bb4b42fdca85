// Finds types and constants that have one name and are defined twice: the one-definition rule
// makes that undefined behaviour, and no compiler tells, as each file sees one of them only.  Of
// two constants the linker takes one for both.
#ifndef GALLEY_TESTS_LAYERS_TYPE_NAMES_H_
#define GALLEY_TESTS_LAYERS_TYPE_NAMES_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/layers/layers.h"

namespace galley {

struct TypeDefinition {
  std::string name;  // with its namespaces and the types around it: `galley::Tree::Node`
  size_t line = 0;
};

// The classes, structures, unions, enumerations and inline constants that a source defines where
// others could define one of that name: not in functions, and not in namespaces without a name.
std::vector<TypeDefinition> FindTypes(std::string_view source);

// Names that two files below `include`, `src` and `apps` of `root` define.
std::vector<Violation> FindTypesDefinedTwice(const std::filesystem::path& root);

}  // namespace galley

#endif  // GALLEY_TESTS_LAYERS_TYPE_NAMES_H_
