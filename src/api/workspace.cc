#include "api/workspace.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "files/memory_files.h"
#include "value/map.h"

namespace galley {
namespace {

Diagnostic Refuse(const Params& workspace, std::string_view name, std::string_view why) {
  return Report(Code::kInvalidParams, Quoted(workspace.PathOf(name)) + ": " + std::string(why));
}

Result<std::unique_ptr<Files>> OpenMemory(const Params& workspace) {
  auto files = std::make_unique<MemoryFiles>();
  const Value given = TRY(workspace.Map("files"));
  for (const MapEntry& entry : EntriesOf(given)) {
    if (!entry.value.is_string()) return Refuse(workspace, "files", "a text must be a string");
    auto added = files->Add(entry.key.as_string(), std::string(entry.value.as_string()));
    if (!added) return Refuse(workspace, "files", added.error().diagnostics().front().message);
  }
  return std::unique_ptr<Files>(std::move(files));
}

}  // namespace

Result<std::unique_ptr<Files>> OpenWorkspace(const Params& params) {
  const Params workspace = TRY(params.Object("workspace", {"dir", "files"}));
  if (workspace.has("dir") && workspace.has("files")) {
    return Refuse(workspace, "dir", "a workspace is on disk or in memory, not both");
  }
  if (workspace.has("files")) return OpenMemory(workspace);
  const std::string directory(TRY(workspace.String("dir", ".")));
  return std::unique_ptr<Files>(std::make_unique<DiskFiles>(TRY(DiskFiles::Open(directory))));
}

}  // namespace galley
