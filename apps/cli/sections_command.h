// `galley resolve` and `galley schema`: section templates.
#ifndef GALLEY_APPS_CLI_SECTIONS_COMMAND_H_
#define GALLEY_APPS_CLI_SECTIONS_COMMAND_H_

#include "arguments.h"
#include "command_line.h"

namespace galley::cli {

Command ResolveCommand(Arguments* arguments);
Command SchemaCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_SECTIONS_COMMAND_H_
