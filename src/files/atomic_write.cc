// Writes a temporary file beside the target, syncs it as asked, and renames it into place.  On
// failure the temporary file goes and the old one stays.
#include "files/atomic_write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "files/descriptor.h"
#include "files/system_calls.h"

namespace galley {
namespace {

constexpr int kMaxAttempts = 100;

// Calls until no signal comes between.
template <class Call>
auto Retry(Call call) noexcept {
  for (;;) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

// What WriteProblem takes for anything that is no regular file.
int WhyNotReplaced(mode_t mode) noexcept {
  if (S_ISDIR(mode)) return EISDIR;
  return S_ISLNK(mode) ? ELOOP : ENXIO;
}

// A new file beside the one to be written.
struct Temporary {
  Descriptor file;
  std::string name;
};

// No file is open where there is no name left to take, which errno explains.
Temporary MakeTemporary(int directory, mode_t mode) {
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    std::string name =
        ".galley-" + std::to_string(system_calls::ProcessNumber()) + "-" + std::to_string(attempt);
    Descriptor file(Retry([&] {
      return openat(directory, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    mode);
    }));
    if (file.is_open() || errno != EEXIST) return {std::move(file), std::move(name)};
  }
  return {Descriptor(), {}};
}

int WriteAll(int file, std::string_view text, Durability durability) noexcept {
  while (!text.empty()) {
    const ssize_t count = Retry([&] { return write(file, text.data(), text.size()); });
    if (count < 0) return errno;
    text.remove_prefix(static_cast<size_t>(count));
  }
  if (durability == Durability::kLater) return 0;
  return Retry([&] { return fsync(file); }) == 0 ? 0 : errno;
}

// Gives the temporary file the name it is meant for.
int Publish(int directory, const std::string& from, const std::string& to,
            Overwrite overwrite) noexcept {
  if (overwrite == Overwrite::kReplace) {
    return renameat(directory, from.c_str(), directory, to.c_str()) == 0 ? 0 : errno;
  }
  if (system_calls::RenameWithoutReplacing(directory, from.c_str(), to.c_str()) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // Some file systems only know how to link without replacing.
  if (linkat(directory, from.c_str(), directory, to.c_str(), 0) != 0) return errno;
  return unlinkat(directory, from.c_str(), 0) == 0 ? 0 : errno;
}

// Until then a crash may undo the renaming; that is no error, the text is whole.
void SyncDirectory(int directory) noexcept {
  const Descriptor readable(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable.is_open()) static_cast<void>(fsync(readable.get()));
}

}  // namespace

int WriteAtomically(int directory, const std::string& name, std::string_view text,
                    Overwrite overwrite, Durability durability) {
  struct stat old;
  const bool replaces = fstatat(directory, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (replaces && overwrite == Overwrite::kRefuse) return EEXIST;
  if (replaces && !S_ISREG(old.st_mode)) return WhyNotReplaced(old.st_mode);

  const Temporary temporary = MakeTemporary(directory, 0666);
  if (!temporary.file.is_open()) return errno;
  int reason = WriteAll(temporary.file.get(), text, durability);
  if (reason == 0 && replaces) {
    reason = system_calls::SetMode(temporary.file.get(), old.st_mode & 07777) == 0 ? 0 : errno;
  }
  // What was not there is not to be replaced, should it come meanwhile.
  const Overwrite how = replaces ? overwrite : Overwrite::kRefuse;
  if (reason == 0) reason = Publish(directory, temporary.name, name, how);
  if (reason != 0) {
    static_cast<void>(unlinkat(directory, temporary.name.c_str(), 0));
    return reason;
  }
  if (durability == Durability::kAtOnce) SyncDirectory(directory);
  return 0;
}

}  // namespace galley
