// Completions for bash.
#include <string>
#include <string_view>
#include <vector>

#include "completions.h"

namespace galley::cli {
namespace {

std::string Branch(const std::string& pattern, const std::string& words) {
  return "    " + pattern + ") words=" + QuoteForShell(words) + " ;;\n";
}

// The branches that offer the value of an option.
std::string ValueBranches(const std::string& pattern, const Option& option) {
  const std::string words = Suggestions(option);
  const std::string listing(ListingOf(option));
  std::string settings;
  if (!words.empty()) settings += " words=" + QuoteForShell(words);
  if (!listing.empty()) settings += " listing=" + QuoteForShell(listing);
  if (IsFile(option) || option.is_template) settings += " files=yes";
  return settings.empty() ? "" : "    " + pattern + ")" + settings + " ;;\n";
}

// The one branch of all arguments of a command: which of them a word is, nobody counts.
std::string ArgumentBranch(const std::string& pattern, const Command& command) {
  std::string words;
  std::string_view listing;
  bool has_files = false;
  for (const Option& option : command.options) {
    if (!IsPositional(option)) continue;
    const std::string own = Suggestions(option);
    if (!own.empty()) (words += words.empty() ? "" : " ") += own;
    if (!ListingOf(option).empty()) listing = ListingOf(option);
    has_files = has_files || IsFile(option) || option.is_template;
  }
  std::string settings;
  if (!words.empty()) settings += " words=" + QuoteForShell(words);
  if (!listing.empty()) settings += " listing=" + QuoteForShell(listing);
  if (has_files) settings += " files=yes";
  return settings.empty() ? "" : "    " + pattern + ")" + settings + " ;;\n";
}

// The branches of `case "$command:$previous"`: the values of options.
std::string OptionBranches(const std::string& command, const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    if (option.hidden) continue;
    for (const std::string_view name : NamesOf(option)) {
      text += ValueBranches(command + ':' + std::string(name), option);
    }
  }
  return text;
}

// The branches of `case "$command:$current"`: options and arguments.
std::string WordBranches(const Program& program, const Command& command) {
  const std::string name(command.name);
  std::string text = Branch(name + ":-*", JoinWords(OptionNames(program, &command)));
  return text + ArgumentBranch(name + ":*", command);
}

constexpr char kStart[] = R"(_galley() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command= words= files= listing= word
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $commands " in *" $word "*) command=$word; break ;; esac
  done
  case "$command:$previous" in
)";

constexpr char kEnd[] = R"sh(    esac ;;
  esac
  if [ -n "$listing" ]; then words="$words $("${COMP_WORDS[0]}" $listing 2>/dev/null)"; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _galley galley
)sh";

}  // namespace

std::string BashCompletions(const Program& program) {
  const std::string commands = JoinWords(CommandNames(program));
  std::string values;
  std::string words =
      Branch(":-*", JoinWords(OptionNames(program, nullptr))) + Branch(":*", commands);
  for (const Command& command : program.commands) {
    values += OptionBranches(std::string(command.name), command.options);
    words += WordBranches(program, command);
  }
  values += OptionBranches("*", program.options);  // behind those that a command has of its own
  std::string start = kStart;
  const std::string_view names = "$commands";
  start.replace(start.find(names), names.size(), commands);
  return start + values + "    *) case \"$command:$current\" in\n" + words + kEnd;
}

}  // namespace galley::cli
