// The commands that work with templates by their names, as the command line takes
// them.
#ifndef GALLEY_APPS_CLI_WORKSPACE_ARGUMENTS_H_
#define GALLEY_APPS_CLI_WORKSPACE_ARGUMENTS_H_

#include <vector>

#include "arguments.h"
#include "command_line.h"

namespace galley::cli {

// `--type`, for what is named by its path.
Option TypeOption(Arguments* arguments);
// The options that tell which workspace.
std::vector<Option> WorkspaceOptions(Arguments* arguments);
// `--trace` and `--trace-content`.
std::vector<Option> TraceOptions(Arguments* arguments);

std::vector<Command> WorkspaceCommands(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_WORKSPACE_ARGUMENTS_H_
