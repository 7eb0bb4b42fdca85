// The commands that work with templates by their names, as the command line takes
// them.
#ifndef GALLEY_APPS_CLI_WORKSPACE_ARGUMENTS_H_
#define GALLEY_APPS_CLI_WORKSPACE_ARGUMENTS_H_

#include <string>

#include "arguments.h"
#include "cli11.h"

namespace galley::cli {

// A command with its examples, for any file that declares some.
CLI::App* AddCommand(CLI::App* app, const std::string& name, const std::string& about,
                     const std::string& examples);

// The options that tell which workspace.
void AddWorkspaceOptions(CLI::App* command, Arguments* arguments);

// `arguments` is filled in while `app` parses, and outlives that.
void AddWorkspaceCommands(CLI::App* app, Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_WORKSPACE_ARGUMENTS_H_
