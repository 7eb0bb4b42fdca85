// A template's type and extension must belong together, as in a catalog.
#include "store/stored_type.h"

#include <optional>

#include "discover/extensions.h"

namespace galley {

std::string FindTypeFault(std::string_view type, std::string_view extension) {
  const bool is_instructions = type == kInstructionsType;
  const std::optional<TemplateType> found = FindType(type);
  if (!found && !is_instructions) return "its type is not one of documents";
  const bool fits = is_instructions
                        ? extension == kInstructionsExtension
                        : Extensions::Of({std::string(extension)}) && TypeOf(extension) == *found;
  return fits ? "" : "its extension is not one of its type";
}

}  // namespace galley
