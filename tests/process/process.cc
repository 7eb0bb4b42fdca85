// Writes and reads are polled together: a program that writes before it has read everything would
// otherwise wait for us while we wait for it.
#include "tests/process/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>

namespace galley::testing {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;

  Pipe() {
    std::array<int, 2> ends;
    if (pipe2(ends.data(), O_CLOEXEC) != 0) std::abort();
    read = ends[0];
    write = ends[1];
  }
};

std::vector<char*> Pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void RunChild(const std::vector<std::string>& words, const ProcessOptions& options,
                           const Pipe& in, const Pipe& out, const Pipe& err) {
  dup2(in.read, STDIN_FILENO);
  dup2(out.write, STDOUT_FILENO);
  dup2(err.write, STDERR_FILENO);
  if (chdir(options.directory.c_str()) != 0) _exit(126);
  std::vector<std::string> environment = options.environment;
  const char* path = getenv("PATH");
  environment.push_back(std::string("PATH=") + (path ? path : ""));
  execve(words[0].c_str(), Pointers(words).data(), Pointers(environment).data());
  _exit(127);
}

// Reads what is there; closes the pipe at its end.
void ReadSome(int* from, std::string* to) {
  std::array<char, 65536> buffer;
  const ssize_t size = read(*from, buffer.data(), buffer.size());
  if (size > 0) {
    to->append(buffer.data(), static_cast<size_t>(size));
  } else {
    close(*from);
    *from = -1;
  }
}

// Writes what fits; closes the pipe when all is written or nobody reads it.
void WriteSome(int* to, std::string_view* text) {
  const ssize_t size = write(*to, text->data(), std::min<size_t>(text->size(), 65536));
  if (size > 0) text->remove_prefix(static_cast<size_t>(size));
  if (size < 0 || text->empty()) {
    close(*to);
    *to = -1;
  }
}

void Exchange(int in, std::string_view input, int out, int err, ProcessResult* result) {
  if (input.empty()) {
    close(in);
    in = -1;
  }
  while (out >= 0 || err >= 0) {
    std::array<pollfd, 3> polls = {{{in, POLLOUT, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}}};
    if (poll(polls.data(), polls.size(), -1) < 0) continue;
    if (in >= 0 && polls[0].revents) WriteSome(&in, &input);
    if (out >= 0 && polls[1].revents) ReadSome(&out, &result->output);
    if (err >= 0 && polls[2].revents) ReadSome(&err, &result->error);
  }
  if (in >= 0) close(in);
}

}  // namespace

ProcessResult RunProcess(const std::vector<std::string>& words, const ProcessOptions& options) {
  signal(SIGPIPE, SIG_IGN);
  const Pipe in;
  const Pipe out;
  const Pipe err;
  const pid_t child = fork();
  if (child == 0) RunChild(words, options, in, out, err);
  close(in.read);
  close(out.write);
  close(err.write);

  ProcessResult result;
  Exchange(in.write, options.input, out.read, err.read, &result);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.peak_memory_kib = usage.ru_maxrss;
  return result;
}

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = std::filesystem::temp_directory_path() / "galley-test-XXXXXX";
  if (!mkdtemp(pattern.data())) std::abort();
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace galley::testing
