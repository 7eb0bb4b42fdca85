// Makes what is missing, from the top down; what is there already is no failure.
#include "files/new_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "files/problems.h"
#include "files/system_calls.h"

namespace galley {

Result<void> MakeDirectoryOf(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != path.npos; slash = path.find('/', slash + 1)) {
    const std::string directory = path.substr(0, slash);
    if (mkdir(directory.c_str(), 0777) == 0) continue;
    const int reason = errno;
    if (reason != EEXIST && !IsThere(directory)) return WriteProblem(directory, reason);
  }
  return {};
}

bool IsThere(const std::string& path) noexcept { return access(path.c_str(), F_OK) == 0; }

bool IsFreeOrRegular(const std::string& path, Through through) noexcept {
  struct stat status;
  const int flags = through == Through::kLink ? 0 : AT_SYMLINK_NOFOLLOW;
  if (fstatat(AT_FDCWD, path.c_str(), &status, flags) == 0) return S_ISREG(status.st_mode);
  return errno == ENOENT;
}

bool IsOnReadOnlyDisk(const std::string& path) noexcept {
  return system_calls::IsOnReadOnlyDisk(path);
}

}  // namespace galley
