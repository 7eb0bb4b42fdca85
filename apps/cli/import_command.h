// `galley import`: a document of another tool as one of ours.
#ifndef GALLEY_APPS_CLI_IMPORT_COMMAND_H_
#define GALLEY_APPS_CLI_IMPORT_COMMAND_H_

#include <string>

#include "command_line.h"

namespace galley::cli {

struct ImportArguments {
  std::string file = "-";
  std::string name;
  std::string to;
};

Command ImportCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_IMPORT_COMMAND_H_
