// Whoever runs the module resolves links, and lets none lead out of the working directory.
#include "system.h"

#include <sys/stat.h>
#include <unistd.h>

#include <climits>

namespace galley::cli {

uint32_t TerminalColumns(int) { return 0; }

std::string ResolvedPath(const std::string& path) {
  struct stat status;
  char directory[PATH_MAX];
  if (stat(path.c_str(), &status) != 0 || !getcwd(directory, sizeof directory)) return {};
  if (path.starts_with('/')) return path;
  return path == "." ? directory : std::string(directory) + '/' + path;
}

}  // namespace galley::cli
