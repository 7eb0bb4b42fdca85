// `galley instructions`: instruction sets.
#ifndef GALLEY_APPS_CLI_INSTRUCTIONS_COMMAND_H_
#define GALLEY_APPS_CLI_INSTRUCTIONS_COMMAND_H_

#include <string>

#include "cli11.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {

struct Arguments;

struct InstructionArguments {
  std::string action;
  std::string manifest = ".iaip/manifest.iai";
  std::string root;
  std::string kind;
  std::string to;
  bool strict = false;
  bool lenient = false;
  bool check = false;
  bool force = false;
};

// The words of the command; what they say goes to `arguments`.
void AddInstructionOptions(CLI::App* command, InstructionArguments* arguments);
// What its help shows.
extern const char kInstructionExamples[];

ExitCode RunInstructions(const Arguments& given, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_INSTRUCTIONS_COMMAND_H_
