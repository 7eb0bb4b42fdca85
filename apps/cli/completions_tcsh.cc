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

// What follows the word `before`, or with `N` the word after that: some of the words, what a
// command lists, or a file.
std::string ValueRule(std::string_view before, const Option& option, char place = 'n') {
  const std::string start = std::string(1, place) + '/' + std::string(before) + '/';
  const std::string words = Suggestions(option);
  if (!words.empty()) return Rule(start + '(' + words + ")/");
  const std::string_view listing = ListingOf(option);
  if (!listing.empty()) return Rule(start + "`galley " + std::string(listing) + "`/");
  return IsFile(option) ? Rule(start + "f/") : "";
}

// What follows a command: its first two arguments.
std::string ArgumentRules(const Command& command) {
  std::string rules;
  char place = 'n';
  for (const Option& option : command.options) {
    if (!IsPositional(option)) continue;
    rules += ValueRule(command.name, option, place);
    if (place == 'N') break;
    place = 'N';
  }
  return rules;
}

void AddOptions(const std::vector<Option>& options, std::set<std::string>* names,
                std::string* text) {
  for (const Option& option : options) {
    if (option.hidden) continue;
    for (const std::string_view name : NamesOf(option)) {
      if (!names->emplace(name).second || !TakesValue(option)) continue;
      *text += ValueRule(name, option);
    }
  }
}

}  // namespace

std::string TcshCompletions(const Program& program) {
  std::string values;
  std::set<std::string> names;
  AddOptions({program.help, program.version}, &names, &values);
  AddOptions(program.options, &names, &values);
  for (const Command& command : program.commands) {
    AddOptions(command.options, &names, &values);
    values += ArgumentRules(command);
  }
  std::string options;
  for (const std::string& name : names) {
    if (name.starts_with("--")) (options += options.empty() ? "" : " ") += name.substr(2);
  }
  return "complete galley" + Rule("c/--/(" + options + ")/") +
         Rule("p/1/(" + JoinWords(CommandNames(program)) + ")/") + values + '\n';
}

}  // namespace galley::cli
