// Reads the reply, calls the operation, prints the text exactly.
#include "transform_command.h"

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "workspace_arguments.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

// The text is printed as it is, without a line break of ours.
ExitCode RunTransform(const Arguments& arguments, const Output& output) {
  const TransformArguments& given = arguments.transform;
  const Result<std::string> text = ReadInput(given.file, arguments.limits.request);
  if (!text) return output.FailForInput(text.error());
  Context params;
  params.Key("template").OpenMap().Key("name").Text(given.name).Close();
  params.Set("text", *text);
  const Result<Reply> reply = CallOn(arguments, "chat.transform", std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  if (output.as_json()) return output.Print(reply->text() + '\n');
  return output.Print(reply->result().Find("text").as_string(), Text::kExact);
}

}  // namespace

Command TransformCommand(Arguments* arguments) {
  return {
      .name = "transform",
      .about = "Apply a chat template's response transforms to a reply",
      .examples =
          "  galley transform planner < reply.txt\n"
          "  galley transform planner reply.txt --format json",
      .run = RunTransform,
      .options =
          Join({WorkspaceOptions(arguments),
                {{.names = "NAME",
                  .about = "The chat template whose transforms are applied: a name, or a path",
                  .target = &arguments->transform.name,
                  .required = true,
                  .is_template = true},
                 TypeOption(arguments),
                 {.names = kFileName,
                  .about = "The reply; by default - for standard input",
                  .target = &arguments->transform.file}}}),
  };
}

}  // namespace galley::cli
