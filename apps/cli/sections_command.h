// `galley resolve` and `galley schema`: section templates.
#ifndef GALLEY_APPS_CLI_SECTIONS_COMMAND_H_
#define GALLEY_APPS_CLI_SECTIONS_COMMAND_H_

#include "arguments.h"
#include "cli11.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

// `arguments` is filled in while `app` parses, and outlives that.
void AddResolve(CLI::App* app, Arguments* arguments);
void AddSchema(CLI::App* app, Arguments* arguments);

ExitCode RunResolve(const Arguments& arguments, const Output& output);
ExitCode RunSchema(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_SECTIONS_COMMAND_H_
