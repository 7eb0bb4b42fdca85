// Files in memory from the bytes of a fuzz target: `=== path` on a line of its own
// starts the file of that path; what comes before the first such line is the file
// that the target begins with.
#ifndef GALLEY_FUZZ_VIRTUAL_TREE_H_
#define GALLEY_FUZZ_VIRTUAL_TREE_H_

#include <string>
#include <string_view>

#include "files/memory_files.h"

namespace galley {

// Paths that are wrong, or there already, are left out.
inline MemoryFiles ReadVirtualTree(std::string_view bytes, std::string first) {
  constexpr std::string_view kMark = "=== ";
  MemoryFiles files;
  std::string path = std::move(first);
  std::string text;
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end == bytes.npos ? bytes.size() : end + 1);
    if (line.starts_with(kMark)) {
      static_cast<void>(files.Add(path, std::move(text)).has_value());
      path = line.substr(kMark.size());
      text.clear();
    } else {
      text.append(line);
      if (end != bytes.npos) text += '\n';
    }
  }
  static_cast<void>(files.Add(path, std::move(text)).has_value());
  return files;
}

}  // namespace galley

#endif  // GALLEY_FUZZ_VIRTUAL_TREE_H_
