// Runs the chooser between two pipes and reads a number back, so that no name has to survive the
// way through it.
#include "browse.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call_and_print.h"
#include "galley/galley.h"
#include "table.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

constexpr char kChooser[] = "fzf";

bool IsInstalled(std::string_view program) {
  const char* variable = std::getenv("PATH");
  std::string_view path = variable ? variable : "";
  while (!path.empty()) {
    const size_t colon = path.find(':');
    const std::string file = std::string(path.substr(0, colon)) + '/' + std::string(program);
    if (access(file.c_str(), X_OK) == 0) return true;
    path.remove_prefix(colon == std::string_view::npos ? path.size() : colon + 1);
  }
  return false;
}

// One line an entry: name, tier, path, absolute path for the preview, number.
std::string Lines(const Json& entries) {
  std::string text;
  for (size_t at = 0; at < entries.size(); ++at) {
    const Json entry = entries.item(at);
    for (const std::string_view field :
         {"logical_name", "tier", "relative_path", "absolute_path"}) {
      text += Cell(entry.Find(field));
      const bool is_shown_last = field == "relative_path";
      if (is_shown_last && entry.Find("reachable_as").is_null()) text += " (no name reaches it)";
      text += '\t';
    }
    text += std::to_string(at) + '\n';
  }
  return text;
}

struct Pipe {
  int out = -1;
  int in = -1;
};

std::optional<Pipe> MakePipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{ends[0], ends[1]};
}

// Starts the chooser between two pipes; -1 where it cannot be started.
pid_t Start(std::vector<std::string> words, int input, int output) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  // We ignore broken pipes; it should not.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t restored;
  sigemptyset(&restored);
  sigaddset(&restored, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &restored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t child = -1;
  if (posix_spawnp(&child, words[0].c_str(), &actions, &attributes, pointers.data(), environ) !=
      0) {
    child = -1;
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

// A chooser that has ended wants no more lines.
void Feed(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    text.remove_prefix(static_cast<size_t>(count));
  }
}

std::string ReadAll(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(buffer.data(), static_cast<size_t>(count));
  }
}

// The line that the user chose; nothing where the choice was cancelled.
std::string Choose(const std::vector<std::string>& words, std::string_view lines) {
  const std::optional<Pipe> to = MakePipe();
  const std::optional<Pipe> from = MakePipe();
  if (!to || !from) return "";
  const pid_t child = Start(words, to->out, from->in);
  close(to->out);
  close(from->in);
  if (child >= 0) Feed(to->in, lines);
  close(to->in);
  const std::string chosen = child >= 0 ? ReadAll(from->out) : "";
  close(from->out);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return "";
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? chosen : "";
}

// The number at the end of a line, that of an entry; `size` where it is none.
size_t NumberIn(std::string_view line, size_t size) {
  line = line.substr(0, line.find('\n'));
  line = line.substr(line.rfind('\t') + 1);
  size_t number = size;
  std::from_chars(line.data(), line.data() + line.size(), number);
  return number < size ? number : size;
}

// A name that leads back to the chosen one, or why there is none.
ExitCode PrintName(const Arguments& arguments, const Json& entry, const Output& output) {
  const Json name = entry.Find("reachable_as");
  if (!name.is_null()) return output.Print(std::string(name.as_string()) + '\n');
  Context params;
  for (const std::string_view field : {"tier", "root_index", "relative_path"}) {
    params.Set(field, entry.Find(field));
  }
  const Result<Reply> reply = CallOn(arguments, "catalog.reach", std::move(params));
  if (!reply) return output.Fail(reply.error());
  return output.Print(std::string(reply->result().Find("name").as_string()) + '\n');
}

}  // namespace

ExitCode RunBrowse(const Arguments& arguments, const Output& output) {
  const Result<Reply> reply = CallOn(arguments, "catalog.list", ListParams(arguments));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  const Json entries = reply->result().Find("entries");
  if (entries.size() == 0) return output.Fail(NothingFoundProblem("no templates found"));
  if (!IsInstalled(kChooser)) return output.Fail(MissingProgramProblem(kChooser));

  std::vector<std::string> words = {kChooser, "--delimiter=\t", "--with-nth=1,2,3"};
  if (!arguments.no_preview) words.emplace_back("--preview=cat -- {4}");
  const size_t chosen = NumberIn(Choose(words, Lines(entries)), entries.size());
  if (chosen == entries.size()) return ExitCode::kFindings;
  return PrintName(arguments, entries.item(chosen), output);
}

}  // namespace galley::cli
