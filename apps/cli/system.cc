// Thin over the system's calls; what they cannot tell is 0 or empty, and no error.
#include "system.h"

#include <sys/ioctl.h>

#include <cstdlib>

namespace galley::cli {

uint32_t TerminalColumns(int descriptor) {
  winsize size = {};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string ResolvedPath(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  std::string text = resolved ? resolved : "";
  std::free(resolved);
  return text;
}

}  // namespace galley::cli
