// The words of the command line, read into a structure.
#ifndef GALLEY_APPS_CLI_ARGUMENTS_H_
#define GALLEY_APPS_CLI_ARGUMENTS_H_

#include <cstdint>
#include <string>

#include "galley/result.h"
#include "instructions_command.h"
#include "sections_command.h"
#include "transform_command.h"

namespace galley::cli {

enum class Command : uint8_t {
  kCall,
  kErrors,
  kInstructions,
  kLimits,
  kRead,
  kResolve,
  kRpc,
  kSchema,
  kText,
  kTransform
};

struct Arguments {
  Command command = Command::kText;

  std::string method;  // call
  std::string params;
  std::string file;  // read
  std::string file_format;
  bool positions = false;
  std::string code;  // errors
  InstructionArguments instructions;
  SectionArguments sections;  // resolve, schema
  TransformArguments transform;
  std::string text;  // what kText prints: help, the version, completions
};

// Fails with `usage`.
Result<Arguments> ParseArguments(int count, char** words);

// Whether `--format json` is among the words, right or wrong as they may be.
bool AsksForJson(int count, char** words);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_ARGUMENTS_H_
