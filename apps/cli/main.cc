// galley: the command.  It has no logic of its own; see arguments.h.
#include <csignal>
#include <new>

#include "arguments.h"
#include "galley/command.h"
#include "output.h"

namespace galley::cli {
namespace {

ExitCode Run(int count, char** words) {
  const Output output(AsksForJson(count, words));
  try {
    const Result<Arguments> arguments = ParseArguments(count, words);
    return arguments ? arguments->run(*arguments, output) : output.Fail(arguments.error());
  } catch (const std::bad_alloc&) {
    return output.Fail(InternalProblem("out of memory"));
  } catch (...) {
    return output.Fail(InternalProblem("an exception got out"));
  }
}

}  // namespace
}  // namespace galley::cli

int main(int argc, char** argv) {
  // A pipe that nobody reads is an error of `write`, not the end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // nor is a file that may not get so large
  galley::cli::HoldStandardStreams();
  return static_cast<int>(galley::cli::Run(argc, argv));
}
