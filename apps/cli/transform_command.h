// `galley transform`: what a template does to a model's reply.
#ifndef GALLEY_APPS_CLI_TRANSFORM_COMMAND_H_
#define GALLEY_APPS_CLI_TRANSFORM_COMMAND_H_

#include <string>

#include "cli11.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

struct Arguments;

struct TransformArguments {
  std::string name;
  std::string file = "-";
};

void AddTransformOptions(CLI::App* command, TransformArguments* arguments);

ExitCode RunTransform(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_TRANSFORM_COMMAND_H_
