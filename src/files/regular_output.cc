// The file is looked at after it was opened, so that nothing can come between.
#include "files/regular_output.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "files/problems.h"

namespace galley {

Result<Descriptor> OpenRegularOutput(const std::string& path, Writes writes, mode_t permissions) {
  constexpr int kFlags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  // The system would take the name up to the NUL byte only.
  if (path.find('\0') != path.npos) return WriteProblem(path, EINVAL);
  const int flags = kFlags | (writes == Writes::kAtTheEnd ? O_APPEND : 0);
  Descriptor file(open(path.c_str(), flags, permissions));
  if (!file.is_open()) return WriteProblem(path, errno);
  struct stat status;
  if (fstat(file.get(), &status) != 0) return WriteProblem(path, errno);
  if (!S_ISREG(status.st_mode)) return WriteProblem(path, ENXIO);
  return file;
}

}  // namespace galley
