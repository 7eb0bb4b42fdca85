// The command runs in this process and opens everything anew each time, so that whatever was
// wrong, also with the configuration, is looked at again.
#include "watch_command.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "apps/mcp/watch.h"
#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"

namespace galley::cli {
namespace {

constexpr std::array<std::string_view, 3> kCommands = {"render", "explain", "test"};
// Editors write, rename and touch a file in a row.
constexpr int kSettleMilliseconds = 50;

ExitCode RunWithoutCommand(const Arguments&, const Output& output) {
  Diagnostic missing = UsageProblem("`galley watch` needs a command: render, explain or test");
  missing.hint = "as in `galley watch render hello -d data.json`";
  return output.Fail(missing);
}

// The files that a command reads besides templates.
void AddFiles(const Arguments& arguments, mcp::Watch* watch) {
  const auto add = [&](const std::string& path) {
    if (!path.empty() && path != "-") watch->AddFile(path);
  };
  for (const std::string& file : arguments.data) add(file);
  for (const std::string& word : arguments.values) {
    const size_t mark = word.find("=@:");
    if (mark != word.npos) add(word.substr(mark + 3));
  }
  for (const std::string& name : arguments.workspace.templates) {
    if (name.find('/') != name.npos || access(name.c_str(), F_OK) == 0) add(name);
  }
  add(arguments.inject);
  add(arguments.workspace.config);
}

// What tests name lies in the project's own directory, as a rule.
void AddProject(const Workspace& workspace, mcp::Watch* watch) {
  const Result<Reply> view = workspace.Call("config.view");
  if (!view) return;
  watch->AddTree(std::string(view->result().Find("project_root").as_string()) + "/.galley");
}

void WaitForChange(mcp::Watch* watch) {
  pollfd wait = {watch->descriptor(), POLLIN, 0};
  do {
    poll(&wait, 1, -1);
  } while (!watch->Drain());
  while (poll(&wait, 1, kSettleMilliseconds) > 0) watch->Drain();
}

}  // namespace

bool IsWatchable(std::string_view name) {
  return std::find(kCommands.begin(), kCommands.end(), name) != kCommands.end();
}

ExitCode RunWatch(const Arguments& arguments, const Output& output) {
  const Result<Workspace> workspace = OpenWorkspace(arguments);
  if (!workspace) return output.Fail(workspace.error());
  mcp::Watch watch(*workspace);
  if (watch.descriptor() < 0) {
    return output.Fail(InternalProblem("the system does not tell when files change"));
  }
  AddFiles(arguments, &watch);
  AddProject(*workspace, &watch);
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  for (;;) {
    constexpr char kClear[] = "\x1b[H\x1b[2J\x1b[3J";
    if (is_terminal) output.Print(kClear, Text::kExact);
    const ExitCode ended = arguments.watched(arguments, output);
    // Nobody reads any more.
    if (ended == ExitCode::kInternal && !is_terminal) return ended;
    output.Tell("-- waits for a change; control and C end it\n");
    WaitForChange(&watch);
  }
}

Command WatchCommand(Arguments* arguments) {
  return {
      .name = "watch",
      .about = "Render, explain or test again whenever a file changes",
      .examples =
          "  galley watch render hello -d data.json\n"
          "  galley watch explain assistant -d data.json --budget 4k\n"
          "  galley watch test assistant\n"
          "\n"
          "It looks at templates, tests, the configuration, and the files that the command\n"
          "reads.  What is wrong is printed, and looked at again after the next change.",
      .run = RunWithoutCommand,
      .options = {{.names = "COMMAND",
                   .about = "render, explain or test, with all that belongs to it",
                   .target = &arguments->watched_command,
                   .choices = {"render", "explain", "test"}}},
  };
}

}  // namespace galley::cli
