// `galley browse`: choosing a template with fzf.
#ifndef GALLEY_APPS_CLI_BROWSE_H_
#define GALLEY_APPS_CLI_BROWSE_H_

#include "arguments.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

// Prints a name that leads back to the chosen file, or explains why none does.
ExitCode RunBrowse(const Arguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_BROWSE_H_
