// `galley diff`: where two prompts part, and why.
#ifndef GALLEY_APPS_CLI_DIFF_COMMAND_H_
#define GALLEY_APPS_CLI_DIFF_COMMAND_H_

#include <optional>
#include <string>
#include <vector>

#include "command_line.h"
#include "galley/galley.h"
#include "output.h"

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

// The option `--prices`, and what its file gives as the parameter `prices`.
Option PricesOption(std::string* file);
std::optional<ExitCode> SetPrices(const std::string& file, const Arguments& arguments,
                                  const Output& output, Context* params);

Command DiffCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_DIFF_COMMAND_H_
