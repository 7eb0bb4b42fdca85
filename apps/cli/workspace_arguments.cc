// Options and help of the commands; workspace_commands.cc has what they do.
#include "workspace_arguments.h"

#include <array>
#include <string_view>
#include <utility>

#include "browse.h"
#include "chat_commands.h"
#include "data_arguments.h"
#include "models_command.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

// Each sets the key of the configuration that it is called after.
constexpr std::array<std::string_view, 13> kConfigOptions = {"--conf-project-template-paths",
                                                             "--conf-user-template-paths",
                                                             "--conf-builtin-template-paths",
                                                             "--conf-system-instruction-template",
                                                             "--conf-user-instruction-template",
                                                             "--conf-system-instruction",
                                                             "--conf-user-instruction",
                                                             "--conf-store",
                                                             "--conf-author",
                                                             "--conf-section-extensions",
                                                             "--conf-handlebars-strict",
                                                             "--conf-follow-links",
                                                             "--conf-model"};

std::vector<Option> ConfigOptions(WorkspaceArguments* workspace) {
  std::vector<Option> options;
  for (const std::string_view name : kConfigOptions) {
    const std::string_view key = name.substr(std::string_view("--conf-").size());
    // Not shown: there is one for each key, and few people need them.
    options.push_back({.names = name,
                       .target = KeyedValue{&workspace->settings, key},
                       .value = "TEXT",
                       .hidden = true});
  }
  return options;
}

Option NameOption(Arguments* arguments) {
  return {.names = "NAME",
          .about = "A template: its name, store:NAME[@VERSION|@LABEL], a path, or -",
          .target = &arguments->name,
          .is_template = true};
}

Option RequiredName(Arguments* arguments) {
  Option name = NameOption(arguments);
  name.required = true;
  return name;
}

Option NamesOption(Arguments* arguments) {
  return {.names = "NAME",
          .about = "Templates: names, store:NAME[@VERSION|@LABEL], paths, or -; without any, all",
          .target = &arguments->names,
          .is_template = true};
}

Option RoleOption(Arguments* arguments) {
  return {.names = "--role",
          .about = "Print a message of this role, as JSON",
          .target = &arguments->role,
          .choices = {"system", "user", "assistant"}};
}

Option OutputFileOption(Arguments* arguments) {
  return {.names = "-o,--output",
          .about = "Write the output to this file",
          .target = &arguments->output_file,
          .value = kFileName};
}

Option FormatOption(Arguments* arguments, std::string_view about,
                    std::vector<std::string_view> choices) {
  return {.names = "--format",
          .about = about,
          .target = &arguments->format,
          .choices = std::move(choices)};
}

// Which templates are meant, where it may be all.
std::vector<Option> SelectionOptions(Arguments* arguments) {
  return {{.names = "--tier",
           .about = "Only templates of this tier",
           .target = &arguments->tier,
           .choices = {"project", "user", "builtin"}},
          {.names = "--type",
           .about = "Only templates of this type",
           .target = &arguments->type,
           .choices = {"jinja", "handlebars", "sections", "chat", "task", "model"}},
          {.names = "--filter",
           .about = "Only templates whose name contains this text",
           .target = &arguments->name,
           .value = "TEXT"}};
}

Command PromptCommand(Arguments* arguments) {
  return {
      .name = "prompt",
      .about = "Render a file that names a section template and its values",
      .examples =
          "  galley prompt notes.prompt.yaml\n"
          "  galley prompt notes.prompt.yaml --set VERSION=1.3 --role user",
      .run = RunPrompt,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = kFileName,
                         .about = "The prompt definition",
                         .target = &arguments->name,
                         .required = true}},
                       DataOptions(arguments),
                       CountingOptions(arguments),
                       {RoleOption(arguments), OutputFileOption(arguments)},
                       TraceOptions(arguments)}),
  };
}

std::vector<Option> RenderOptions(Arguments* arguments) {
  Option name = NameOption(arguments);
  name.given = &arguments->has_name;
  return Join(
      {WorkspaceOptions(arguments),
       {name, TypeOption(arguments)},
       DataOptions(arguments),
       {{.names = "--budget",
         .about = "Token budget of a chat template: 4096, 4k, 1.5k",
         .target = &arguments->budget,
         .value = "N"}},
       ChatOptions(arguments),
       {{.names = "--save",
         .about = "Also write the messages of a chat template to a file, for `galley diff`",
         .target = &arguments->save,
         .value = kFileName},
        {.names = "--as",
         .about = "How to print the messages of a chat template: as they are, as the request of "
                  "a provider, or as text",
         .target = &arguments->as,
         .choices = {"messages", "openai", "responses", "anthropic", "gemini", "mistral",
                     "huggingface", "text"}},
        RoleOption(arguments),
        OutputFileOption(arguments),
        {.names = "--check-input",
         .about = "Refuse data that `galley schema NAME` does not allow",
         .target = &arguments->check_input},
        {.names = "--part",
         .about = "Render the configured instructions, with NAME for that of the user",
         .target = &arguments->part,
         .choices = {"both", "user", "system"}}},
       TraceOptions(arguments)});
}

Command RenderCommand(Arguments* arguments) {
  return {
      .name = "render",
      .about = "Render a template, or the configured instructions",
      .examples =
          "  galley render hello -d data.json\n"
          "  galley render hello -d base.yaml -d more.json --set name=Ann --set note=@:note.txt\n"
          "  jq .user db.json | galley render hello -d -\n"
          "  galley render turn_writer -d ctx.json --budget 4k --inject lore.yaml --as anthropic\n"
          "  galley render ../drafts/hello.j2 --set name=Ann --json beta=false -o hello.txt\n"
          "  echo 'Hi {{ name }}' | galley render - --type jinja --set name=Ann\n"
          "  galley render --part system",
      .run = RunRender,
      .options = RenderOptions(arguments),
  };
}

Command ListCommand(Arguments* arguments) {
  return {
      .name = "list",
      .about = "List the templates, in the order of look-up",
      .examples =
          "  galley list\n"
          "  galley list --tier project --type jinja\n"
          "  galley list --filter summary --format json\n"
          "  galley list --names | fzf",
      .run = RunList,
      .options =
          Join({WorkspaceOptions(arguments),
                SelectionOptions(arguments),
                {{.names = "--names",
                  .about = "Print only the names, one per line",
                  .target = &arguments->names_only},
                 {.names = "-v,--verbose",
                  .about = "Also show which roots were searched, and which are missing",
                  .target = &arguments->verbose},
                 FormatOption(arguments, "How to print the list", {"table", "text", "json"})}}),
  };
}

Command WhichCommand(Arguments* arguments) {
  return {
      .name = "which",
      .about = "Show which file a name resolves to, and why",
      .examples =
          "  galley which summary\n"
          "  galley which summary --all\n"
          "  galley which email/summary.j2 --format json",
      .run = RunWhich,
      .options = Join({WorkspaceOptions(arguments),
                       {RequiredName(arguments),
                        TypeOption(arguments),
                        {.names = "--all",
                         .about = "Show the files that were not chosen as well",
                         .target = &arguments->all}}}),
  };
}

Command ShowCommand(Arguments* arguments) {
  return {
      .name = "show",
      .about = "Print the text of a template",
      .examples =
          "  galley show summary\n"
          "  galley show summary --resolved",
      .run = RunShow,
      .options = Join({WorkspaceOptions(arguments),
                       {RequiredName(arguments),
                        TypeOption(arguments),
                        {.names = "--resolved",
                         .about = "Also print the templates that it extends, includes and imports",
                         .target = &arguments->resolved}}}),
  };
}

Command InspectCommand(Arguments* arguments) {
  return {
      .name = "inspect",
      .about = "Show what a template needs and provides",
      .examples =
          "  galley inspect summary\n"
          "  galley inspect ./drafts/reply.hbs --example > data.json\n"
          "  galley inspect summary --format json\n"
          "  galley inspect --cache turn_writer -d ctx.json",
      .run = RunInspect,
      .options = Join({WorkspaceOptions(arguments),
                       {RequiredName(arguments),
                        TypeOption(arguments),
                        {.names = "--example",
                         .about = "Print sample data instead, as JSON",
                         .target = &arguments->example},
                        {.names = "--cache",
                         .about = "How often each node of a chat template changes, and where a "
                                  "prompt cache would end; -d gives the tokens of an example",
                         .target = &arguments->cache},
                        {.names = "--as",
                         .about = "With --cache: the provider whose cache it is; anthropic",
                         .target = &arguments->as,
                         .choices = {"messages", "openai", "responses", "anthropic", "gemini",
                                     "mistral", "huggingface"}},
                        {.names = "--model",
                         .about = "With --cache: the model whose rules hold",
                         .target = &arguments->model,
                         .value = "MODEL",
                         .listing = kModelListing}},
                       DataOptions(arguments)}),
  };
}

Command BrowseCommand(Arguments* arguments) {
  return {
      .name = "browse",
      .about = "Choose a template with fzf, print its name",
      .examples =
          "  galley browse\n"
          "  galley render \"$(galley browse --tier project)\" -d data.json\n"
          "  galley browse --no-preview",
      .run = RunBrowse,
      .options = Join({WorkspaceOptions(arguments),
                       SelectionOptions(arguments),
                       {{.names = "--no-preview",
                         .about = "Do not show the text of templates",
                         .target = &arguments->no_preview}}}),
  };
}

Command CheckCommand(Arguments* arguments) {
  return {
      .name = "check",
      .about = "Find everything that is wrong with templates",
      .examples =
          "  galley check\n"
          "  galley check summary email/reply\n"
          "  galley check --format sarif > galley.sarif\n"
          "  galley check --format github\n"
          "\n"
          "Without names it is all templates but those that come with Galley.",
      .run = RunCheck,
      .options = Join({WorkspaceOptions(arguments),
                       {NamesOption(arguments),
                        TypeOption(arguments),
                        {.names = "--strict",
                         .about = "Treat warnings as findings: exit status 1",
                         .target = &arguments->strict},
                        FormatOption(arguments, "How to print the findings",
                                     {"text", "json", "sarif", "github"})}}),
  };
}

Command TestCommand(Arguments* arguments) {
  return {
      .name = "test",
      .about = "Run the tests of templates: NAME.test.yaml",
      .examples =
          "  galley test\n"
          "  galley test turn_writer --update\n"
          "  galley test turn_writer --case 'keeps the question'\n"
          "  galley test store:turn_writer@production\n"
          "  galley test --format junit > tests.xml",
      .run = RunTest,
      .options = Join(
          {WorkspaceOptions(arguments),
           {{.names = "NAME",
             .about = "Names of tests; paths of tests or of the templates beside them; "
                      "store:NAME[@VERSION|@LABEL] for those about NAME, run on what is stored; "
                      "without any, all tests",
             .target = &arguments->names,
             .is_template = true}},
           CountingOptions(arguments),
           {{.names = "--case",
             .about = "Only the cases of this name; may be given several times",
             .target = &arguments->cases,
             .value = "CASE"},
            {.names = "--update",
             .about = "Replace what the cases expect with what they give",
             .target = &arguments->update},
            FormatOption(arguments, "How to print the results", {"text", "json", "junit"})}}),
  };
}

Command GraphCommand(Arguments* arguments) {
  return {
      .name = "graph",
      .about = "Show which templates extend and include each other",
      .examples =
          "  galley graph\n"
          "  galley graph summary --format mermaid\n"
          "  galley graph --format dot | dot -Tsvg > graph.svg",
      .run = RunGraph,
      .options = Join({WorkspaceOptions(arguments),
                       {NamesOption(arguments), TypeOption(arguments),
                        FormatOption(arguments, "How to print the graph",
                                     {"text", "json", "dot", "mermaid"})}}),
  };
}

Command DumpCommand(Arguments* arguments) {
  return {
      .name = "dump",
      .about = "Print the output of a pipeline stage",
      .examples =
          "  galley dump --stage catalog\n"
          "  galley dump --stage flat report\n"
          "  galley dump --stage code hello\n"
          "  galley dump --stage artifact turn_writer",
      .run = RunDump,
      .options =
          Join({WorkspaceOptions(arguments),
                {NameOption(arguments),
                 TypeOption(arguments),
                 {.names = "--stage",
                  .about = "The stage",
                  .target = &arguments->stage,
                  .choices = {"catalog", "document", "flat", "tokens", "ast", "code", "artifact"},
                  .required = true}}}),
  };
}

Command ConfigCommand(Arguments* arguments) {
  return {
      .name = "config",
      .about = "Show or check the configuration",
      .examples =
          "  galley config view\n"
          "  galley config path\n"
          "  galley config validate\n"
          "  galley config validate --file other.toml\n"
          "\n"
          "Layers, weakest first: built in; $XDG_CONFIG_HOME/galley/config.toml; "
          ".galley/config.toml\n"
          "of the project; --config FILE or $GALLEY_CONFIG; $GALLEY_KEY, as in\n"
          "GALLEY_USER_INSTRUCTION; --conf-KEY VALUE, which every command on templates takes.",
      .run = RunConfig,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = "ACTION",
                         .about = "What to do",
                         .target = &arguments->action,
                         .choices = {"view", "path", "validate"},
                         .required = true},
                        {.names = "--file",
                         .about = "Validate this file alone",
                         .target = &arguments->file,
                         .value = kFileName}}}),
  };
}

Command InitCommand(Arguments* arguments) {
  return {
      .name = "init",
      .about = "Write a small .galley/ to start from, overwriting nothing",
      .examples =
          "  galley init\n"
          "  galley init --agent path/to/project",
      .run = RunInit,
      .options = {{.names = "--agent",
                   .about = "For an agent: a conversation with tools, memory and passages",
                   .target = &arguments->agent},
                  {.names = "DIR",
                   .about = "The project; by default this directory",
                   .target = &arguments->directory}},
  };
}

}  // namespace

Option TypeOption(Arguments* arguments) {
  return {.names = "--type",
          .about =
              "The type of a template given by its path or read from -; by default, that of "
              "its extension",
          .target = &arguments->type,
          .choices = {"jinja", "handlebars", "sections", "chat", "task"}};
}

std::vector<Option> WorkspaceOptions(Arguments* arguments) {
  WorkspaceArguments* workspace = &arguments->workspace;
  return Join(
      {{{.names = "--config",
         .about = "A configuration file that overrides the others",
         .target = &workspace->config,
         .value = kFileName},
        {.names = "--project-root",
         .about = "The project; by default the nearest directory upwards with .galley or .git",
         .target = &workspace->project_root,
         .value = "DIR"},
        {.names = "--store",
         .about = "The store behind `store:` names: sqlite:PATH or postgresql://...",
         .target = &workspace->store,
         .value = "URL"}},
       ConfigOptions(workspace)});
}

std::vector<Option> TraceOptions(Arguments* arguments) {
  WorkspaceArguments* workspace = &arguments->workspace;
  return {
      {.names = "--trace",
       .about = "Add a span of OpenTelemetry for each render to this file, a line of OTLP JSON: "
                "names, tokens, counts, times",
       .target = &workspace->trace_file,
       .value = kFileName},
      {.names = "--trace-content",
       .about = "Tell there what was rendered, too",
       .target = &workspace->trace_content}};
}

std::vector<Command> WorkspaceCommands(Arguments* arguments) {
  return {PromptCommand(arguments), RenderCommand(arguments), ExplainCommand(arguments),
          BudgetCommand(arguments), DiffCommand(arguments),   ListCommand(arguments),
          WhichCommand(arguments),  ShowCommand(arguments),   InspectCommand(arguments),
          BrowseCommand(arguments), CheckCommand(arguments),  TestCommand(arguments),
          GraphCommand(arguments),  DumpCommand(arguments),   SimulateCommand(arguments),
          ConfigCommand(arguments), InitCommand(arguments)};
}

}  // namespace galley::cli
