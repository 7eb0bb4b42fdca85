// What the command asks the system beyond what WebAssembly has: wasi/system.cc is for there.
#ifndef GALLEY_APPS_CLI_SYSTEM_H_
#define GALLEY_APPS_CLI_SYSTEM_H_

#include <cstdint>
#include <string>

namespace galley::cli {

// How many columns a terminal has; 0 where that is not known, and of what is no terminal.
uint32_t TerminalColumns(int descriptor);

// An absolute path without links; empty where it leads nowhere.
std::string ResolvedPath(const std::string& path);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_SYSTEM_H_
