// What the command has not got in WebAssembly, where there are no sockets, no threads and no
// other programs: these commands say so.
#include "arguments.h"
#include "batch_command.h"
#include "browse.h"
#include "doctor_command.h"
#include "galley/command.h"
#include "git_revision.h"
#include "mcp_command.h"
#include "output.h"
#include "serve_command.h"
#include "watch_command.h"

namespace galley::cli {
namespace {

Diagnostic Absent(std::string_view what) {
  Diagnostic problem =
      UsageProblem("`galley " + std::string(what) + "` is not part of the command in WebAssembly");
  problem.hint = "the native command has it";
  return problem;
}

template <const char* kName>
ExitCode RunAbsent(const Arguments&, const Output& output) {
  return output.Fail(Absent(kName));
}

constexpr char kBatch[] = "batch";
constexpr char kDoctor[] = "doctor";
constexpr char kMcp[] = "mcp";
constexpr char kServe[] = "serve";
constexpr char kStudio[] = "studio";
constexpr char kToken[] = "token";
constexpr char kWatch[] = "watch";

template <const char* kName>
Command AbsentCommand() {
  return {.name = kName,
          .about = "Not here: the native command has it",
          .examples = {},
          .run = RunAbsent<kName>};
}

}  // namespace

Command BatchCommand(Arguments*) { return AbsentCommand<kBatch>(); }
Command DoctorCommand(Arguments*) { return AbsentCommand<kDoctor>(); }
Command McpCommand(Arguments*) { return AbsentCommand<kMcp>(); }
Command ServeCommand(Arguments*) { return AbsentCommand<kServe>(); }
Command StudioCommand(Arguments*) { return AbsentCommand<kStudio>(); }
Command TokenCommand(Arguments*) { return AbsentCommand<kToken>(); }
Command WatchCommand(Arguments*) { return AbsentCommand<kWatch>(); }

bool IsWatchable(std::string_view) { return false; }
ExitCode RunWatch(const Arguments& arguments, const Output& output) {
  return RunAbsent<kWatch>(arguments, output);
}

ExitCode RunBrowse(const Arguments&, const Output& output) { return output.Fail(Absent("browse")); }

Result<GitRevision> GitRevision::CheckOut(const std::string&, const std::string&) {
  return Absent("diff --rev");
}

GitRevision::GitRevision(GitRevision&&) noexcept = default;
GitRevision::~GitRevision() = default;

}  // namespace galley::cli
