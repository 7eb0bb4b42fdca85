#include "files/new_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "files/problems.h"

namespace galley {

Result<void> MakeDirectoryOf(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1)) {
    const std::string directory = path.substr(0, slash);
    if (mkdir(directory.c_str(), 0777) == 0 || errno == EEXIST || IsThere(directory)) continue;
    return WriteProblem(directory, errno);
  }
  return {};
}

bool IsThere(const std::string& path) noexcept { return access(path.c_str(), F_OK) == 0; }

}  // namespace galley
