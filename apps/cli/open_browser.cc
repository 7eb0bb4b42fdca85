// The program is spawned in a group of its own, with its streams to nowhere, and never waited
// for; no shell reads the address.
#include "open_browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>

namespace galley::cli {

void OpenInBrowser(const std::string& address) {
  const char* preferred = std::getenv("BROWSER");
  std::string program = preferred && *preferred ? preferred : "xdg-open";
  std::string words = address;
  char* const arguments[] = {program.data(), words.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // What it says is nothing that was asked for.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
  }
  // A group of its own: Ctrl+C here does not end it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  (void)posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
}

}  // namespace galley::cli
