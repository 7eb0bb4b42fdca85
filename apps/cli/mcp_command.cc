// Standard output belongs to the protocol; everything else goes to standard error.
#include "mcp_command.h"

#include <unistd.h>

#include "apps/mcp/stdio.h"
#include "arguments.h"
#include "call_and_print.h"
#include "output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

ExitCode RunMcp(const Arguments& arguments, const Output& output) {
  const Result<Workspace> workspace = OpenServedWorkspace(arguments);
  if (!workspace) return output.Fail(workspace.error());
  mcp::ServerOptions options;
  options.lists_store = !arguments.workspace.store.empty();
  if (arguments.mcp.system == "refuse") options.system = mcp::SystemRole::kRefuse;
  const Result<void> served =
      mcp::ServeStdio(STDIN_FILENO, STDOUT_FILENO, *workspace, options, Limits().request);
  return served ? ExitCode::kOk : output.Fail(served.error());
}

}  // namespace

Command McpCommand(Arguments* arguments) {
  return {
      .name = "mcp",
      .about = "Serve templates to editors and agents: the Model Context Protocol",
      .examples =
          "  galley mcp --project-root ~/prompts\n"
          "  galley mcp --store postgresql://prompts --system refuse\n"
          "\n"
          "Messages are lines on standard input and output.  docs/mcp.md tells how to add it to\n"
          "editors and agents.",
      .run = RunMcp,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = "--system",
                         .about = "What becomes of system messages, which prompts do not have: "
                                  "messages of the user (the default), or an error",
                         .target = &arguments->mcp.system,
                         .choices = {"user", "refuse"}}}}),
  };
}

}  // namespace galley::cli
