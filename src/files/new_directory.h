// Making the directory that a file of our own will lie in.
#ifndef GALLEY_FILES_NEW_DIRECTORY_H_
#define GALLEY_FILES_NEW_DIRECTORY_H_

#include <string>

#include "galley/result.h"

namespace galley {

// Makes the directories that `path`, which its owner chose, lies in.  Fails with
// output-failed.
Result<void> MakeDirectoryOf(const std::string& path);

// Whether anything has that path.
bool IsThere(const std::string& path) noexcept;
// Whether a file that a database keeps at `path`, itself or beside it, may be opened for
// writing: it is not there, or a regular file.  `path` itself may be a link to one.
enum class Through : bool { kNoLink, kLink };
bool IsFreeOrRegular(const std::string& path, Through through) noexcept;
// Whether it lies on a file system that nobody can write to.
bool IsOnReadOnlyDisk(const std::string& path) noexcept;

}  // namespace galley

#endif  // GALLEY_FILES_NEW_DIRECTORY_H_
