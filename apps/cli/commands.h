// The commands.  Each makes parameters, calls an operation and prints; none
// knows more than that.
#ifndef GALLEY_APPS_CLI_COMMANDS_H_
#define GALLEY_APPS_CLI_COMMANDS_H_

#include "arguments.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

ExitCode RunCommand(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_COMMANDS_H_
