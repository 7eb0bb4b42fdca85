// `galley resolve` and `galley schema`: section templates.
#ifndef GALLEY_APPS_CLI_SECTIONS_COMMAND_H_
#define GALLEY_APPS_CLI_SECTIONS_COMMAND_H_

#include <string>

#include <CLI/CLI.hpp>

#include "galley/command.h"
#include "output.h"

namespace galley::cli {

struct SectionArguments {
  std::string name;
  std::string output = "yaml";
  bool trace = false;
  bool strict = false;
};

// The words of the two commands; what they say goes to `arguments`.
void AddResolveOptions(CLI::App* command, SectionArguments* arguments);
void AddSchemaOptions(CLI::App* command, SectionArguments* arguments);

ExitCode RunResolve(const SectionArguments& arguments, const Output& output);
ExitCode RunSchema(const SectionArguments& arguments, const Output& output);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_SECTIONS_COMMAND_H_
