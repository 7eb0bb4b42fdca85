// `galley diff`: where two prompts part, and why.
#ifndef GALLEY_APPS_CLI_DIFF_COMMAND_H_
#define GALLEY_APPS_CLI_DIFF_COMMAND_H_

#include <string>
#include <vector>

#include "command_line.h"

namespace galley::cli {

struct DiffArguments {
  std::string a;
  std::string b;
  std::vector<std::string> budgets;
  std::string revision;
  std::string prices;
  std::string least_prefix;
  std::string workspace;
  std::string fail_on;
};

Command DiffCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_DIFF_COMMAND_H_
