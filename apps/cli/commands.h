// The commands that need no templates.  Each command makes parameters, calls an
// operation and prints; none knows more than that.
#ifndef GALLEY_APPS_CLI_COMMANDS_H_
#define GALLEY_APPS_CLI_COMMANDS_H_

#include "arguments.h"
#include "command_line.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

Command CallCommand(Arguments* arguments);
Command CompletionsCommand(Arguments* arguments);
Command ErrorsCommand(Arguments* arguments);
Command LimitsCommand(Arguments* arguments);
Command OperationsCommand(Arguments* arguments);
Command ReadCommand(Arguments* arguments);
Command RpcCommand(Arguments* arguments);

// What options of the program ask for.
ExitCode RunText(const Arguments& arguments, const Output& output);
ExitCode RunVersion(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_COMMANDS_H_
