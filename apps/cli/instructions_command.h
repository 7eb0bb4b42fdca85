// `galley instructions`: instruction sets.
#ifndef GALLEY_APPS_CLI_INSTRUCTIONS_COMMAND_H_
#define GALLEY_APPS_CLI_INSTRUCTIONS_COMMAND_H_

#include <string>

#include "command_line.h"

namespace galley::cli {

struct InstructionArguments {
  std::string action;
  std::string manifest;
  std::string root;
  std::string kind;
  std::string to;
  bool strict = false;
  bool lenient = false;
  bool check = false;
  bool force = false;
};

Command InstructionsCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_INSTRUCTIONS_COMMAND_H_
