// `galley models`: the profiles of models.
#ifndef GALLEY_APPS_CLI_MODELS_COMMAND_H_
#define GALLEY_APPS_CLI_MODELS_COMMAND_H_

#include <string_view>

#include "command_line.h"

namespace galley::cli {

struct Arguments;

// Lists models, for shells.
inline constexpr std::string_view kModelListing = "models list --names";

Command ModelsCommand(Arguments* arguments);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_MODELS_COMMAND_H_
