#include "sections_command.h"

#include <string_view>

#include "choices.h"
#include "galley/galley.h"

namespace galley::cli {
namespace {

void AddTemplate(CLI::App* command, SectionArguments* arguments) {
  command->add_option("NAME", arguments->name, "The template: a name, or a path")
      ->required()
      ->type_name("");
  command->add_flag("--strict", arguments->strict,
                    "Ask every placeholder for its type, and allow no defaults");
}

JsonObject ParamsOf(const SectionArguments& arguments) {
  JsonObject params;
  params.Set("template", arguments.name);
  if (arguments.strict) params.Set("strict", true);
  return params;
}

// Calls, and prints as JSON the whole result, otherwise what `show` makes of it.
template <class Show>
ExitCode CallAndShow(std::string_view method, const JsonObject& params, const Output& output,
                     Show show) {
  const Result<Reply> reply = Call(method, params.text());
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  return output.Print(output.as_json() ? reply->text() + '\n' : show(reply->result()));
}

}  // namespace

void AddResolveOptions(CLI::App* command, SectionArguments* arguments) {
  AddTemplate(command, arguments);
  command->add_option("-o,--output", arguments->output, "How to print the template")
      ->type_name(ChoicesOf({"yaml", "json"}));
  command->add_flag("--trace", arguments->trace,
                    "Tell which file and line every part came from, in comments");
}

void AddSchemaOptions(CLI::App* command, SectionArguments* arguments) {
  AddTemplate(command, arguments);
}

ExitCode RunResolve(const SectionArguments& arguments, const Output& output) {
  JsonObject params = ParamsOf(arguments);
  params.Set("output", arguments.output);
  if (arguments.trace) params.Set("trace", true);
  return CallAndShow("sections.resolve", params, output, [&](const Json& result) {
    // JSON has no comments: the trace stands beside the template.
    if (arguments.trace && arguments.output == "json") {
      return "{\"template\": " + result.Find("template").ToText() +
             ", \"trace\": " + result.Find("trace").ToText() + "}\n";
    }
    return std::string(result.Find("text").as_string());
  });
}

ExitCode RunSchema(const SectionArguments& arguments, const Output& output) {
  return CallAndShow("sections.schema", ParamsOf(arguments), output,
                     [](const Json& result) { return result.Find("schema").ToText(2) + '\n'; });
}

}  // namespace galley::cli
