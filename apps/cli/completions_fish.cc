// Completions for fish.
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "choices.h"
#include "completions.h"

namespace galley::cli {
namespace {

constexpr char kComplete[] = "complete -c galley";

// The line for one option or argument, or nothing where there is nothing to say.
std::string Line(const CLI::Option& option, const std::string& condition) {
  const std::vector<std::string> choices = Suggestions(option);
  if (IsPositional(option) && choices.empty() && !IsFile(option)) return "";
  std::string text = kComplete + condition;
  for (const std::string& name : option.get_lnames()) text += " -l " + name;
  for (const std::string& name : option.get_snames()) text += " -s " + name;
  text += IsFile(option) ? " -F" : TakesValue(option) ? " -x" : " -f";
  if (!choices.empty()) text += " -a " + QuoteForShell(JoinWords(choices));
  return text + " -d " + QuoteForShell(option.get_description()) + '\n';
}

}  // namespace

std::string FishCompletions(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) text += Line(*option, "");
  for (const CLI::App* command : Commands(app)) {
    const std::string& name = command->get_name();
    text += kComplete + (" -f -n __fish_use_subcommand -a " + name) + " -d " +
            QuoteForShell(command->get_description()) + '\n';
    for (const CLI::Option* option : ShownOptions(*command)) {
      if (option == command->get_help_ptr()) continue;  // that of the program does
      text += Line(*option, " -n '__fish_seen_subcommand_from " + name + "'");
    }
  }
  return text;
}

}  // namespace galley::cli
