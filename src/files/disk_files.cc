// Where the kernel has openat2 it confines every open; elsewhere paths are opened segment by
// segment and links are refused.  Errors of both are told alike.
#include "files/disk_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/atomic_write.h"
#include "files/path.h"
#include "files/problems.h"
#include "files/relative_path.h"
#include "files/system_calls.h"

namespace galley {
namespace {

// Never wait for a pipe's writer, never become a terminal's process.
constexpr int kReadFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
const int kDirectoryFlags = system_calls::kPlaceOnly | O_DIRECTORY | O_CLOEXEC;

// The kernel asks to try again where a rename came between; an adversary could
// keep it asking.
constexpr int kMaxAttempts = 100;
constexpr int kMaxLinks = 40;  // as many as the system follows

FileKind KindOfMode(mode_t mode) noexcept {
  if (S_ISREG(mode)) return FileKind::kFile;
  if (S_ISDIR(mode)) return FileKind::kDirectory;
  if (S_ISLNK(mode)) return FileKind::kSymlink;
  return FileKind::kOther;
}

bool IsLink(int directory, const char* name) noexcept {
  struct stat status;
  return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
}

bool IsLink(int opened) noexcept {
  struct stat status;
  return fstat(opened, &status) == 0 && S_ISLNK(status.st_mode);
}

int OpenBeneath(int root, const std::string& path, int flags) noexcept {
  for (int attempt = 1;; ++attempt) {
    const int number = system_calls::OpenBeneath(root, path.c_str(), flags);
    if (number >= 0) return number;
    if ((errno != EAGAIN && errno != EINTR) || attempt == kMaxAttempts) return -1;
  }
}

// What a link, opened by itself, says; empty where that cannot be read.
std::string ReadLink(int directory, const char* name) {
  std::array<char, PATH_MAX> target;
  const ssize_t size = readlinkat(directory, name, target.data(), target.size());
  return size > 0 ? std::string(target.data(), static_cast<size_t>(size)) : std::string();
}

// The kernel takes an absolute link for one that leads out.  Where it leads back
// inside, what it names is opened from the root like any other path; it may be a link
// again.
int OpenAbsoluteLink(int root, std::string path, int flags) {
  const std::string inside = system_calls::PathOf(root) + '/';
  for (int links = 0; links < kMaxLinks && inside != "/"; ++links) {
    const Descriptor link(
        OpenBeneath(root, path, system_calls::kPlaceOnly | O_NOFOLLOW | O_CLOEXEC));
    const std::string target = link.is_open() ? ReadLink(link.get(), "") : std::string();
    if (target.empty()) break;
    std::optional<std::string> next;
    if (target.starts_with(inside)) {
      next = target.substr(inside.size());
      if (!CheckPath(*next)) break;
    } else if (!target.starts_with('/')) {
      next = JoinPath(DirectoryOf(path), target);
    }
    if (!next) break;
    path = std::move(*next);
    const int opened = OpenBeneath(root, path, flags);
    if (opened >= 0 || errno != EXDEV) return opened;
  }
  errno = EXDEV;
  return -1;
}

// Opens one name, and sets errno to EXDEV where that is a link.
int OpenSegment(int directory, const std::string& name, int flags) noexcept {
  int number;
  do {
    number = openat(directory, name.c_str(), flags | O_NOFOLLOW);
  } while (number < 0 && errno == EINTR);
  const bool may_be_link = system_calls::kPlaceMayBeLink && (flags & system_calls::kPlaceOnly);
  if (number >= 0 && !may_be_link) return number;

  // One opened for its place may be the link itself, or with O_DIRECTORY calls it no directory.
  const int reason = errno;
  const bool is_link = number >= 0 ? IsLink(number) : IsLink(directory, name.c_str());
  if (is_link && number >= 0) close(number);
  errno = is_link ? EXDEV : reason;
  return is_link ? -1 : number;
}

int OpenBySegment(int root, std::string_view path, int flags) {
  Descriptor directory;
  int at = root;
  for (;;) {
    const std::string name(TakeSegment(&path));
    if (path.empty()) return OpenSegment(at, name, flags);
    directory = Descriptor(OpenSegment(at, name, kDirectoryFlags));
    if (!directory.is_open()) return -1;
    at = directory.get();
  }
}

bool KernelConfines(int root) noexcept {
  const Descriptor probe(OpenBeneath(root, ".", system_calls::kPlaceOnly | O_CLOEXEC));
  // A sandbox that does not know the call may forbid it.
  return probe.is_open() || (errno != ENOSYS && errno != EPERM);
}

FileKind KindOfEntry(int directory, const dirent& entry) noexcept {
  switch (entry.d_type) {
    case DT_REG:
      return FileKind::kFile;
    case DT_DIR:
      return FileKind::kDirectory;
    case DT_LNK:
      return FileKind::kSymlink;
    case DT_UNKNOWN: {  // some file systems do not say
      struct stat status;
      if (fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) break;
      return KindOfMode(status.st_mode);
    }
  }
  return FileKind::kOther;
}

struct DirectoryStream {
  DIR* stream;
  ~DirectoryStream() {
    if (stream) closedir(stream);
  }
};

// Adds every entry of an open directory; returns the error number, 0 for success.
int ListEntries(DIR* directory, Listing* listing) {
  for (;;) {
    errno = 0;
    const dirent* entry = readdir(directory);
    if (!entry) return errno;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (!listing->Add(name, KindOfEntry(dirfd(directory), *entry))) return 0;
  }
}

// Asked of the handle that is read, so that no rename can come between.
Result<std::string> ReadRegular(int file, std::string_view path, uint64_t max_bytes) {
  struct stat status;
  if (fstat(file, &status) != 0) return SystemProblem(path, errno);
  if (!S_ISREG(status.st_mode)) return NotRegular(path, KindOfMode(status.st_mode));
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size > max_bytes) return TooLarge(path, max_bytes);
  return ReadToEnd(file, path, size, max_bytes);
}

}  // namespace

Result<DiskFiles> DiskFiles::Open(const std::string& directory, Confinement confinement) {
  // The system would take the name up to the NUL byte only.
  if (directory.find('\0') != std::string::npos) return NotFound(directory);
  Descriptor root(open(directory.c_str(), kDirectoryFlags));
  if (!root.is_open()) {
    return errno == ENOTDIR ? NotDirectory(directory) : SystemProblem(directory, errno);
  }
  if (!KernelConfines(root.get())) confinement = Confinement::kBySegment;
  return DiskFiles(std::move(root), confinement);
}

Result<Descriptor> DiskFiles::OpenPath(std::string_view path, int flags) const {
  if (path.empty()) path = ".";
  const bool by_segment = confinement_ == Confinement::kBySegment;
  int number = by_segment ? OpenBySegment(root_.get(), path, flags)
                          : OpenBeneath(root_.get(), std::string(path), flags);
  if (number < 0 && errno == EXDEV && !by_segment) {
    number = OpenAbsoluteLink(root_.get(), std::string(path), flags);
  }
  if (number >= 0) return Descriptor(number);
  if (errno == EXDEV && by_segment) {
    return Report(Code::kFileOutsideRoot,
                  Quoted(path) + " holds a symbolic link; without openat2 none is followed");
  }
  return SystemProblem(path, errno);
}

Result<std::string> DiskFiles::Read(std::string_view path, uint64_t max_bytes) const {
  TRY(CheckPath(path));
  const Descriptor file = TRY(OpenPath(path, kReadFlags));
  return ReadRegular(file.get(), path, max_bytes);
}

Result<void> DiskFiles::List(std::string_view directory, Listing* listing) const {
  if (!directory.empty()) TRY(CheckPath(directory));
  Descriptor opened = TRY(OpenPath(directory, kReadFlags));
  const DirectoryStream entries{fdopendir(opened.get())};
  if (!entries.stream) {
    return errno == ENOTDIR ? NotDirectory(directory) : SystemProblem(directory, errno);
  }
  opened.Release();  // the stream closes it
  listing->Clear();
  const int reason = ListEntries(entries.stream, listing);
  if (reason != 0) return SystemProblem(directory, reason);
  listing->Sort();
  return {};
}

Result<FileKind> DiskFiles::Stat(std::string_view path) const {
  if (!path.empty()) TRY(CheckPath(path));
  const Descriptor found = TRY(OpenPath(path, system_calls::kPlaceOnly | O_CLOEXEC));
  struct stat status;
  if (fstat(found.get(), &status) != 0) return SystemProblem(path, errno);
  return KindOfMode(status.st_mode);
}

Result<std::unique_ptr<Files>> DiskFiles::Below(std::string_view directory) const {
  if (!directory.empty()) TRY(CheckPath(directory));
  Descriptor below = TRY(OpenPath(directory, kDirectoryFlags));
  return std::unique_ptr<Files>(new DiskFiles(std::move(below), confinement_));
}

Result<Descriptor> DiskFiles::MakeDirectory(std::string_view path) const {
  if (Result<Descriptor> there = OpenPath(path, kDirectoryFlags); there) return there;
  Descriptor directory = TRY(OpenPath("", kDirectoryFlags));
  for (std::string_view rest = path; !rest.empty();) {
    const std::string name(TakeSegment(&rest));
    if (mkdirat(directory.get(), name.c_str(), 0777) != 0 && errno != EEXIST) {
      return WriteProblem(path, errno);
    }
    const size_t end = static_cast<size_t>(rest.data() - path.data());
    const size_t size = rest.empty() ? path.size() : end - 1;
    directory = TRY(OpenPath(path.substr(0, size), kDirectoryFlags));
  }
  return directory;
}

Result<void> DiskFiles::WriteFile(std::string_view path, std::string_view text, Overwrite overwrite,
                                  Durability durability) {
  TRY(CheckPath(path));
  const size_t slash = path.rfind('/');
  const std::string_view parent = slash == path.npos ? "" : path.substr(0, slash);
  const std::string name(path.substr(slash == path.npos ? 0 : slash + 1));
  const Descriptor directory = TRY(MakeDirectory(parent));
  const int reason = WriteAtomically(directory.get(), name, text, overwrite, durability);
  if (reason != 0) return WriteProblem(path, reason);
  return {};
}

Result<void> DiskFiles::Write(std::string_view path, std::string_view text, Overwrite overwrite) {
  return WriteFile(path, text, overwrite, Durability::kAtOnce);
}

Result<void> DiskFiles::WriteUnsynced(std::string_view path, std::string_view text,
                                      Overwrite overwrite) {
  return WriteFile(path, text, overwrite, Durability::kLater);
}

Result<void> DiskFiles::Sync() {
  const Descriptor readable(openat(root_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable.is_open() && system_calls::SyncFileSystem(readable.get()) == 0) return {};
  return WriteProblem(".", errno);
}

Result<std::string> ResolvePath(const std::string& path) {
  // The system would take the name up to the NUL byte only.
  if (path.find('\0') != std::string::npos) return NotFound(path);
  std::string resolved = system_calls::RealPath(path);
  if (resolved.empty()) return SystemProblem(path, errno);
  return resolved;
}

Result<std::string> ReadNamedFile(const std::string& path, uint64_t max_bytes) {
  if (path == "-") return ReadToEnd(STDIN_FILENO, "standard input", 0, max_bytes);
  if (path.find('\0') != std::string::npos) return NotFound(path);
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
  if (!file.is_open()) return SystemProblem(path, errno);
  return ReadToEnd(file.get(), path, 0, max_bytes);
}

Result<std::string> ReadRegularFile(const std::string& path, uint64_t max_bytes) {
  if (path.find('\0') != std::string::npos) return NotFound(path);
  // A pipe that nobody writes to would keep the open waiting.
  const Descriptor file(open(path.c_str(), kReadFlags));
  if (!file.is_open()) return SystemProblem(path, errno);
  return ReadRegular(file.get(), path, max_bytes);
}

}  // namespace galley
