// The commands that work with templates by their names.
#ifndef GALLEY_APPS_CLI_WORKSPACE_COMMANDS_H_
#define GALLEY_APPS_CLI_WORKSPACE_COMMANDS_H_

#include "arguments.h"
#include "galley/command.h"
#include "galley/context.h"
#include "output.h"

namespace galley::cli {

ExitCode RunPrompt(const Arguments& arguments, const Output& output);
ExitCode RunRender(const Arguments& arguments, const Output& output);
ExitCode RunList(const Arguments& arguments, const Output& output);
ExitCode RunWhich(const Arguments& arguments, const Output& output);
ExitCode RunShow(const Arguments& arguments, const Output& output);
ExitCode RunInspect(const Arguments& arguments, const Output& output);
ExitCode RunCheck(const Arguments& arguments, const Output& output);
ExitCode RunTest(const Arguments& arguments, const Output& output);
ExitCode RunGraph(const Arguments& arguments, const Output& output);
ExitCode RunDump(const Arguments& arguments, const Output& output);
ExitCode RunConfig(const Arguments& arguments, const Output& output);
ExitCode RunInit(const Arguments& arguments, const Output& output);

// The parameters of `catalog.list`, with what is to be listed.
Context ListParams(const Arguments& arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_WORKSPACE_COMMANDS_H_
