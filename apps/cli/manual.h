// Manual pages, made from the description of the command line.
#ifndef GALLEY_APPS_CLI_MANUAL_H_
#define GALLEY_APPS_CLI_MANUAL_H_

#include <string>

#include "command_line.h"

namespace galley::cli {

// The page of a command, or of the whole program where `command` is null, in the language
// of man(7).
std::string ManualPage(const Program& program, const Command* command);

// `galley man`
Command ManCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_MANUAL_H_
