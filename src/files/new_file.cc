#include "files/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/try.h"
#include "diag/report.h"
#include "files/descriptor.h"
#include "files/path.h"
#include "files/problems.h"

namespace galley {
namespace {

Diagnostic CannotWrite(std::string_view path, int error_number) {
  return Report(Code::kOutputFailed,
                Quoted(path) + " cannot be written: system error " + std::to_string(error_number));
}

bool WriteAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// Opens a directory below another, made where it is not there.
Result<Descriptor> OpenDirectory(int parent, const std::string& name) {
  if (mkdirat(parent, name.c_str(), 0777) != 0 && errno != EEXIST) return CannotWrite(name, errno);
  Descriptor made(openat(parent, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!made.is_open()) return SystemProblem(name, errno);
  return made;
}

}  // namespace

Result<bool> MakeNewFile(const std::string& directory, std::string_view path,
                         std::string_view text) {
  TRY(CheckPath(path));
  Descriptor parent(open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!parent.is_open()) return SystemProblem(directory, errno);
  std::string_view rest = path;
  std::string name(TakeSegment(&rest));
  for (; !rest.empty(); name = TakeSegment(&rest)) {
    parent = TRY(OpenDirectory(parent.get(), name));
  }
  const Descriptor file(openat(parent.get(), name.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    if (errno == EEXIST) return false;
    return CannotWrite(path, errno);
  }
  if (WriteAll(file.get(), text) && fsync(file.get()) == 0) return true;
  const int reason = errno;
  unlinkat(parent.get(), name.c_str(), 0);
  return CannotWrite(path, reason);
}

}  // namespace galley
