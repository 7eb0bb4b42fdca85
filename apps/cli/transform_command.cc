#include "transform_command.h"

#include <CLI/CLI.hpp>

#include "arguments.h"
#include "choices.h"
#include "galley/galley.h"
#include "workspace_commands.h"

namespace galley::cli {

void AddTransformOptions(CLI::App* command, TransformArguments* arguments) {
  command->add_option("NAME", arguments->name, "The chat template whose transforms are applied")
      ->required()
      ->type_name("");
  command->add_option(kFileName, arguments->file, "The reply; by default - for standard input")
      ->type_name("");
}

// The text is printed as it is, without a line break of ours.
ExitCode RunTransform(const Arguments& arguments, const Output& output) {
  const TransformArguments& given = arguments.transform;
  const Result<std::string> text = ReadInput(given.file, Limits().request);
  if (!text) return output.FailForInput(text.error());
  JsonObject params;
  params.SetJson("template", WorkspaceParams(arguments).Set("name", given.name).text());
  params.Set("text", *text);
  const Result<Reply> reply = Call("chat.transform", params.text());
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  if (output.as_json()) return output.Print(reply->text() + '\n');
  return output.Print(std::string(reply->result().Find("text").as_string()));
}

}  // namespace galley::cli
