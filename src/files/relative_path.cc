// Joins and shortens paths as text: `..` is resolved against segments, never against
// directories.
#include "files/relative_path.h"

#include <vector>

namespace galley {
namespace {

bool IsLetter(char byte) noexcept {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// scheme://
bool IsUrl(std::string_view path) noexcept {
  if (!IsLetter(path.front())) return false;
  const size_t end =
      path.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");
  return end != path.npos && path.substr(end).starts_with("://");
}

// The parts of `path` between slashes, at once.
std::vector<std::string_view> Segments(std::string_view path) {
  std::vector<std::string_view> segments;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    segments.push_back(path.substr(0, slash));
    path.remove_prefix(slash == path.npos ? path.size() : slash + 1);
  }
  return segments;
}

void AppendSegment(std::string_view segment, std::string* path) {
  if (!path->empty()) *path += '/';
  *path += segment;
}

}  // namespace

std::string_view WhyNotRelative(std::string_view path) noexcept {
  if (path.empty()) return "is empty";
  if (path.find('\0') != path.npos) return "holds a NUL byte";
  if (path.find('\\') != path.npos) return "holds a backslash";
  if (path.front() == '/') return "is absolute";
  if (IsUrl(path)) return "is a URL";
  if (path.size() > 1 && IsLetter(path[0]) && path[1] == ':') return "begins with a drive letter";
  return {};
}

std::optional<std::string> JoinPath(std::string_view directory, std::string_view path) {
  std::vector<std::string_view> kept = Segments(directory);
  for (const std::string_view segment : Segments(path)) {
    if (segment.empty() || segment == ".") continue;
    if (segment != "..") {
      kept.push_back(segment);
    } else if (kept.empty()) {
      return std::nullopt;
    } else {
      kept.pop_back();
    }
  }
  std::string joined;
  for (const std::string_view segment : kept) AppendSegment(segment, &joined);
  return joined;
}

std::string_view DirectoryOf(std::string_view path) noexcept {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

std::string_view FileNameOf(std::string_view path) noexcept {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

bool IsBelow(std::string_view path, std::string_view directory) noexcept {
  if (directory.empty()) return true;
  return path.starts_with(directory) &&
         (path.size() == directory.size() || path[directory.size()] == '/');
}

std::string_view PathBelow(std::string_view path, std::string_view directory) noexcept {
  if (directory.empty()) return path;
  return path.size() == directory.size() ? std::string_view() : path.substr(directory.size() + 1);
}

std::string RelativePath(std::string_view path, std::string_view directory) {
  const std::vector<std::string_view> to = Segments(path);
  const std::vector<std::string_view> from = Segments(directory);
  size_t same = 0;
  while (same < to.size() && same < from.size() && to[same] == from[same]) ++same;
  std::string relative;
  for (size_t at = same; at < from.size(); ++at) AppendSegment("..", &relative);
  for (size_t at = same; at < to.size(); ++at) AppendSegment(to[at], &relative);
  return relative;
}

}  // namespace galley
