// Completions for zsh.
#include <string>
#include <string_view>

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

std::string ValueOf(const Option& option) {
  const std::string words = Suggestions(option);
  if (const std::string_view listing = ListingOf(option); !listing.empty()) {
    return ":value:{compadd -- ${(f)\"$(galley " + std::string(listing) + " 2>/dev/null)\"}" +
           (option.is_template ? "; _files}" : "}");
  }
  if (!words.empty()) return ":value:(" + words + ")";
  return IsFile(option) ? ":file:_files" : ":value:";
}

std::string Specifications(const Program& program, const Command* command) {
  std::string text;
  for (const Option* option : OptionsOf(program, command)) {
    if (IsPositional(*option)) text += ' ' + QuoteForShell(':' + ValueOf(*option));
    for (const std::string_view name : NamesOf(*option)) {
      text += ' ' + QuoteForShell(std::string(name) + '[' + Escape(option->about) + ']' +
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

std::string ZshCompletions(const Program& program) {
  std::string commands;
  std::string branches;
  for (const Command& command : program.commands) {
    const std::string name(command.name);
    commands += "    " + QuoteForShell(name + ':' + Escape(command.about)) + '\n';
    branches += "    " + name + ") _arguments" + Specifications(program, &command) + " ;;\n";
  }
  return "#compdef galley\n_galley() {\n  local -a commands=(\n" + commands +
         "  )\n  local context state state_descr line\n  typeset -A opt_args\n  _arguments -C" +
         Specifications(program, nullptr) + kStates + branches + kEnd;
}

}  // namespace galley::cli
