// One operation for each action; what an action does not take is refused before.
#include "instructions_command.h"

#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "workspace_arguments.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

Context ParamsOf(const Arguments& given) {
  const InstructionArguments& arguments = given.instructions;
  Context params;
  if (!arguments.manifest.empty()) params.Set("path", arguments.manifest);
  if (!arguments.root.empty()) params.Set("root", arguments.root);
  if (!arguments.kind.empty()) params.Set("kind", arguments.kind);
  if (!arguments.to.empty()) params.Set("to", arguments.to);
  if (arguments.strict) params.Set("strict", true);
  if (arguments.lenient) params.Set("lenient", true);
  if (arguments.check) params.Set("check", true);
  if (arguments.force) params.Set("force", true);
  return params;
}

// The texts of the kinds in the result, one after the other.
std::string TextOfKinds(const Json& kinds) {
  std::string text;
  for (size_t at = 0; at < kinds.size(); ++at) {
    text += kinds.item(at).Find("rendered").as_string();
  }
  return text;
}

std::string ShowFiles(const Reply& reply) {
  const Json files = reply.result().Find("files");
  std::string text;
  for (size_t at = 0; at < files.size(); ++at) {
    text += std::string(files.item(at).Find("state").as_string()) + ' ' +
            std::string(files.item(at).Find("path").as_string()) + '\n';
  }
  return text;
}

std::string Show(const InstructionArguments& arguments, const Reply& reply) {
  const Json result = reply.result();
  if (arguments.action == "explain") return std::string(result.Find("text").as_string());
  if (arguments.action == "init" || arguments.action == "export") return ShowFiles(reply);
  if (arguments.action == "check") {
    const size_t kinds = result.Find("active").size();
    return std::to_string(kinds) + (kinds == 1 ? " kind, " : " kinds, ") +
           result.Find("findings").ToText() +
           (result.Find("findings").as_int() == 1 ? " finding\n" : " findings\n");
  }
  return TextOfKinds(result.Find("kinds"));
}

ExitCode RunInstructions(const Arguments& given, const Output& output) {
  const InstructionArguments& arguments = given.instructions;
  const Result<Reply> reply = CallOn(given, "instructions." + arguments.action, ParamsOf(given));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  const ExitCode printed =
      output.Print(output.as_json() ? reply->text() + '\n' : Show(arguments, *reply));
  const bool found = arguments.action == "check" && !reply->warnings().empty();
  return printed == ExitCode::kOk && found ? ExitCode::kFindings : printed;
}

constexpr char kExamples[] =
    "  galley instructions init\n"
    "  galley instructions resolve --format json\n"
    "  galley instructions resolve --kind context\n"
    "  galley instructions explain\n"
    "  galley instructions check --strict\n"
    "  galley instructions export --to agents\n"
    "  galley instructions export docs/manifest.iai --to claude --check\n"
    "  galley instructions resolve store:team/manifest@production";

std::vector<Option> OwnOptions(InstructionArguments* arguments) {
  return {{.names = "ACTION",
           .about = "What to do with the set",
           .target = &arguments->action,
           .choices = {"resolve", "explain", "check", "init", "export"},
           .required = true},
          {.names = "MANIFEST",
           .about = "Its manifest, or store:NAME[@VERSION|@LABEL]; by default .iaip/manifest.iai, "
                    "then manifest.iai, here or at the top of the project",
           .target = &arguments->manifest},
          {.names = "--root",
           .about = "The directory that includes stay in, and that export writes to; by default "
                    "the project, or that of a manifest elsewhere",
           .target = &arguments->root,
           .value = "DIR"},
          {.names = "--kind",
           .about = "resolve, explain: only this kind",
           .target = &arguments->kind,
           .value = "KIND"},
          {.names = "--strict",
           .about = "Stop at unknown kinds and at fields that contradict each other",
           .target = &arguments->strict},
          {.names = "--lenient",
           .about = "Accept files that do not say their kind",
           .target = &arguments->lenient},
          {.names = "--to",
           .about = "export: the tool to write for",
           .target = &arguments->to,
           .choices = {"agents", "claude", "copilot", "cursor"}},
          {.names = "--check",
           .about = "export: write nothing, and fail if the file would change",
           .target = &arguments->check},
          {.names = "--force",
           .about = "init, export: overwrite a file that galley did not write",
           .target = &arguments->force}};
}

}  // namespace

Command InstructionsCommand(Arguments* arguments) {
  return {
      .name = "instructions",
      .about = "Resolve, explain, check and export AI instruction sets",
      .examples = kExamples,
      .run = RunInstructions,
      .options = Join({WorkspaceOptions(arguments), OwnOptions(&arguments->instructions)}),
  };
}

}  // namespace galley::cli
