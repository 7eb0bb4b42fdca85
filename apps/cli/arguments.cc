// Puts the commands together and parses once; what parsing sets lives in Arguments alone.
#include "arguments.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "call_and_print.h"
#include "commands.h"
#include "doctor_command.h"
#include "help_topics.h"
#include "manual.h"
#include "models_command.h"
#include "new_command.h"
#include "parse.h"
#include "sections_command.h"
#include "watch_command.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

constexpr char kFooter[] =
    "Examples:\n"
    "  galley init\n"
    "  galley render hello -d .galley/data/hello.json\n"
    "  galley explain assistant -d .galley/data/assistant.json --budget 4k\n"
    "  galley check\n"
    "  galley test\n"
    "  galley errors duplicate-key\n"
    "  galley COMMAND --help\n"
    "  galley help chat|budgets|names|limits\n"
    "\n"
    "Exit status: 0 done; 1 findings, or an invalid template or document; 2 wrong usage or\n"
    "configuration; 3 not found; 4 ambiguous; 7 invalid input data; 8 a provider cannot\n"
    "express it; 70 a failure inside, or the result could not be written.";

std::vector<Command> AllCommands(Arguments* arguments) {
  std::vector<Command> commands = WorkspaceCommands(arguments);
  for (Command (*describe)(Arguments*) :
       {BatchCommand,   CallCommand,   CompletionsCommand,  DoctorCommand,     ErrorsCommand,
        FormatCommand,  ImportCommand, InstructionsCommand, LimitsCommand,     ManCommand,
        McpCommand,     ModelsCommand, NewCommand,          OperationsCommand, ReadCommand,
        ResolveCommand, RpcCommand,    SchemaCommand,       ServeCommand,      StoreCommand,
        StudioCommand,  TokenCommand,  TokensCommand,       TransformCommand,  WatchCommand}) {
    commands.push_back(describe(arguments));
  }
  return commands;
}

// The names of templates among the words of a command.
std::vector<std::string> TemplatesIn(const Command& command) {
  std::vector<std::string> names;
  for (const Option& option : command.options) {
    if (!option.is_template) continue;
    if (const auto* one = std::get_if<std::string*>(&option.target)) names.push_back(**one);
    if (const auto* all = std::get_if<std::vector<std::string>*>(&option.target)) {
      names.insert(names.end(), (*all)->begin(), (*all)->end());
    }
  }
  return names;
}

// Refuses a word after `galley help` that is neither a command nor a topic.
Result<void> CheckHelpWord(std::string_view word, std::vector<std::string_view> names) {
  for (const HelpTopic& topic : HelpTopics()) names.push_back(topic.name);
  if (word.empty() || word.starts_with('-')) return {};
  if (std::find(names.begin(), names.end(), word) != names.end()) return {};
  return UsageProblem("`" + std::string(word) + "` is neither a command nor a topic of help", word,
                      names);
}

}  // namespace

Program DescribeProgram(Arguments* arguments) {
  return {
      .name = "galley",
      .about = "Galley, a prompt compiler.",
      .footer = kFooter,
      .help = {.names = "-h,--help", .about = "Print this help"},
      .version = {.names = "-V,--version", .about = "Print the version"},
      .options = {{.names = "--format",
                   .about = "Output format, also of diagnostics: text (the default) or json",
                   .target = &arguments->output_format,
                   .choices = {"text", "json"}},
                  {.names = "-q,--quiet", .about = "Show no progress", .target = &arguments->quiet},
                  {.names = "--limit",
                   .about = "Set one of the limits that `galley limits` lists",
                   .target = &arguments->limit_words,
                   .value = "NAME=VALUE"}},
      .commands = AllCommands(arguments),
  };
}

bool AsksForJson(int count, char** words) {
  for (int at = 1; at < count; ++at) {
    const std::string_view word = words[at];
    if (word == "--format=json") return true;
    if (word == "--format" && at + 1 < count && std::string_view(words[at + 1]) == "json") {
      return true;
    }
  }
  return false;
}

Result<Arguments> ParseArguments(int count, char** words) {
  Arguments arguments;
  const Program program = DescribeProgram(&arguments);
  std::vector<char*> asked(words, words + count);
  const std::string_view first = count > 1 ? words[1] : "";
  const std::string_view second = count > 2 ? words[2] : "";
  const HelpTopic* topic = first == "help" ? FindHelpTopic(second) : nullptr;
  const std::vector<std::string_view> names = CommandNames(program);
  if (topic && std::find(names.begin(), names.end(), second) == names.end()) {
    arguments.text = topic->text;
    arguments.run = RunText;
    return arguments;
  }
  // `galley help render` asks what `galley render --help` does.
  std::string help_word = "--help";
  if (first == "help") {
    const Result<void> checked = CheckHelpWord(second, names);
    if (!checked) return checked.error();
    asked.erase(asked.begin() + 1);
    asked.push_back(help_word.data());
  }
  // `galley watch render hello` is the command `galley render hello`, run over and over.
  const bool is_watched = first == "watch" && IsWatchable(second);
  if (is_watched) asked.erase(asked.begin() + 1);
  Result<Parsed> parsed = Parse(program, static_cast<int>(asked.size()), asked.data());
  if (!parsed) return parsed.error();
  if (auto* help = std::get_if<HelpText>(&*parsed)) {
    arguments.text = std::move(help->text);
    // A command that is called as a topic is: both are explained.
    if (topic) arguments.text += '\n' + std::string(topic->text);
    arguments.run = RunText;
  } else {
    const auto* command = std::get_if<const Command*>(&*parsed);
    arguments.run = command ? (*command)->run : RunVersion;
    if (is_watched) arguments.watched = std::exchange(arguments.run, RunWatch);
    if (command) arguments.workspace.templates = TemplatesIn(**command);
  }
  const Result<Limits> limits = LimitsOf(arguments, {});
  if (!limits) return limits.error();
  arguments.limits = *limits;
  return arguments;
}

}  // namespace galley::cli
