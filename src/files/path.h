// Paths as every file interface takes them: relative to a root, segments joined
// by `/`.  They are checked here, before any file system sees them, so `..` and
// absolute paths never reach one.
#ifndef GALLEY_FILES_PATH_H_
#define GALLEY_FILES_PATH_H_

#include <cstddef>
#include <string_view>

#include "galley/result.h"

namespace galley {

// The longest path in bytes, that of Linux without its closing NUL.
inline constexpr size_t kMaxPath = 4095;

// Fails with file-outside-root for an absolute path and for a `..` segment, with
// file-not-found for what can name no file: the empty path, an empty or `.`
// segment, a NUL byte, more than kMaxPath bytes.  Other bytes are taken as they
// are, since a file system may hold any of them.
Result<void> CheckPath(std::string_view path);

// The part of `*rest` before its first `/`; `*rest` becomes what follows it.
std::string_view TakeSegment(std::string_view* rest) noexcept;

}  // namespace galley

#endif  // GALLEY_FILES_PATH_H_
