// `galley store`: templates kept in a database, with their history.
#ifndef GALLEY_APPS_CLI_STORE_COMMAND_H_
#define GALLEY_APPS_CLI_STORE_COMMAND_H_

#include <string>
#include <vector>

#include "command_line.h"

namespace galley::cli {

struct StoreArguments {
  std::string action;
  std::vector<std::string> words;
  std::string message;
  std::string author;
  std::string name;
  std::string type;
  std::string filter;
  std::string base;
  std::string output;
  bool names_only = false;
  bool force = false;
  bool remove = false;
};

Command StoreCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_STORE_COMMAND_H_
