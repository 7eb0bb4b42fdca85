// A pseudo-terminal, of which this process holds both ends: what the program wrote would be lost
// with the last of those who hold its end.
#include "tests/cli/terminal.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace galley::testing {
namespace {

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::string RunOnTerminal(const std::vector<std::string>& words,
                          const std::vector<std::string>& environment, unsigned short columns) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) std::abort();
  const std::string name = ptsname(terminal);
  // Held open here as well, so that what the program wrote is not lost when it ends.
  const int other_end = open(name.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);

  const winsize window = {24, columns, 0, 0};
  if (columns > 0) ioctl(terminal, TIOCSWINSZ, &window);

  const pid_t child = fork();
  if (child == 0) {
    for (int stream = 0; stream < 3; ++stream) dup2(other_end, stream);
    execve(words[0].c_str(), Pointers(words).data(), Pointers(environment).data());
    _exit(127);
  }
  waitpid(child, nullptr, 0);

  std::string text;
  std::array<char, 65536> buffer;
  fcntl(terminal, F_SETFL, O_NONBLOCK);
  for (ssize_t size; (size = read(terminal, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(size));
  }
  close(other_end);
  close(terminal);
  return text;
}

}  // namespace galley::testing
