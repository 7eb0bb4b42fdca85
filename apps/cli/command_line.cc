// What can be asked of the description, the same for help, parsing and completions.
#include "command_line.h"

#include <algorithm>
#include <cstddef>

namespace galley::cli {
namespace {

bool IsLong(std::string_view name) { return name.starts_with("--"); }

}  // namespace

std::vector<Option> Join(std::initializer_list<std::vector<Option>> groups) {
  std::vector<Option> options;
  for (const std::vector<Option>& group : groups) {
    options.insert(options.end(), group.begin(), group.end());
  }
  return options;
}

std::vector<std::string_view> NamesOf(const Option& option) {
  std::vector<std::string_view> names;
  if (IsPositional(option)) return names;
  std::string_view rest = option.names;
  while (!rest.empty()) {
    const size_t size = std::min(rest.find(','), rest.size());
    names.push_back(rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  std::stable_partition(names.begin(), names.end(), IsLong);
  return names;
}

std::string_view NameOf(const Option& option) {
  return IsPositional(option) ? option.names : NamesOf(option).front();
}

bool IsPositional(const Option& option) { return !option.names.starts_with('-'); }

bool IsFile(const Option& option) { return option.names == kFileName || option.value == kFileName; }

bool TakesValue(const Option& option) {
  return !std::holds_alternative<std::monostate>(option.target) &&
         !std::holds_alternative<bool*>(option.target);
}

std::vector<const Option*> OptionsOf(const Program& program, const Command* command) {
  std::vector<const Option*> options = {&program.help};
  if (command) {
    for (const Option& option : command->options) {
      if (!option.hidden) options.push_back(&option);
    }
  }
  const auto own_end = static_cast<std::ptrdiff_t>(options.size());
  options.push_back(&program.version);
  for (const Option& option : program.options) {
    // A command may have an option of the same name; that is the one it takes.
    const bool repeated =
        std::any_of(options.begin(), options.begin() + own_end,
                    [&](const Option* own) { return own->names == option.names; });
    if (!repeated) options.push_back(&option);
  }
  return options;
}

std::vector<std::string_view> OptionNames(const Program& program, const Command* command) {
  std::vector<std::string_view> names;
  for (const Option* option : OptionsOf(program, command)) {
    for (const std::string_view name : NamesOf(*option)) names.push_back(name);
  }
  return names;
}

std::vector<std::string_view> CommandNames(const Program& program) {
  std::vector<std::string_view> names;
  for (const Command& command : program.commands) names.push_back(command.name);
  return names;
}

std::string ListOfChoices(const Option& option) {
  std::string list;
  for (const std::string_view choice : option.choices) {
    list += (list.empty() ? "`" : ", `") + std::string(choice) + '`';
  }
  return list;
}

Diagnostic RequiredProblem(const Option& option) {
  const std::string what = std::string(NameOf(option)) + " is required";
  return UsageProblem(option.choices.empty() ? what : what + ": one of " + ListOfChoices(option));
}

}  // namespace galley::cli
