#include "engine/handlebars/ast.h"

namespace galley::handlebars {
namespace {

bool IsWordCharacter(char byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_';
}

}  // namespace

bool IsScopedPath(std::string_view original) noexcept {
  if (original.starts_with('.')) return true;
  for (size_t at = 0; (at = original.find("this", at)) != std::string_view::npos; ++at) {
    if (at + 4 == original.size() || !IsWordCharacter(original[at + 4])) return true;
  }
  return false;
}

}  // namespace galley::handlebars
