// Completions for tcsh, which knows the word before but not the command: what an option
// takes is offered wherever it stands.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "completions.h"

namespace galley::cli {
namespace {

std::string Rule(const std::string& rule) { return " \\\n  " + QuoteForShell(rule); }

void AddOptions(const std::vector<Option>& options, std::set<std::string>* names,
                std::string* text) {
  for (const Option& option : options) {
    if (option.hidden) continue;
    const std::string words = Suggestions(option);
    for (const std::string_view name : NamesOf(option)) {
      if (!names->emplace(name).second || !TakesValue(option)) continue;
      if (!words.empty()) *text += Rule("n/" + std::string(name) + "/(" + words + ")/");
      if (words.empty() && IsFile(option)) *text += Rule("n/" + std::string(name) + "/f/");
    }
  }
}

}  // namespace

std::string TcshCompletions(const Program& program) {
  std::string values;
  std::set<std::string> names;
  AddOptions({program.help, program.version}, &names, &values);
  AddOptions(program.options, &names, &values);
  for (const Command& command : program.commands) AddOptions(command.options, &names, &values);
  std::string options;
  for (const std::string& name : names) {
    if (name.starts_with("--")) (options += options.empty() ? "" : " ") += name.substr(2);
  }
  return "complete galley" + Rule("c/--/(" + options + ")/") +
         Rule("p/1/(" + JoinWords(CommandNames(program)) + ")/") + values +
         Rule("p/2/`galley list --names`/") + '\n';
}

}  // namespace galley::cli
