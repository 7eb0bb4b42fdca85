// Running a program on a terminal of its own, to see what it prints to people.
#ifndef GALLEY_TESTS_CLI_TERMINAL_H_
#define GALLEY_TESTS_CLI_TERMINAL_H_

#include <string>
#include <vector>

namespace galley::testing {

// What `words` prints; its environment holds `environment` and nothing else.  A terminal
// of 0 columns does not tell how many it has.
std::string RunOnTerminal(const std::vector<std::string>& words,
                          const std::vector<std::string>& environment, unsigned short columns = 0);

}  // namespace galley::testing

#endif  // GALLEY_TESTS_CLI_TERMINAL_H_
