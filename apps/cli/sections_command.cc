// `resolve` prints the flat template, `schema` the schema of any template.
#include "sections_command.h"

#include <string>
#include <vector>

#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "workspace_arguments.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

std::vector<Option> TemplateOptions(Arguments* arguments) {
  return Join({WorkspaceOptions(arguments),
               {{.names = "NAME",
                 .about = "The template: a name, a path, or -",
                 .target = &arguments->name,
                 .required = true,
                 .is_template = true},
                TypeOption(arguments),
                {.names = "--strict",
                 .about = "Ask every placeholder for its type, and allow no defaults",
                 .target = &arguments->strict}}});
}

Context TemplateParams(const Arguments& arguments) {
  Context params;
  params.Set("template", arguments.name);
  if (arguments.strict) params.Set("strict", true);
  return params;
}

ExitCode RunResolve(const Arguments& arguments, const Output& output) {
  Context params = TemplateParams(arguments);
  params.Set("output", arguments.output == "json" ? "json" : "yaml");
  if (arguments.trace) params.Set("trace", true);
  return CallAndPrint(
      arguments, "sections.resolve", std::move(params), output,
      [](const Reply& reply) { return std::string(reply.result().Find("text").as_string()); },
      arguments.output == "json" ? Text::kJson : Text::kForPeople);
}

ExitCode RunSchema(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("name", arguments.name);
  if (arguments.strict) params.Set("strict", true);
  return CallAndPrint(
      arguments, "template.schema", std::move(params), output,
      [](const Reply& reply) { return reply.result().Find("schema").ToText(2) + '\n'; },
      Text::kJson);
}

}  // namespace

Command ResolveCommand(Arguments* arguments) {
  return {
      .name = "resolve",
      .about = "Print a section template merged with everything it extends",
      .examples =
          "  galley resolve release-notes\n"
          "  galley resolve ./prompts/notes.sections.yaml --trace\n"
          "  galley resolve release-notes -o json",
      .run = RunResolve,
      .options = Join({TemplateOptions(arguments),
                       {{.names = "-o,--output",
                         .about = "How to print the template: yaml",
                         .target = &arguments->output,
                         .choices = {"yaml", "json"}},
                        {.names = "--trace",
                         .about = "Add comments with the file and line of every part",
                         .target = &arguments->trace}}}),
  };
}

Command SchemaCommand(Arguments* arguments) {
  return {
      .name = "schema",
      .about = "Print the JSON Schema of the data that a template takes",
      .examples =
          "  galley schema release-notes\n"
          "  galley schema ./drafts/hello.j2\n"
          "  galley schema release-notes > notes.schema.json",
      .run = RunSchema,
      .options = TemplateOptions(arguments),
  };
}

}  // namespace galley::cli
