// `galley serve`, `galley studio` and `galley token`: the service, its page, and who may use it.
#ifndef GALLEY_APPS_CLI_SERVE_COMMAND_H_
#define GALLEY_APPS_CLI_SERVE_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "command_line.h"

namespace galley::cli {

struct ServeArguments {
  std::vector<std::string> listen;
  std::string token_file;
  std::vector<std::string> hosts;
  std::optional<uint32_t> threads;
  std::optional<uint32_t> rate;
  std::string log;
  bool read_only = false;
  bool reuse_port = false;
  bool no_studio = false;
  bool no_browser = false;  // studio
  std::string action;       // token
  std::string scopes;
};

Command ServeCommand(Arguments* arguments);
Command StudioCommand(Arguments* arguments);
Command TokenCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_SERVE_COMMAND_H_
