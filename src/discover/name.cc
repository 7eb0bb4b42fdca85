// The rules in the order in which they are explained; the first that is broken is told.
#include "discover/name.h"

#include "base/utf8.h"
#include "diag/display.h"
#include "files/path.h"

namespace galley {

std::string FindNameFault(std::string_view name, const Limits& limits) {
  if (name.empty()) return "is not empty";
  if (name.size() > limits.name) return "has at most " + std::to_string(limits.name) + " bytes";
  if (name.front() == '/') return "does not start with `/`";
  if (name.back() == '/') return "does not end with `/`";
  if (name.find('\\') != std::string_view::npos) return "holds no backslash";
  if (!IsValidUtf8(name)) return "is valid UTF-8";
  if (HoldsHidden(name)) return "holds no control or invisible character";
  uint64_t segments = 0;
  for (std::string_view rest = name; !rest.empty();) {
    const std::string_view segment = TakeSegment(&rest);
    if (segment.empty()) return "has no empty segment";
    if (segment == "." || segment == "..") return "has no segment `.` or `..`";
    if (++segments > limits.segments) {
      return "has at most " + std::to_string(limits.segments) + " segments";
    }
  }
  return {};
}

}  // namespace galley
