// A lock of the system on a file of our own, which must be regular; it goes with the descriptor.
#include "files/file_lock.h"

#include <cerrno>

#include "base/try.h"
#include "files/problems.h"
#include "files/regular_output.h"
#include "files/system_calls.h"

namespace galley {

Result<Descriptor> LockFile(const std::string& path) {
  Descriptor file = TRY(OpenRegularOutput(path));
  while (system_calls::Lock(file.get()) != 0) {
    if (errno != EINTR) return WriteProblem(path, errno);
  }
  return file;
}

}  // namespace galley
