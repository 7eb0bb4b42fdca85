// Checks text only; no file system is asked.
#include "files/path.h"

#include <string>

#include "diag/report.h"

namespace galley {
namespace {

Diagnostic NamesNothing(std::string_view path, std::string_view why) {
  return Report(Code::kFileNotFound, Quoted(path) + " names no file: a path " + std::string(why));
}

Diagnostic LeadsOut(std::string_view path, std::string_view why) {
  return Report(Code::kFileOutsideRoot,
                Quoted(path) + " leads out of its root: a path " + std::string(why));
}

}  // namespace

std::string_view TakeSegment(std::string_view* rest) noexcept {
  const size_t slash = rest->find('/');
  const std::string_view segment = rest->substr(0, slash);
  rest->remove_prefix(slash == std::string_view::npos ? rest->size() : slash + 1);
  return segment;
}

Result<void> CheckPath(std::string_view path) {
  if (path.empty()) return NamesNothing(path, "is not empty");
  if (path.size() > kMaxPath) return NamesNothing(path, "has at most 4095 bytes");
  if (path.front() == '/') return LeadsOut(path, "is relative");
  if (path.back() == '/') return NamesNothing(path, "ends with a name");
  if (path.find('\0') != std::string_view::npos) {
    return NamesNothing(path, "holds no NUL byte");
  }
  for (std::string_view rest = path; !rest.empty();) {
    const std::string_view segment = TakeSegment(&rest);
    if (segment == "..") return LeadsOut(path, "holds no `..` segment");
    if (segment.empty()) return NamesNothing(path, "holds no empty segment");
    if (segment == ".") return NamesNothing(path, "holds no `.` segment");
  }
  return {};
}

}  // namespace galley
