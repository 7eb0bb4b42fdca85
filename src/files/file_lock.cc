// A lock of the system on a file of our own, which must be regular; it goes with the descriptor.
#include "files/file_lock.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "files/problems.h"
#include "files/system_calls.h"

namespace galley {

Result<Descriptor> LockFile(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (!file.is_open()) return WriteProblem(path, errno);
  struct stat status;
  if (fstat(file.get(), &status) != 0) return WriteProblem(path, errno);
  if (!S_ISREG(status.st_mode)) return WriteProblem(path, ENXIO);
  while (system_calls::Lock(file.get()) != 0) {
    if (errno != EINTR) return WriteProblem(path, errno);
  }
  return file;
}

}  // namespace galley
