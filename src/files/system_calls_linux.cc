// The system calls that Linux has and others have not; system_calls_portable.cc stands in for
// them elsewhere.
#include <fcntl.h>
#include <linux/openat2.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "files/system_calls.h"

namespace galley::system_calls {

const int kPlaceOnly = O_PATH;
const bool kPlaceMayBeLink = true;

int OpenBeneath(int root, const char* path, int flags) noexcept {
  struct open_how how = {};
  how.flags = static_cast<uint64_t>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(syscall(SYS_openat2, root, path, &how, sizeof how));
}

std::string PathOf(int directory) {
  std::array<char, PATH_MAX> path;
  const std::string link = "/proc/self/fd/" + std::to_string(directory);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  return size > 0 ? std::string(path.data(), static_cast<size_t>(size)) : std::string();
}

std::string RealPath(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  if (!resolved) return {};
  std::string result = resolved;
  std::free(resolved);
  return result;
}

int RenameWithoutReplacing(int directory, const char* from, const char* to) noexcept {
  return renameat2(directory, from, directory, to, RENAME_NOREPLACE);
}

int SetMode(int file, mode_t mode) noexcept { return fchmod(file, mode); }

int SyncFileSystem(int file) noexcept { return syncfs(file); }

bool IsOnReadOnlyDisk(const std::string& path) noexcept {
  struct statvfs disk;
  return statvfs(path.c_str(), &disk) == 0 && (disk.f_flag & ST_RDONLY) != 0;
}

int Lock(int file) noexcept { return flock(file, LOCK_EX); }

long ProcessNumber() noexcept { return getpid(); }

std::string UserName() {
  std::array<char, 4096> room;
  passwd user = {};
  passwd* found = nullptr;
  if (getpwuid_r(geteuid(), &user, room.data(), room.size(), &found) != 0 || !found) return "";
  return user.pw_name;
}

const char* Map(int file, size_t size) noexcept {
  void* start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  return start == MAP_FAILED ? nullptr : static_cast<const char*>(start);
}

void Unmap(const char* bytes, size_t size) noexcept { munmap(const_cast<char*>(bytes), size); }

}  // namespace galley::system_calls
