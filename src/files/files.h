// Files: the one way to files.  There are two implementations, DiskFiles and
// MemoryFiles; nothing else in the library opens a file to read a document, or to
// write one.
//
// Every path is relative to the root of the implementation and is checked as
// path.h says; the empty path is the root itself where a directory is meant.
#ifndef GALLEY_FILES_FILES_H_
#define GALLEY_FILES_FILES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "files/listing.h"
#include "galley/result.h"

namespace galley {

// What to do where a file that is to be written is there already.
enum class Overwrite : uint8_t { kRefuse, kReplace };

// Reading is safe from several threads at once.
class Files {
 public:
  virtual ~Files() = default;

  // The whole of a regular file, at most `max_bytes` long.  Fails with
  // file-not-found, file-unreadable, file-not-regular, file-outside-root or
  // limit-size.
  virtual Result<std::string> Read(std::string_view path, uint64_t max_bytes) const = 0;

  // Replaces `*listing` by what `directory` holds, sorted as Listing::Sort says.
  // Links are listed as links.  Fails as Read does, and with
  // file-not-directory.
  virtual Result<void> List(std::string_view directory, Listing* listing) const = 0;

  // The kind of what `path` leads to, links within the root followed; so the
  // answer is never kSymlink.  Fails with file-not-found (a broken link as well),
  // file-unreadable or file-outside-root.
  virtual Result<FileKind> Stat(std::string_view path) const = 0;

  // These files as seen from `directory`, and confined to it: a link that leads
  // out of it is refused though it stays in the root.  Fails as List does.
  virtual Result<std::unique_ptr<Files>> Below(std::string_view directory) const = 0;

  // Puts `text` at `path`, whole or not at all, and makes the directories it needs.
  // Only a regular file is ever replaced, and no link followed.  Fails with
  // file-exists, file-outside-root or output-failed.
  virtual Result<void> Write(std::string_view path, std::string_view text, Overwrite overwrite) = 0;

  // The same for many files in a row: whoever looks finds each one whole, but a crash of
  // the system may lose or cut what was written since the last Sync.
  virtual Result<void> WriteUnsynced(std::string_view path, std::string_view text,
                                     Overwrite overwrite) {
    return Write(path, text, overwrite);
  }
  // Brings to the disk what WriteUnsynced wrote.  Fails with output-failed.
  virtual Result<void> Sync() { return {}; }

 protected:
  Files() = default;
  Files(const Files&) = default;
  Files& operator=(const Files&) = default;
};

}  // namespace galley

#endif  // GALLEY_FILES_FILES_H_
