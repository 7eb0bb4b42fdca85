// `galley fmt`: lays templates and documents out as all of them are.
#ifndef GALLEY_APPS_CLI_FORMAT_COMMAND_H_
#define GALLEY_APPS_CLI_FORMAT_COMMAND_H_

#include <string>
#include <vector>

#include "command_line.h"

namespace galley::cli {

struct FormatArguments {
  std::vector<std::string> files;
  bool check = false;
};

Command FormatCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_FORMAT_COMMAND_H_
