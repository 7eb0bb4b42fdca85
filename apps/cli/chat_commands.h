// The commands that tell why a conversation is what it is: `explain` and `budget`.
#ifndef GALLEY_APPS_CLI_CHAT_COMMANDS_H_
#define GALLEY_APPS_CLI_CHAT_COMMANDS_H_

#include "arguments.h"
#include "cli11.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

void AddExplain(CLI::App* app, Arguments* arguments);
void AddBudget(CLI::App* app, Arguments* arguments);

ExitCode RunExplain(const Arguments& arguments, const Output& output);
ExitCode RunBudget(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_CHAT_COMMANDS_H_
