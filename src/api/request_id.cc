// Scans the outermost map by bytes, since the line may not be JSON; it looks at strings and
// brackets only.
#include "api/request_id.h"

#include <algorithm>

namespace galley::api {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// The end of the string that starts at `begin`, after its closing quote.
size_t EndOfString(std::string_view line, size_t begin) noexcept {
  for (size_t at = begin + 1; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '"') {
      return at + 1;
    }
  }
  return line.size();
}

// The string or other scalar after `begin`, or nothing for a list or a map.
std::string_view ScalarAfter(std::string_view line, size_t begin) noexcept {
  begin = std::min(line.find_first_not_of(kBlanks, begin), line.size());
  const std::string_view rest = line.substr(begin);
  if (rest.empty() || rest[0] == '{' || rest[0] == '[') return {};
  if (rest[0] == '"') return rest.substr(0, EndOfString(rest, 0));
  return rest.substr(0, rest.find_first_of(" \t\r\n,}"));
}

}  // namespace

std::string_view FindRequestId(std::string_view line) noexcept {
  std::string_view id;
  std::string_view last_string;
  size_t depth = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char byte = line[at];
    if (byte == '"') {
      const size_t end = EndOfString(line, at);
      last_string = line.substr(at, end - at);
      at = end - 1;
    } else if (byte == '{' || byte == '[') {
      ++depth;
    } else if (byte == '}' || byte == ']') {
      if (depth <= 1) break;
      --depth;
    } else if (byte == ':' && depth == 1 && last_string == "\"id\"") {
      // Of equal keys the last one counts, as in the rest of a request.
      id = ScalarAfter(line, at + 1);
    }
  }
  return id;
}

}  // namespace galley::api
