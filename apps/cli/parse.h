// Parsing the words of the command line by its description.
#ifndef GALLEY_APPS_CLI_PARSE_H_
#define GALLEY_APPS_CLI_PARSE_H_

#include <string>
#include <variant>

#include "command_line.h"
#include "galley/result.h"

namespace galley::cli {

// What the words ask for: a help text, the version, or a command of `program`.
struct HelpText {
  std::string text;
};
struct VersionWanted {};
using Parsed = std::variant<HelpText, VersionWanted, const Command*>;

// Fills in the targets that `program` names.  Fails with `usage`.
Result<Parsed> Parse(const Program& program, int count, char** words);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_PARSE_H_
