// Completions for zsh.
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "choices.h"
#include "completions.h"

namespace galley::cli {
namespace {

// Colons and brackets divide what zsh calls a specification.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char byte : text) {
    if (byte == ':' || byte == '[' || byte == ']' || byte == '\\') escaped += '\\';
    escaped += byte;
  }
  return escaped;
}

std::string ValueOf(const CLI::Option& option) {
  const std::vector<std::string> choices = Suggestions(option);
  if (!choices.empty()) return ":value:(" + JoinWords(choices) + ")";
  return IsFile(option) ? ":file:_files" : ":value:";
}

std::string Specifications(const CLI::App& app, const CLI::App* command) {
  std::string text;
  for (const CLI::Option* option : OptionsOf(app, command)) {
    if (IsPositional(*option)) text += ' ' + QuoteForShell(':' + ValueOf(*option));
    for (const std::string& name : NamesOf(*option)) {
      text += ' ' + QuoteForShell(name + '[' + Escape(option->get_description()) + ']' +
                                  (TakesValue(*option) ? ValueOf(*option) : ""));
    }
  }
  return text;
}

constexpr char kStates[] = R"( '1:command:->command' '*::argument:->argument'
  case $state in
  command) _describe command commands ;;
  argument)
    case $line[1] in
)";

// The file may be in $fpath, where it is the function, or be sourced.
constexpr char kEnd[] = R"(    esac ;;
  esac
}
if [[ $funcstack[1] == _galley ]]; then _galley "$@"; else compdef _galley galley; fi
)";

}  // namespace

std::string ZshCompletions(const CLI::App& app) {
  std::string commands;
  std::string branches;
  for (const CLI::App* command : Commands(app)) {
    const std::string& name = command->get_name();
    commands += "    " + QuoteForShell(name + ':' + Escape(command->get_description())) + '\n';
    branches += "    " + name + ") _arguments" + Specifications(app, command) + " ;;\n";
  }
  return "#compdef galley\n_galley() {\n  local -a commands=(\n" + commands +
         "  )\n  local context state state_descr line\n  typeset -A opt_args\n  _arguments -C" +
         Specifications(app, nullptr) + kStates + branches + kEnd;
}

}  // namespace galley::cli
