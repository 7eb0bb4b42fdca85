// Running another program to its end.
#ifndef GALLEY_APPS_CLI_RUN_PROGRAM_H_
#define GALLEY_APPS_CLI_RUN_PROGRAM_H_

#include <string>
#include <vector>

namespace galley::cli {

struct Outcome {
  int status = -1;     // 127: there is no such program
  std::string output;  // what it printed
};

// `words` are the program and its arguments.  It has nothing to read, and what it has to say
// on standard error is not kept.
Outcome RunProgram(std::vector<std::string> words);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_RUN_PROGRAM_H_
