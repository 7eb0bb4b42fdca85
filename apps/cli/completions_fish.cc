// Completions for fish.
#include <string>
#include <string_view>

#include "completions.h"

namespace galley::cli {
namespace {

constexpr char kComplete[] = "complete -c galley";

// The line for one option or argument, or nothing where there is nothing to say.
std::string Line(const Option& option, const std::string& condition) {
  std::string words = Suggestions(option);
  const bool is_file = IsFile(option) || option.is_template;
  if (const std::string_view listing = ListingOf(option); !listing.empty()) {
    words += (words.empty() ? "(galley " : " (galley ") + std::string(listing) + " 2>/dev/null)";
  }
  if (IsPositional(option) && words.empty() && !is_file) return "";
  std::string text = kComplete + condition;
  for (const std::string_view name : NamesOf(option)) {
    const bool is_long = name.starts_with("--");
    (text += is_long ? " -l " : " -s ") += name.substr(is_long ? 2 : 1);
  }
  text += is_file ? " -F" : TakesValue(option) ? " -x" : " -f";
  if (!words.empty()) text += " -a " + QuoteForShell(words);
  return text + " -d " + QuoteForShell(option.about) + '\n';
}

}  // namespace

std::string FishCompletions(const Program& program) {
  // Whether the first word that is no option is the command: `store diff` is no `diff`.
  std::string text =
      "function __galley_runs\n"
      "  for word in (commandline -opc)[2..-1]\n"
      "    string match -q -- '-*' $word; and continue\n"
      "    test $word = $argv[1]\n"
      "    return\n"
      "  end\n"
      "  return 1\n"
      "end\n";
  for (const Option* option : OptionsOf(program, nullptr)) text += Line(*option, "");
  for (const Command& command : program.commands) {
    const std::string name(command.name);
    text += kComplete + (" -f -n __fish_use_subcommand -a " + name) + " -d " +
            QuoteForShell(command.about) + '\n';
    for (const Option& option : command.options) {
      if (!option.hidden) text += Line(option, " -n '__galley_runs " + name + "'");
    }
  }
  return text;
}

}  // namespace galley::cli
