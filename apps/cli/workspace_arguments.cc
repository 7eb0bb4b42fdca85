#include "workspace_arguments.h"

#include <array>
#include <string_view>

#include <CLI/CLI.hpp>

#include "chat_commands.h"
#include "choices.h"
#include "data_arguments.h"

namespace galley::cli {
namespace {

// The keys of the configuration, each of which `--conf-KEY` sets.
constexpr std::array<std::string_view, 9> kConfigKeys = {"project-template-paths",
                                                         "user-template-paths",
                                                         "builtin-template-paths",
                                                         "system-instruction-template",
                                                         "user-instruction-template",
                                                         "system-instruction",
                                                         "user-instruction",
                                                         "store",
                                                         "author"};

CLI::App* AddWorkspaceCommand(CLI::App* app, Arguments* arguments, const std::string& name,
                              const std::string& about, const std::string& examples) {
  CLI::App* command = AddCommand(app, name, about, examples);
  AddWorkspaceOptions(command, arguments);
  return command;
}

CLI::Option* AddName(CLI::App* command, Arguments* arguments) {
  return command
      ->add_option("NAME", arguments->name,
                   "The name of a template, or store:NAME[@VERSION|@LABEL]")
      ->type_name("");
}

void AddNames(CLI::App* command, Arguments* arguments) {
  command
      ->add_option(
          "NAME", arguments->names,
          "Names of templates, also store:NAME[@VERSION|@LABEL]; without any, all templates")
      ->type_name("");
}

void AddSelection(CLI::App* command, Arguments* arguments) {
  command->add_option("--tier", arguments->tier, "Only templates of this tier")
      ->type_name(ChoicesOf({"project", "user", "builtin"}));
  command->add_option("--type", arguments->type, "Only templates of this type")
      ->type_name(ChoicesOf({"jinja", "handlebars", "sections", "chat", "task"}));
  command->add_option("--filter", arguments->name, "Only templates whose name holds this text")
      ->type_name("TEXT");
}

void AddList(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "list", "List the templates, in the order of look-up",
                          "  galley list\n"
                          "  galley list --tier project --type jinja\n"
                          "  galley list --filter summary --format json");
  AddSelection(command, arguments);
  command->add_option("--format", arguments->format, "How to print the list")
      ->type_name(ChoicesOf({"table", "text", "json"}));
}

void AddBrowse(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "browse", "Choose a template with fzf, print its name",
                          "  galley browse\n"
                          "  galley render \"$(galley browse --tier project)\" -d data.json\n"
                          "  galley browse --no-preview");
  AddSelection(command, arguments);
  command->add_flag("--no-preview", arguments->no_preview, "Do not show the text of templates");
}

void AddWhich(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "which", "Tell which file a name means, and why",
                          "  galley which summary\n"
                          "  galley which summary --all\n"
                          "  galley which email/summary.j2 --format json");
  AddName(command, arguments)->required();
  command->add_flag("--all", arguments->all, "Show the files that were not chosen as well");
}

void AddShow(CLI::App* app, Arguments* arguments) {
  CLI::App* command = AddWorkspaceCommand(app, arguments, "show", "Print the text of a template",
                                          "  galley show summary\n"
                                          "  galley show summary --resolved");
  AddName(command, arguments)->required();
  command->add_flag("--resolved", arguments->resolved,
                    "Print also the templates that it extends, includes and imports");
}

void AddInspect(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "inspect", "Tell what a template needs and offers",
                          "  galley inspect summary\n"
                          "  galley inspect summary --format json");
  AddName(command, arguments)->required();
}

void AddRole(CLI::App* command, Arguments* arguments) {
  command->add_option("--role", arguments->role, "Print a message of this role, as JSON")
      ->type_name("ROLE");
}

void AddPrompt(CLI::App* app, Arguments* arguments) {
  CLI::App* command = AddWorkspaceCommand(
      app, arguments, "prompt", "Render a file that names a section template and its values",
      "  galley prompt notes.prompt.yaml\n"
      "  galley prompt notes.prompt.yaml --set VERSION=1.3 --role user");
  command->add_option("FILE", arguments->name, "The prompt definition")->required()->type_name("");
  AddDataOptions(command, arguments);
  AddRole(command, arguments);
}

void AddRender(CLI::App* app, Arguments* arguments) {
  CLI::App* command = AddWorkspaceCommand(
      app, arguments, "render", "Render a template, or the configured instructions",
      "  galley render hello -d data.json\n"
      "  galley render hello -d base.yaml -d more.json --set name=Ann --set note=@:note.txt\n"
      "  jq .user db.json | galley render hello -d -\n"
      "  galley render turn_writer -d ctx.json --budget 4k --inject lore.yaml --as anthropic\n"
      "  galley render ./drafts/turn_writer.chat.yaml -d ctx.json --as text\n"
      "  galley render --part system");
  AddName(command, arguments)->each([arguments](const std::string&) {
    arguments->has_name = true;
  });
  AddDataOptions(command, arguments);
  command->add_option("--budget", arguments->budget, "Of a chat template, tokens: 4096, 4k, 1.5k")
      ->type_name("N");
  AddChatOptions(command, arguments);
  command
      ->add_option("--as", arguments->as,
                   "How to print the messages of a chat template: as they are, as the request of "
                   "a provider, or as text")
      ->type_name(ChoicesOf({"messages", "openai", "anthropic", "gemini", "text"}));
  AddRole(command, arguments);
  command
      ->add_option("--part", arguments->part,
                   "Render the configured instructions, with NAME for that of the user")
      ->type_name(ChoicesOf({"both", "user", "system"}));
}

void AddCheck(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "check", "Find everything that is wrong with templates",
                          "  galley check\n"
                          "  galley check summary email/reply\n"
                          "  galley check --format sarif > galley.sarif\n"
                          "  galley check --format github");
  AddNames(command, arguments);
  command->add_flag("--strict", arguments->strict, "Warnings are findings too: exit status 1");
  command->add_option("--format", arguments->format, "How to print the findings")
      ->type_name(ChoicesOf({"text", "json", "sarif", "github"}));
}

void AddTest(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "test", "Run the tests of templates: NAME.test.yaml",
                          "  galley test\n"
                          "  galley test turn_writer --update\n"
                          "  galley test store:turn_writer@production\n"
                          "  galley test --format junit > tests.xml");
  command
      ->add_option(
          "NAME", arguments->names,
          "Names of tests, or store:NAME[@VERSION|@LABEL] for those about NAME, run on what "
          "is stored; without any, all tests")
      ->type_name("");
  command->add_flag("--update", arguments->update,
                    "Write what the cases give in the place of what they expect");
  command->add_option("--format", arguments->format, "How to print the results")
      ->type_name(ChoicesOf({"text", "json", "junit"}));
}

void AddGraph(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "graph", "Show which templates extend and include which",
                          "  galley graph\n"
                          "  galley graph summary --format mermaid\n"
                          "  galley graph --format dot | dot -Tsvg > graph.svg");
  AddNames(command, arguments);
  command->add_option("--format", arguments->format, "How to print the graph")
      ->type_name(ChoicesOf({"text", "json", "dot", "mermaid"}));
}

void AddDump(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddWorkspaceCommand(app, arguments, "dump", "Print what a stage of the pipeline made",
                          "  galley dump --stage catalog\n"
                          "  galley dump --stage flat report\n"
                          "  galley dump --stage code hello\n"
                          "  galley dump --stage artifact turn_writer");
  AddName(command, arguments);
  command->add_option("--stage", arguments->stage, "The stage")
      ->required()
      ->type_name(ChoicesOf({"catalog", "document", "flat", "tokens", "ast", "code", "artifact"}));
}

void AddConfig(CLI::App* app, Arguments* arguments) {
  CLI::App* command = AddWorkspaceCommand(
      app, arguments, "config", "Show or check the configuration",
      "  galley config view\n"
      "  galley config path\n"
      "  galley config validate\n"
      "  galley config validate --file other.toml\n"
      "\n"
      "Layers, weakest first: built in; $XDG_CONFIG_HOME/galley/config.toml; .galley/config.toml\n"
      "of the project; --config FILE or $GALLEY_CONFIG; $GALLEY_KEY, as in\n"
      "GALLEY_USER_INSTRUCTION; --conf-KEY VALUE, which every command on templates takes.");
  command->add_option("ACTION", arguments->action, "What to do")
      ->required()
      ->type_name(ChoicesOf({"view", "path", "validate"}));
  command->add_option("--file", arguments->file, "Validate this file alone")->type_name(kFileName);
}

void AddInit(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddCommand(app, "init", "Write a small .galley/ to start from, overwriting nothing",
                 "  galley init\n"
                 "  galley init path/to/project");
  command->add_option("DIR", arguments->directory, "The project; by default this directory")
      ->type_name("");
}

}  // namespace

void AddWorkspaceOptions(CLI::App* command, Arguments* arguments) {
  WorkspaceArguments* workspace = &arguments->workspace;
  command->add_option("--config", workspace->config, "A configuration file on top of the others")
      ->type_name(kFileName);
  command
      ->add_option("--project-root", workspace->project_root,
                   "The project; by default the nearest directory upwards with .galley or .git")
      ->type_name("DIR");
  command
      ->add_option("--store", workspace->store,
                   "Where `store:` names lead: sqlite:PATH or postgresql://...")
      ->type_name("URL");
  for (const std::string_view key : kConfigKeys) {
    const auto set = [workspace, key](const std::string& value) {
      workspace->settings.emplace_back(key, value);
    };
    // Not shown: there is one for each key, and few people need them.
    command->add_option_function<std::string>("--conf-" + std::string(key), set)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->group("");
  }
}

CLI::App* AddCommand(CLI::App* app, const std::string& name, const std::string& about,
                     const std::string& examples) {
  CLI::App* command = app->add_subcommand(name, about)->group("Commands");
  command->fallthrough();  // so that `--format` may follow
  command->footer("Examples:\n" + examples);
  return command;
}

void AddWorkspaceCommands(CLI::App* app, Arguments* arguments) {
  AddPrompt(app, arguments);
  AddRender(app, arguments);
  AddExplain(app, arguments);
  AddBudget(app, arguments);
  AddList(app, arguments);
  AddWhich(app, arguments);
  AddShow(app, arguments);
  AddInspect(app, arguments);
  AddBrowse(app, arguments);
  AddCheck(app, arguments);
  AddTest(app, arguments);
  AddGraph(app, arguments);
  AddDump(app, arguments);
  AddConfig(app, arguments);
  AddInit(app, arguments);
}

}  // namespace galley::cli
