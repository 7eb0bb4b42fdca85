// `galley transform`: what a template does to a model's reply.
#ifndef GALLEY_APPS_CLI_TRANSFORM_COMMAND_H_
#define GALLEY_APPS_CLI_TRANSFORM_COMMAND_H_

#include <string>

#include "command_line.h"

namespace galley::cli {

struct TransformArguments {
  std::string name;
  std::string file = "-";
};

Command TransformCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_TRANSFORM_COMMAND_H_
