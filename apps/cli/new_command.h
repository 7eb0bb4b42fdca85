// `galley new`: a built-in template as a file of the project.
#ifndef GALLEY_APPS_CLI_NEW_COMMAND_H_
#define GALLEY_APPS_CLI_NEW_COMMAND_H_

#include "command_line.h"

namespace galley::cli {

Command NewCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_NEW_COMMAND_H_
