// Workspaces: the files that a call works with.
#ifndef GALLEY_API_WORKSPACE_H_
#define GALLEY_API_WORKSPACE_H_

#include <memory>

#include "api/params.h"
#include "files/files.h"
#include "galley/result.h"

namespace galley {

// The files of the parameter `workspace`: `{"files": {path: text}}` in memory, or
// `{"dir": path}` on disk.  Absent: the working directory.
Result<std::unique_ptr<Files>> OpenWorkspace(const Params& params);

}  // namespace galley

#endif  // GALLEY_API_WORKSPACE_H_
