// Opened for appending: the system finds the end for each write anew.
#include "files/line_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/try.h"
#include "files/regular_output.h"

namespace galley {

Result<LineFile> LineFile::Open(const std::string& path) {
  constexpr mode_t kOwnerAlone = S_IRUSR | S_IWUSR;
  return LineFile(TRY(OpenRegularOutput(path, Writes::kAtTheEnd, kOwnerAlone)));
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
