// Files on disk, confined to a root: whatever a path or a symbolic link says, and
// whoever renames files meanwhile, nothing outside the root is read or written.
//
// The root is opened once and every path is opened from that handle.  Where the
// system has openat2, the kernel resolves the path beneath the root: links that
// stay inside are followed, absolute ones only where the whole path is one.
// Elsewhere each segment is opened by itself and no link is followed at all, which
// is stricter.
#ifndef GALLEY_FILES_DISK_FILES_H_
#define GALLEY_FILES_DISK_FILES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "files/descriptor.h"
#include "files/files.h"

namespace galley {

enum class Durability : uint8_t;  // files/atomic_write.h

enum class Confinement : uint8_t {
  kAutomatic,  // the kernel's where there is one
  kBySegment,  // the stricter one, for tests
};

class DiskFiles final : public Files {
 public:
  // `directory` is taken as it is, links and all.  Fails with file-not-found,
  // file-not-directory or file-unreadable.
  static Result<DiskFiles> Open(const std::string& directory,
                                Confinement confinement = Confinement::kAutomatic);

  // Regular files only: a pipe, a device or a socket is opened without waiting
  // for it, recognised and closed.
  Result<std::string> Read(std::string_view path, uint64_t max_bytes) const override;
  Result<void> List(std::string_view directory, Listing* listing) const override;
  Result<FileKind> Stat(std::string_view path) const override;
  Result<std::unique_ptr<Files>> Below(std::string_view directory) const override;
  // Written beside the place under another name, brought to the disk, then renamed.
  Result<void> Write(std::string_view path, std::string_view text, Overwrite overwrite) override;
  Result<void> WriteUnsynced(std::string_view path, std::string_view text,
                             Overwrite overwrite) override;
  // One call for the whole file system, which costs less than one for each file.
  Result<void> Sync() override;

  Confinement confinement() const noexcept { return confinement_; }

 private:
  DiskFiles(Descriptor root, Confinement confinement) noexcept
      : root_(std::move(root)), confinement_(confinement) {}

  // Opens what a checked path leads to; the empty path is the root.
  Result<Descriptor> OpenPath(std::string_view path, int flags) const;
  Result<void> WriteFile(std::string_view path, std::string_view text, Overwrite overwrite,
                         Durability durability);
  // Opens a directory; it and those above it are made where they are missing.
  Result<Descriptor> MakeDirectory(std::string_view path) const;

  Descriptor root_;
  Confinement confinement_;
};

// `path` made absolute, with every link in it resolved.  Fails with file-not-found
// or file-unreadable.
Result<std::string> ResolvePath(const std::string& path);

// A file that a user named, on the command line say: any path, not confined, and
// a pipe will do.  `-` is standard input.
Result<std::string> ReadNamedFile(const std::string& path, uint64_t max_bytes);
// A file that a configuration names: any path, but a regular file.
Result<std::string> ReadRegularFile(const std::string& path, uint64_t max_bytes);

}  // namespace galley

#endif  // GALLEY_FILES_DISK_FILES_H_
