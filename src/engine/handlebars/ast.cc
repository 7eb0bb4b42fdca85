// What a path is by its spelling.
#include "engine/handlebars/ast.h"

#include "engine/handlebars/blanks.h"

namespace galley::handlebars {

bool IsScopedPath(std::string_view original) noexcept {
  if (original.starts_with('.')) return true;
  for (size_t at = 0; (at = original.find("this", at)) != std::string_view::npos; ++at) {
    if (at + 4 == original.size() || !IsWordCharacter(original[at + 4])) return true;
  }
  return false;
}

}  // namespace galley::handlebars
