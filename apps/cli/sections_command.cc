#include "sections_command.h"

#include <string>

#include <CLI/CLI.hpp>

#include "call_and_print.h"
#include "choices.h"
#include "galley/galley.h"
#include "workspace_arguments.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

void AddTemplate(CLI::App* command, Arguments* arguments) {
  AddWorkspaceOptions(command, arguments);
  command->add_option("NAME", arguments->name, "The template: a name, or a path")
      ->required()
      ->type_name("");
  command->add_flag("--strict", arguments->strict,
                    "Ask every placeholder for its type, and allow no defaults");
}

JsonObject TemplateParams(const Arguments& arguments) {
  JsonObject params = WorkspaceParams(arguments);
  params.Set("template", arguments.name);
  if (arguments.strict) params.Set("strict", true);
  return params;
}

}  // namespace

void AddResolve(CLI::App* app, Arguments* arguments) {
  CLI::App* command =
      AddCommand(app, "resolve", "Print a section template with all it extends as one template",
                 "  galley resolve release-notes\n"
                 "  galley resolve ./prompts/notes.sections.yaml --trace\n"
                 "  galley resolve release-notes -o json");
  AddTemplate(command, arguments);
  command->add_option("-o,--output", arguments->output, "How to print the template: yaml")
      ->type_name(ChoicesOf({"yaml", "json"}));
  command->add_flag("--trace", arguments->trace,
                    "Tell which file and line every part came from, in comments");
}

void AddSchema(CLI::App* app, Arguments* arguments) {
  CLI::App* command = AddCommand(app, "schema", "Print the input schema of a section template",
                                 "  galley schema release-notes\n"
                                 "  galley schema release-notes > notes.schema.json");
  AddTemplate(command, arguments);
}

ExitCode RunResolve(const Arguments& arguments, const Output& output) {
  JsonObject params = TemplateParams(arguments);
  params.Set("output", arguments.output == "json" ? "json" : "yaml");
  if (arguments.trace) params.Set("trace", true);
  return CallAndPrint("sections.resolve", params.text(), output, [](const Reply& reply) {
    return std::string(reply.result().Find("text").as_string());
  });
}

ExitCode RunSchema(const Arguments& arguments, const Output& output) {
  return CallAndPrint(
      "sections.schema", TemplateParams(arguments).text(), output,
      [](const Reply& reply) { return reply.result().Find("schema").ToText(2) + '\n'; });
}

}  // namespace galley::cli
