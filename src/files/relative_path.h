// Paths that documents name each other by: checked as text and brought into one
// form before any file is asked for.
#ifndef GALLEY_FILES_RELATIVE_PATH_H_
#define GALLEY_FILES_RELATIVE_PATH_H_

#include <optional>
#include <string>
#include <string_view>

namespace galley {

// Why `path` cannot be a relative path at all (empty, absolute, a URL, a drive
// letter, a backslash, a NUL byte), or nothing where it can.
std::string_view WhyNotRelative(std::string_view path) noexcept;

// `path` seen from `directory`, without empty, `.` and `..` segments; nothing where
// it leads above the top.
std::optional<std::string> JoinPath(std::string_view directory, std::string_view path);

// The part of a path before its last segment, without the slash.
std::string_view DirectoryOf(std::string_view path) noexcept;
std::string_view FileNameOf(std::string_view path) noexcept;

// Whether `path` is `directory` or lies below it; both as JoinPath gives them.
bool IsBelow(std::string_view path, std::string_view directory) noexcept;
// `path`, which lies below `directory`, as seen from there.
std::string_view PathBelow(std::string_view path, std::string_view directory) noexcept;

// `path` as seen from `directory`, with `../` where it lies elsewhere.
std::string RelativePath(std::string_view path, std::string_view directory);

}  // namespace galley

#endif  // GALLEY_FILES_RELATIVE_PATH_H_
