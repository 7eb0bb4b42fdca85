// Goes through DiskFiles, which confines the path and writes the file whole or not at all.
#include "files/new_file.h"

#include "base/try.h"
#include "diag/registry.h"
#include "files/disk_files.h"

namespace galley {

Result<bool> MakeNewFile(const std::string& directory, std::string_view path,
                         std::string_view text) {
  DiskFiles files = TRY(DiskFiles::Open(directory));
  const Result<void> written = files.Write(path, text, Overwrite::kRefuse);
  if (written) return true;
  if (written.error().code() == Describe(Code::kFileExists).code) return false;
  return written.error();
}

}  // namespace galley
