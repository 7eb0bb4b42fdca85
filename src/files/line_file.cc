// Opened for appending: the system finds the end for each write anew.
#include "files/line_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "files/problems.h"

namespace galley {

Result<LineFile> LineFile::Open(const std::string& path) {
  if (path.find('\0') != std::string::npos) return WriteProblem(path, EINVAL);
  // Without waiting for whoever reads a pipe.
  constexpr int kFlags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  Descriptor file(open(path.c_str(), kFlags, S_IRUSR | S_IWUSR));
  if (!file.is_open()) return WriteProblem(path, errno);
  struct stat found = {};
  if (fstat(file.get(), &found) != 0) return WriteProblem(path, errno);
  if (!S_ISREG(found.st_mode)) return WriteProblem(path, ENXIO);
  return LineFile(std::move(file));
}

int LineFile::Append(std::string_view line) noexcept {
  while (!line.empty()) {
    const ssize_t size = write(file_.get(), line.data(), line.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return errno;
    line.remove_prefix(static_cast<size_t>(size));
  }
  return 0;
}

}  // namespace galley
