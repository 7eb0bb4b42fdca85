// Everything from the description passes Escaped, so that no text of ours can be taken for a
// request of roff.
#include "manual.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "galley/galley.h"
#include "help_topics.h"
#include "output.h"

namespace galley::cli {
namespace {

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& byte : upper) {
    if (byte >= 'a' && byte <= 'z') byte = static_cast<char>(byte - 'a' + 'A');
  }
  return upper;
}

// A text as roff reads it back: no byte of it is a request or an escape.
std::string Escaped(std::string_view text) {
  std::string escaped;
  bool starts_line = true;
  for (const char byte : text) {
    if (starts_line && (byte == '.' || byte == '\'')) escaped += "\\&";
    if (byte == '\\') {
      escaped += "\\e";
    } else if (byte == '-') {
      escaped += "\\-";
    } else {
      escaped += byte;
    }
    starts_line = byte == '\n';
  }
  return escaped;
}

std::string Section(std::string_view title) { return ".SH " + std::string(title) + '\n'; }

std::string Bold(std::string_view text) { return "\\fB" + Escaped(text) + "\\fR"; }
std::string Italic(std::string_view text) { return "\\fI" + Escaped(text) + "\\fR"; }

std::string ValueOf(const Option& option) {
  if (!TakesValue(option)) return "";
  if (option.choices.empty()) {
    return ' ' + Italic(option.value.empty() ? "TEXT" : option.value);
  }
  std::string text = " ";
  for (const std::string_view choice : option.choices) {
    text += (text.size() > 1 ? "|" : "") + Bold(choice);
  }
  return text;
}

// An option or an argument with what it means.
std::string Described(const Option& option) {
  std::string term;
  if (IsPositional(option)) {
    term = Italic(option.names);
    if (!option.choices.empty()) term += ValueOf(option);
  } else {
    for (const std::string_view name : NamesOf(option)) {
      term += (term.empty() ? "" : ", ") + Bold(name);
    }
    term += ValueOf(option);
  }
  return ".TP\n" + term + '\n' + Escaped(option.about) + ".\n";
}

std::string Listed(std::string_view title, const std::vector<const Option*>& options,
                   bool positional) {
  std::string text;
  for (const Option* option : options) {
    if (IsPositional(*option) == positional) text += Described(*option);
  }
  return text.empty() ? "" : Section(title) + text;
}

// Examples and what stands behind them, as they are.
std::string Verbatim(std::string_view title, std::string_view text) {
  return Section(title) + ".nf\n" + Escaped(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string Heading(std::string_view name, std::string_view about) {
  return ".TH " + Upper(name) + " 1 \"\" \"galley " + std::string(Version()) + "\" \"Galley\"\n" +
         Section("NAME") + Escaped(name) + " \\- " + Escaped(about) + '\n';
}

std::string Synopsis(const Program& program, const Command& command) {
  std::string text = Section("SYNOPSIS") + Bold(program.name) + ' ' + Bold(command.name) + " [" +
                     Italic("OPTION") + "]...";
  for (const Option& option : command.options) {
    if (!IsPositional(option) || option.hidden) continue;
    std::string word = Italic(option.names);
    if (std::holds_alternative<std::vector<std::string>*>(option.target)) word += "...";
    text += option.required ? ' ' + word : " [" + word + ']';
  }
  return text + '\n';
}

std::string CommandPage(const Program& program, const Command& command) {
  const std::string name = std::string(program.name) + '-' + std::string(command.name);
  const std::vector<const Option*> options = OptionsOf(program, &command);
  return Heading(name, command.about) + Synopsis(program, command) + Section("DESCRIPTION") +
         Escaped(command.about) + ".\n" + Listed("ARGUMENTS", options, true) +
         Listed("OPTIONS", options, false) + Verbatim("EXAMPLES", command.examples) +
         Section("SEE ALSO") + Bold(program.name) + "(1)\n";
}

std::string ProgramPage(const Program& program) {
  std::string text = Heading(program.name, "a prompt compiler") + Section("SYNOPSIS") +
                     Bold(program.name) + ' ' + Italic("COMMAND") + " [" + Italic("ARGUMENT") +
                     "]...\n" + Section("DESCRIPTION") +
                     "Finds prompts that are files, links them, checks them, and renders exactly "
                     "the messages a model should see.\n" +
                     Section("COMMANDS");
  for (const Command& command : program.commands) {
    text += ".TP\n" + Bold(std::string(program.name) + '-' + std::string(command.name)) + "(1)\n" +
            Escaped(command.about) + ".\n";
  }
  text += Listed("OPTIONS", OptionsOf(program, nullptr), false);
  for (const HelpTopic& topic : HelpTopics()) {
    text += Verbatim(Upper(topic.about), topic.text);
  }
  return text + Verbatim("EXAMPLES", program.footer);
}

std::string NameLines(const Program& program) {
  std::string lines;
  for (const std::string_view name : CommandNames(program)) lines += std::string(name) + '\n';
  return lines;
}

ExitCode RunMan(const Arguments& arguments, const Output& output) {
  Arguments unused;
  const Program program = DescribeProgram(&unused);
  if (arguments.names_only) return output.Print(NameLines(program), Text::kExact);
  if (arguments.manual.empty()) return output.Print(ManualPage(program, nullptr), Text::kExact);
  const std::vector<std::string_view> names = CommandNames(program);
  const auto found = std::find(names.begin(), names.end(), arguments.manual);
  if (found == names.end()) {
    return output.Fail(
        UsageProblem("`" + arguments.manual + "` is not a command", arguments.manual, names));
  }
  const Command& command = program.commands[static_cast<size_t>(found - names.begin())];
  return output.Print(ManualPage(program, &command), Text::kExact);
}

}  // namespace

std::string ManualPage(const Program& program, const Command* command) {
  return command ? CommandPage(program, *command) : ProgramPage(program);
}

Command ManCommand(Arguments* arguments) {
  return {
      .name = "man",
      .about = "Print a manual page, for man",
      .examples =
          "  galley man | man -l -\n"
          "  galley man render > galley-render.1",
      .run = RunMan,
      .options = {{.names = "COMMAND",
                   .about = "The command; without it, galley as a whole",
                   .target = &arguments->manual},
                  {.names = "--list",
                   .about = "Print the names of the commands instead, one per line",
                   .target = &arguments->names_only}},
  };
}

}  // namespace galley::cli
