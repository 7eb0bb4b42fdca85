// Completions for shells, made from the command line itself so that they cannot
// go stale.
#ifndef GALLEY_APPS_CLI_COMPLETIONS_H_
#define GALLEY_APPS_CLI_COMPLETIONS_H_

#include <string>

#include "cli11.h"

namespace galley::cli {

std::string BashCompletions(const CLI::App& app);
std::string ZshCompletions(const CLI::App& app);
std::string FishCompletions(const CLI::App& app);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_COMPLETIONS_H_
