// Completions for shells, made from the description of the command line so that they
// cannot go stale.
#ifndef GALLEY_APPS_CLI_COMPLETIONS_H_
#define GALLEY_APPS_CLI_COMPLETIONS_H_

#include <string>
#include <string_view>
#include <vector>

#include "command_line.h"

namespace galley::cli {

std::string BashCompletions(const Program& program);
std::string ZshCompletions(const Program& program);
std::string FishCompletions(const Program& program);
std::string TcshCompletions(const Program& program);

// What they are made of: words with a blank between, those that may be the value of
// an option, and a text in single quotes as every shell takes it.
std::string JoinWords(const std::vector<std::string_view>& words);
std::string Suggestions(const Option& option);
std::string QuoteForShell(std::string_view text);
// The command that lists what an option may be now, or nothing.
std::string_view ListingOf(const Option& option);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_COMPLETIONS_H_
