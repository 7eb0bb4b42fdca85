#include "arguments.h"

#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "choices.h"
#include "completions.h"
#include "galley/command.h"
#include "galley/operations.h"
#include "sections_command.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

// What CLI11 fills in while it parses.
struct Slots {
  Arguments arguments;
  std::string format;  // checked only: AsksForJson reads it even from wrong words
  std::string shell;
};

std::string OperationNames() {
  std::string text = "Operations:\n";
  const Result<Reply> reply = Call("operations.list");
  if (!reply) return text;
  const Json operations = reply->result().Find("operations");
  for (size_t at = 0; at < operations.size(); ++at) {
    std::string name(operations.item(at).Find("name").as_string());
    name.resize(std::max<size_t>(name.size() + 2, 20), ' ');
    text += "  " + name + std::string(operations.item(at).Find("about").as_string()) + '\n';
  }
  return text;
}

void AddCall(CLI::App* app, Slots* slots) {
  CLI::App* command =
      AddCommand(app, "call", "Call an operation and print its result as JSON",
                 "  galley call version\n"
                 "  galley call format.read '{\"format\": \"yaml\", \"text\": \"a: 1\"}'\n"
                 "  galley call format.read @params.json\n"
                 "  echo '{\"limits\": {\"steps\": 1000}}' | galley call limits.list -");
  command->footer(OperationNames);
  command->add_option(kMethodName, slots->arguments.method, "The operation")
      ->required()
      ->type_name("");
  command
      ->add_option("PARAMS", slots->arguments.params,
                   "Its parameters: JSON, @FILE, or - for standard input")
      ->type_name("");
}

void AddCompletions(CLI::App* app, Slots* slots) {
  CLI::App* command = AddCommand(app, "completions", "Print completions for a shell",
                                 "  source <(galley completions bash)\n"
                                 "  galley completions zsh > ~/.zfunc/_galley\n"
                                 "  galley completions fish | source");
  command->add_option("SHELL", slots->shell, "The shell")
      ->required()
      ->type_name(ChoicesOf({"bash", "zsh", "fish"}));
}

void AddErrors(CLI::App* app, Slots* slots) {
  CLI::App* command = AddCommand(app, "errors", "Explain a diagnostic code, or list them all",
                                 "  galley errors\n"
                                 "  galley errors duplicate-key\n"
                                 "  galley errors --format json");
  command->add_option(kCodeName, slots->arguments.code, "The code, as in error[CODE]")
      ->type_name("");
}

void AddInstructions(CLI::App* app, Slots* slots) {
  CLI::App* command =
      AddCommand(app, "instructions", "Resolve, explain, check and export AI instruction sets",
                 kInstructionExamples);
  AddWorkspaceOptions(command, &slots->arguments);
  AddInstructionOptions(command, &slots->arguments.instructions);
}

void AddLimits(CLI::App* app) {
  AddCommand(app, "limits", "List the limits and their values",
             "  galley limits\n"
             "  galley limits --format json");
}

void AddRead(CLI::App* app, Slots* slots) {
  CLI::App* command = AddCommand(app, "read", "Read a document and print it as JSON",
                                 "  galley read prompts.yaml\n"
                                 "  galley read --as front-matter page.md\n"
                                 "  galley read --positions config.toml\n"
                                 "  curl -s https://example.com/a.json | galley read --as json -");
  command->add_option(kFileName, slots->arguments.file, "The document, or - for standard input")
      ->required()
      ->type_name("");
  command
      ->add_option("--as", slots->arguments.file_format,
                   "Its format; by default the extension of FILE tells")
      ->type_name(ChoicesOf({"json", "yaml", "toml", "front-matter", "markdown"}));
  command->add_flag("--positions", slots->arguments.positions,
                    "Print also where each key and value is written");
}

void AddTransform(CLI::App* app, Slots* slots) {
  CLI::App* command =
      AddCommand(app, "transform", "Apply a chat template's response transforms to a reply",
                 "  galley transform planner < reply.txt\n"
                 "  galley transform planner reply.txt --format json");
  AddWorkspaceOptions(command, &slots->arguments);
  AddTransformOptions(command, &slots->arguments.transform);
}

void AddRpc(CLI::App* app) {
  AddCommand(app, "rpc", "Answer JSON-RPC 2.0 requests, one a line, on standard input",
             "  echo '{\"id\": 1, \"method\": \"version\"}' | galley rpc");
}

void AddEverything(CLI::App* app, Slots* slots) {
  app->get_formatter()->label("SUBCOMMAND", "COMMAND");
  app->get_formatter()->label("REQUIRED", "");
  app->get_formatter()->column_width(26);
  app->set_help_flag("-h,--help", "Print this help");
  app->set_version_flag("--version", "", "Print the version");
  app->add_option("--format", slots->format,
                  "How to print: for people (the default), or as JSON, diagnostics too")
      ->type_name(ChoicesOf({"text", "json"}));
  app->footer(
      "Examples:\n"
      "  galley init\n"
      "  galley render hello -d .galley/data/hello.json\n"
      "  galley explain assistant -d .galley/data/assistant.json --budget 4k\n"
      "  galley check\n"
      "  galley test\n"
      "  galley errors duplicate-key\n"
      "  galley COMMAND --help\n"
      "\n"
      "Exit status: 0 done; 1 findings, or an invalid template or document; 2 wrong usage or\n"
      "configuration; 3 not found; 4 ambiguous; 7 invalid input data; 8 a provider cannot\n"
      "express it; 70 a failure inside, or the result could not be written.");
  AddWorkspaceCommands(app, &slots->arguments);
  AddCall(app, slots);
  AddCompletions(app, slots);
  AddErrors(app, slots);
  AddInstructions(app, slots);
  AddLimits(app);
  AddRead(app, slots);
  AddResolve(app, &slots->arguments);
  AddRpc(app);
  AddSchema(app, &slots->arguments);
  AddStore(app, &slots->arguments);
  AddTransform(app, slots);
}

struct CommandName {
  std::string_view name;
  Command command;
};

constexpr CommandName kCommandNames[] = {
    {"browse", Command::kBrowse},   {"budget", Command::kBudget},
    {"call", Command::kCall},       {"check", Command::kCheck},
    {"config", Command::kConfig},   {"dump", Command::kDump},
    {"errors", Command::kErrors},   {"explain", Command::kExplain},
    {"graph", Command::kGraph},     {"init", Command::kInit},
    {"inspect", Command::kInspect}, {"instructions", Command::kInstructions},
    {"limits", Command::kLimits},   {"list", Command::kList},
    {"prompt", Command::kPrompt},   {"read", Command::kRead},
    {"render", Command::kRender},   {"resolve", Command::kResolve},
    {"rpc", Command::kRpc},         {"schema", Command::kSchema},
    {"show", Command::kShow},       {"store", Command::kStore},
    {"test", Command::kTest},       {"transform", Command::kTransform},
    {"which", Command::kWhich},
};

Command CommandOf(std::string_view name) {
  for (const CommandName& each : kCommandNames) {
    if (each.name == name) return each.command;
  }
  return Command::kText;
}

std::string Quoted(std::string_view word) { return '`' + std::string(word) + '`'; }

// The command that was named, or null.
const CLI::App* Chosen(const CLI::App& app) {
  const std::vector<CLI::App*> chosen =
      const_cast<CLI::App&>(app).get_subcommands();  // CLI11 has no constant form
  return chosen.empty() ? nullptr : chosen.front();
}

Diagnostic UsageProblemNear(std::string message, std::string_view word,
                            const std::vector<std::string>& candidates) {
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  return UsageProblem(std::move(message), word, views);
}

// Whether a word stands behind `--`, where nothing is an option.
bool IsBehindDashes(std::string_view word, int count, char** words) {
  char** const end = words + count;
  char** const dashes =
      std::find_if(words, end, [](const char* each) { return std::string_view(each) == "--"; });
  return std::find_if(dashes, end, [&](const char* each) { return word == each; }) != end;
}

Diagnostic UnknownWord(const CLI::App& app, const std::string& word, bool may_be_option) {
  const CLI::App* command = Chosen(app);
  if (may_be_option && word.starts_with('-')) {
    return UsageProblemNear(Quoted(word) + " is not an option", word.substr(0, word.find('=')),
                            OptionNames(app, command));
  }
  if (command) {
    return UsageProblem(Quoted(word) + " is one word too many for " +
                        Quoted("galley " + command->get_name()));
  }
  return UsageProblemNear(Quoted(word) + " is not a command", word, CommandNames(app));
}

// CLI11 says what is missing before it says what is too much; the latter explains
// more.
Diagnostic Explain(const CLI::App& app, const CLI::ParseError& error, int count, char** words) {
  std::vector<std::string> unknown = app.remaining(true);
  std::erase(unknown, "--");
  if (!unknown.empty()) {
    return UnknownWord(app, unknown.front(), !IsBehindDashes(unknown.front(), count, words));
  }
  return UsageProblem(error.what());
}

// Refuses a value that is none of the choices of its option.
Result<void> CheckChoices(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    const std::vector<std::string> choices = Choices(*option);
    if (choices.empty() || option->count() == 0) continue;
    const std::string value = option->as<std::string>();
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) continue;
    std::string list;
    for (const std::string& choice : choices) list += (list.empty() ? "" : ", ") + Quoted(choice);
    return UsageProblemNear(Quoted(option->get_name()) + " must be one of " + list, value, choices);
  }
  return {};
}

std::string Completions(const CLI::App& app, std::string_view shell) {
  if (shell == "bash") return BashCompletions(app);
  return shell == "zsh" ? ZshCompletions(app) : FishCompletions(app);
}

Result<Arguments> Finish(const CLI::App& app, Slots* slots) {
  const CLI::App* command = Chosen(app);
  if (!command) {
    Diagnostic missing = UsageProblem("a command is missing");
    missing.hint = "`galley --help` lists the commands";
    return missing;
  }
  for (const CLI::App* each : {&app, command}) {
    const Result<void> checked = CheckChoices(*each);
    if (!checked) return checked.error();
  }
  slots->arguments.command = CommandOf(command->get_name());
  if (command->get_name() == "completions") {
    slots->arguments.text = Completions(app, slots->shell);
  }
  return std::move(slots->arguments);
}

Arguments TextArguments(std::string text) {
  Arguments arguments;
  arguments.text = std::move(text);
  return arguments;
}

}  // namespace

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
  CLI::App app("Galley, a prompt compiler.", "galley");
  Slots slots;
  AddEverything(&app, &slots);
  try {
    app.parse(count, words);
  } catch (const CLI::CallForHelp&) {
    return TextArguments(app.help());
  } catch (const CLI::CallForVersion&) {
    Arguments version;
    version.command = Command::kVersion;
    return version;
  } catch (const CLI::ParseError& error) {
    return Explain(app, error, count, words);
  }
  return Finish(app, &slots);
}

}  // namespace galley::cli
