#include "git_revision.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "galley/diagnostic.h"

extern char** environ;

namespace galley::cli {
namespace {

struct Outcome {
  int status = -1;     // 127: there is no such program
  std::string output;  // what it printed
};

// Runs a program to its end; what it has to say on standard error is not kept.
Outcome RunProgram(std::vector<std::string> words) {
  Outcome outcome;
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return outcome;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = -1;
  const int started =
      posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = read(ends[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    outcome.output.append(buffer.data(), static_cast<size_t>(count));
  }
  close(ends[0]);
  if (started != 0) {
    outcome.status = started == ENOENT ? 127 : -1;
    return outcome;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

Diagnostic Unavailable(std::string message, std::string hint = {}) {
  Diagnostic problem;
  problem.code = "revision-unavailable";
  problem.message = std::move(message);
  problem.hint = std::move(hint);
  return problem;
}

std::string WithoutLineBreak(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

Result<GitRevision> GitRevision::CheckOut(const std::string& directory,
                                          const std::string& revision) {
  const std::string here = directory.empty() ? "." : directory;
  // A revision is a name, never an option.
  if (revision.empty() || revision.starts_with('-')) {
    return Unavailable("`" + revision + "` is no revision");
  }
  const Outcome top = RunProgram({"git", "-C", here, "rev-parse", "--show-toplevel"});
  if (top.status == 127) {
    return Unavailable("there is no program `git`", "install git, or name two directories");
  }
  if (top.status != 0) return Unavailable("the directory is in no Git repository");
  const std::string root = WithoutLineBreak(top.output);
  const std::string inside =
      WithoutLineBreak(RunProgram({"git", "-C", here, "rev-parse", "--show-prefix"}).output);
  const Outcome known =
      RunProgram({"git", "-C", root, "rev-parse", "--verify", "--quiet", revision + "^{tree}"});
  if (known.status != 0) {
    const bool is_shallow =
        RunProgram({"git", "-C", root, "rev-parse", "--is-shallow-repository"})
            .output.starts_with("true");
    return Unavailable(
        "the repository has no revision `" + revision + "`",
        is_shallow ? "the clone is shallow: `git fetch --depth=1 origin " + revision + "` gets it"
                   : "");
  }
  const char* base = std::getenv("TMPDIR");
  std::string place = std::string(base && *base ? base : "/tmp") + "/galley-revision-XXXXXX";
  if (!mkdtemp(place.data())) return Unavailable("no directory can be made for the revision");
  GitRevision made(place);
  const std::string archive = place + "/archive.tar";
  const std::string tree = place + "/tree";
  const bool is_there =
      RunProgram({"git", "-C", root, "archive", "--format=tar", "-o", archive, revision}).status ==
          0 &&
      RunProgram({"mkdir", tree}).status == 0 &&
      RunProgram({"tar", "-xf", archive, "-C", tree}).status == 0;
  if (!is_there) return Unavailable("the revision `" + revision + "` cannot be checked out");
  made.directory_ = tree + '/' + inside;
  return made;
}

GitRevision::GitRevision(GitRevision&& other) noexcept
    : root_(std::exchange(other.root_, {})), directory_(std::move(other.directory_)) {}

GitRevision::~GitRevision() {
  if (!root_.empty()) RunProgram({"rm", "-rf", "--", root_});
}

}  // namespace galley::cli
