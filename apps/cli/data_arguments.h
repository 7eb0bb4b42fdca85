// The data of a template, as commands take it: files and single values.
#ifndef GALLEY_APPS_CLI_DATA_ARGUMENTS_H_
#define GALLEY_APPS_CLI_DATA_ARGUMENTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "command_line.h"
#include "galley/command.h"
#include "galley/context.h"
#include "output.h"

namespace galley::cli {

// `-d`, `--data-format`, `--set` and `--json`.
std::vector<Option> DataOptions(Arguments* arguments);
// Whether any of them was given.
bool HasData(const Arguments& arguments);
// `--inject`, `--no-squash`, `--strict`.
std::vector<Option> ChatOptions(Arguments* arguments);
// What counts tokens.
std::vector<Option> CountingOptions(Arguments* arguments);
void SetCounting(const Arguments& arguments, Context* params);

// Sets what they say among `params`: the data, merged, under `key`.  Where that fails it
// has been told, and the result is how the command ends.
std::optional<ExitCode> SetData(const Arguments& arguments, std::string_view key,
                                const Output& output, Context* params);
// Sets `set`: which values were given one by one, as texts.
void SetNames(const Arguments& arguments, Context* params);
std::optional<ExitCode> SetChatOptions(const Arguments& arguments, const Output& output,
                                       Context* params);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_DATA_ARGUMENTS_H_
