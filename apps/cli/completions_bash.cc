// Completions for bash.
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "choices.h"
#include "completions.h"

namespace galley::cli {
namespace {

std::string Branch(const std::string& pattern, const std::vector<std::string>& words) {
  return "    " + pattern + ") words=" + QuoteForShell(JoinWords(words)) + " ;;\n";
}

// The branches of `case "$command:$previous"`: the values of options.
std::string ValueBranches(const CLI::App& app, const std::string& command) {
  std::string text;
  for (const CLI::Option* option : ShownOptions(app)) {
    const std::vector<std::string> choices = Suggestions(*option);
    for (const std::string& name : NamesOf(*option)) {
      const std::string pattern = command + ":" + name;
      if (!choices.empty()) text += Branch(pattern, choices);
      if (IsFile(*option)) text += "    " + pattern + ") files=yes ;;\n";
    }
  }
  return text;
}

// The branches of `case "$command:$current"`: options and arguments.
std::string WordBranches(const CLI::App& app, const CLI::App& command) {
  const std::string& name = command.get_name();
  std::string text = Branch(name + ":-*", OptionNames(app, &command));
  for (const CLI::Option* option : command.get_options()) {
    const std::vector<std::string> choices = Suggestions(*option);
    if (IsPositional(*option) && !choices.empty()) text += Branch(name + ":*", choices);
    if (IsPositional(*option) && IsFile(*option)) text += "    " + name + ":*) files=yes ;;\n";
  }
  return text;
}

constexpr char kStart[] = R"(_galley() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command= words= files= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $commands " in *" $word "*) command=$word; break ;; esac
  done
  case "$command:$previous" in
)";

constexpr char kEnd[] = R"(    esac ;;
  esac
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
}
complete -F _galley galley
)";

}  // namespace

std::string BashCompletions(const CLI::App& app) {
  std::string values;
  std::string words = Branch(":-*", OptionNames(app, nullptr)) + Branch(":*", CommandNames(app));
  for (const CLI::App* command : Commands(app)) {
    values += ValueBranches(*command, command->get_name());
    words += WordBranches(app, *command);
  }
  values += ValueBranches(app, "*");  // behind those that a command has of its own
  std::string start = kStart;
  const std::string names = "$commands";
  start.replace(start.find(names), names.size(), JoinWords(CommandNames(app)));
  return start + values + "    *) case \"$command:$current\" in\n" + words + kEnd;
}

}  // namespace galley::cli
