// `galley watch`: runs a command again whenever a file changes that it may have read.
#ifndef GALLEY_APPS_CLI_WATCH_COMMAND_H_
#define GALLEY_APPS_CLI_WATCH_COMMAND_H_

#include <string_view>

#include "command_line.h"

namespace galley::cli {

Command WatchCommand(Arguments* arguments);

// Whether a command may be watched.
bool IsWatchable(std::string_view name);
// Runs `arguments.watched` until the process is ended.
ExitCode RunWatch(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_WATCH_COMMAND_H_
