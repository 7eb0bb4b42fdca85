// Looks for the file in the project by the name that a pull would give it.
#include "api/store_files.h"

#include <utility>

#include "load/document.h"

namespace galley::api {

std::optional<WorkingFile> FindWorkingFile(const StoredDocument& document, const Catalog& catalog,
                                           const Limits& limits) {
  for (const Entry& entry : catalog.entries()) {
    const bool is_it = entry.tier == Tier::kProject && entry.logical_name() == document.name &&
                       entry.extension() == document.info.extension;
    if (!is_it) continue;
    const Root& root = catalog.RootOf(entry);
    Result<std::string> text = root.files->Read(root.PathOf(entry.relative_path), limits.file);
    if (text) return WorkingFile{catalog.ShownPath(entry), *std::move(text)};
  }
  return std::nullopt;
}

}  // namespace galley::api
