// `galley batch`: one template over the rows of a file.
#ifndef GALLEY_APPS_CLI_BATCH_COMMAND_H_
#define GALLEY_APPS_CLI_BATCH_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>

#include "command_line.h"

namespace galley::cli {

struct BatchArguments {
  std::string in = "-";
  std::string out = "-";
  std::string errors;
  std::string format;  // of the rows, where the name of the file does not tell
  bool resume = false;
  std::optional<uint32_t> threads;
};

Command BatchCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_BATCH_COMMAND_H_
