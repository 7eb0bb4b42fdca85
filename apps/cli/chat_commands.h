// The commands that tell why a conversation is what it is: `explain` and `budget`.
#ifndef GALLEY_APPS_CLI_CHAT_COMMANDS_H_
#define GALLEY_APPS_CLI_CHAT_COMMANDS_H_

#include "arguments.h"
#include "command_line.h"

namespace galley::cli {

Command ExplainCommand(Arguments* arguments);
Command BudgetCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_CHAT_COMMANDS_H_
