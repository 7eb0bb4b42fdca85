// `galley mcp`: the Model Context Protocol on standard input and output.
#ifndef GALLEY_APPS_CLI_MCP_COMMAND_H_
#define GALLEY_APPS_CLI_MCP_COMMAND_H_

#include <string>

#include "command_line.h"

namespace galley::cli {

struct McpArguments {
  std::string system;  // user, refuse
};

Command McpCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_MCP_COMMAND_H_
