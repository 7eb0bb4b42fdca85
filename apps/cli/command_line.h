// The command line as data: which commands there are, what each takes, and where
// that goes.  Help, parsing, error messages and completions are all made from one
// such description, so they cannot disagree.
//
// Texts are views of what outlives the description: literals, as a rule.
#ifndef GALLEY_APPS_CLI_COMMAND_LINE_H_
#define GALLEY_APPS_CLI_COMMAND_LINE_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "galley/command.h"

namespace galley::cli {

struct Arguments;
class Output;

// A value that goes to the end of a list, with the key that its option stands for.
struct KeyedValue {
  std::vector<std::pair<std::string, std::string>>* list;
  std::string_view key;
};

// Where the value of an option goes; all of it outlives parsing.  What sets a bool takes
// no value, and what has no target is answered at once, as `--help` is.
using Target = std::variant<std::monostate, bool*, std::string*, std::vector<std::string>*,
                            std::optional<uint32_t>*, KeyedValue>;

// What is called FILE is a file: an argument by its name, an option by its value's.
inline constexpr std::string_view kFileName = "FILE";

// An option, or an argument: a word without a name before it.
struct Option {
  std::string_view names;  // `-d,--data` of an option, `NAME` of an argument
  std::string_view about = {};
  Target target = {};
  std::string_view value = {};                 // what help calls the value of an option
  std::vector<std::string_view> choices = {};  // if any: the value is one of them
  std::string (*suggestions)() = nullptr;      // words that a shell may offer, if not those
  bool* given = nullptr;  // whether it was, where an empty value means something
  bool required = false;
  bool hidden = false;            // from help and completions
  bool is_template = false;       // names of templates, or paths of their files
  std::string_view listing = {};  // the command that lists what it may be, for shells
};

struct Command {
  std::string_view name;
  std::string_view about;
  std::string_view examples;
  ExitCode (*run)(const Arguments& arguments, const Output& output);
  std::vector<Option> options = {};
  std::string (*list)() = nullptr;  // what help prints before the examples
};

struct Program {
  std::string_view name;
  std::string_view about;
  std::string_view footer;  // the end of its help
  Option help;              // which every command takes, too
  Option version;
  std::vector<Option> options;  // which may also follow a command
  std::vector<Command> commands;
};

// The options of all groups, in their order.
std::vector<Option> Join(std::initializer_list<std::vector<Option>> groups);

// The names of an option, as `--name` and `-n`, long ones first; none of an argument.
std::vector<std::string_view> NamesOf(const Option& option);
// What messages call it: its first long name, or that of an argument.
std::string_view NameOf(const Option& option);
// The values that an option may have, in a row.
std::string ListOfChoices(const Option& option);
// That it was not given.
Diagnostic RequiredProblem(const Option& option);

bool IsPositional(const Option& option);
bool IsFile(const Option& option);
bool TakesValue(const Option& option);

// What may be given with a command (null: with none) and is meant to be seen: its own
// arguments and options, and the options of the whole program.
std::vector<const Option*> OptionsOf(const Program& program, const Command* command);
// Their names.
std::vector<std::string_view> OptionNames(const Program& program, const Command* command);
std::vector<std::string_view> CommandNames(const Program& program);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_COMMAND_LINE_H_
