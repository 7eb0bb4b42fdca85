// `galley tokens`: count, show, list, import and calibrate.
#ifndef GALLEY_APPS_CLI_TOKENS_COMMAND_H_
#define GALLEY_APPS_CLI_TOKENS_COMMAND_H_

#include <string>

#include "command_line.h"

namespace galley::cli {

struct TokensArguments {
  std::string action;
  std::string file = "-";
  std::string tokenizer;
  std::string model;
  bool messages = false;   // the file holds some
  std::string definition;  // the format of a file
  std::string pattern;
  std::string as;
  std::string output;  // of calibrate
  bool specials = false;
};

Command TokensCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_TOKENS_COMMAND_H_
