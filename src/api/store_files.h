// The files of a project that stored documents were pushed from.
#ifndef GALLEY_API_STORE_FILES_H_
#define GALLEY_API_STORE_FILES_H_

#include <optional>
#include <string>

#include "discover/catalog.h"
#include "galley/limits.h"
#include "store/store.h"

namespace galley::api {

struct WorkingFile {
  std::string path;  // as messages call it
  std::string text;
};

// The file that the project has under the name of `document`, as far as it can be read.
std::optional<WorkingFile> FindWorkingFile(const StoredDocument& document, const Catalog& catalog,
                                           const Limits& limits);

}  // namespace galley::api

#endif  // GALLEY_API_STORE_FILES_H_
