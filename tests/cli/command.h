// Running the command of this build.
#ifndef GALLEY_TESTS_CLI_COMMAND_H_
#define GALLEY_TESTS_CLI_COMMAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "tests/process/process.h"

namespace galley::testing {

inline constexpr char kCommand[] = GALLEY_COMMAND;

inline ProcessResult RunGalley(std::vector<std::string> words, const ProcessOptions& options = {}) {
  words.insert(words.begin(), kCommand);
  return RunProcess(words, options);
}

// Runs a line of shell in which $galley is the command.
inline ProcessResult RunShell(const std::string& line, ProcessOptions options = {}) {
  options.environment.push_back("galley=" + std::string(kCommand));
  return RunProcess({"/bin/sh", "-c", line}, options);
}

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace galley::testing

#endif  // GALLEY_TESTS_CLI_COMMAND_H_
