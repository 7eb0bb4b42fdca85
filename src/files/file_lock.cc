#include "files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "files/problems.h"

namespace galley {

Result<Descriptor> LockFile(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (!file.is_open()) return WriteProblem(path, errno);
  while (flock(file.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return WriteProblem(path, errno);
  }
  return file;
}

}  // namespace galley
