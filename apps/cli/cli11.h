// The names of CLI11 that headers need.  The library itself takes seconds to compile, so
// only sources that use it include it.
#ifndef GALLEY_APPS_CLI_CLI11_H_
#define GALLEY_APPS_CLI_CLI11_H_

namespace CLI {
class App;
class Option;
}  // namespace CLI

#endif  // GALLEY_APPS_CLI_CLI11_H_
