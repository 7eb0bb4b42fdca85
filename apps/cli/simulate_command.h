// `galley simulate`: what a conversation costs with a prompt cache.
#ifndef GALLEY_APPS_CLI_SIMULATE_COMMAND_H_
#define GALLEY_APPS_CLI_SIMULATE_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>

#include "command_line.h"

namespace galley::cli {

struct SimulateArguments {
  std::string conversation;
  std::optional<uint32_t> synthetic;
  std::string prices;
  std::string plot;
};

Command SimulateCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_SIMULATE_COMMAND_H_
