// A module has the directories that whoever runs it opened for it, and none where that
// is a page.  It is alone: there is one process, and nobody to wait for.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>

#include "files/system_calls.h"

namespace galley::system_calls {

// WASI opens a directory for its place as it does for reading.
const int kPlaceOnly = O_RDONLY;
const bool kPlaceMayBeLink = false;

// Whoever runs the module lets no path lead out of the directory that it starts from.
int OpenBeneath(int root, const char* path, int flags) noexcept {
  return openat(root, path, flags);
}

std::string PathOf(int) { return {}; }

// Links are resolved by whoever runs the module; here dots are.
std::string RealPath(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return {};
  char directory[PATH_MAX];
  if (!getcwd(directory, sizeof directory)) return {};
  const std::string whole = path.starts_with('/') ? path : std::string(directory) + '/' + path;
  std::string result;
  for (size_t at = 0; at < whole.size();) {
    const size_t end = std::min(whole.find('/', at), whole.size());
    const std::string segment = whole.substr(at, end - at);
    if (segment == "..") {
      result.resize(result.empty() ? 0 : result.rfind('/'));
    } else if (!segment.empty() && segment != ".") {
      result += '/' + segment;
    }
    at = end + 1;
  }
  return result.empty() ? "/" : result;
}

int RenameWithoutReplacing(int, const char*, const char*) noexcept {
  errno = ENOSYS;
  return -1;
}

// There are no permissions.
int SetMode(int, mode_t) noexcept { return 0; }

int SyncFileSystem(int file) noexcept { return fsync(file); }

bool IsOnReadOnlyDisk(const std::string&) noexcept { return false; }

int Lock(int) noexcept { return 0; }

long ProcessNumber() noexcept { return 1; }

std::string UserName() { return {}; }

const char* Map(int file, size_t size) noexcept {
  char* bytes = static_cast<char*>(std::malloc(size));
  if (!bytes) return nullptr;
  for (size_t have = 0; have < size;) {
    const ssize_t count = read(file, bytes + have, size - have);
    if (count <= 0) {
      std::free(bytes);
      return nullptr;
    }
    have += static_cast<size_t>(count);
  }
  return bytes;
}

void Unmap(const char* bytes, size_t) noexcept { std::free(const_cast<char*>(bytes)); }

}  // namespace galley::system_calls
