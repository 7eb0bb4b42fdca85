// galley, in WebAssembly: see ../main.cc.  Running out of memory ends the module.
#include <unistd.h>

#include <cstdlib>

#include "arguments.h"
#include "galley/command.h"
#include "output.h"

int main(int argc, char** argv) {
  using namespace galley::cli;
  // A module begins at the root; whoever runs it says where it is.
  const char* directory = std::getenv("PWD");
  if (directory) static_cast<void>(chdir(directory));
  const Output output(AsksForJson(argc, argv));
  const galley::Result<Arguments> arguments = ParseArguments(argc, argv);
  return static_cast<int>(arguments ? arguments->run(*arguments, output)
                                    : output.Fail(arguments.error()));
}
