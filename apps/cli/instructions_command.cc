#include "instructions_command.h"

#include <cstdlib>
#include <string_view>

#include "choices.h"
#include "galley/galley.h"

namespace galley::cli {
namespace {

// `path` with its links resolved; as it is where it leads nowhere.
std::string RealPath(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  std::string real = resolved ? resolved : path;
  std::free(resolved);
  return real;
}

// The same for a file that need not be there; its directory is.
std::string RealFile(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string directory = slash == path.npos ? "." : path.substr(0, slash + 1);
  return RealPath(directory) + '/' + path.substr(slash + 1);
}

bool IsBelow(const std::string& path, const std::string& directory) {
  return path.starts_with(directory.ends_with('/') ? directory : directory + '/');
}

std::string PathBelow(const std::string& path, const std::string& directory) {
  return path.substr(directory.size() + (directory.ends_with('/') ? 0 : 1));
}

bool LeavesByDots(const std::string& path) {
  return ('/' + path).find("/../") != std::string::npos;
}

// The workspace is what the manifest may include: the root that is named, else the
// working directory, else that of the manifest.
void SetManifest(const InstructionArguments& arguments, JsonObject* params) {
  const std::string here = RealPath(".");
  const std::string manifest = RealFile(arguments.manifest);
  const std::string root = arguments.root.empty() ? here : RealPath(arguments.root);
  const bool is_below = IsBelow(manifest, here);
  // Its directory is not there yet, but would be here.
  const bool will_be_below = !manifest.starts_with('/') && !LeavesByDots(manifest);
  if ((is_below && (root == here || IsBelow(root, here))) || will_be_below) {
    params->Set("manifest", is_below ? PathBelow(manifest, here) : arguments.manifest);
    if (arguments.action != "init") params->Set("root", root == here ? "" : PathBelow(root, here));
    return;
  }
  const std::string top =
      IsBelow(manifest, root) ? root : manifest.substr(0, manifest.rfind('/') + 1);
  params->SetJson("workspace", JsonObject().Set("dir", top).text());
  params->Set("manifest", PathBelow(manifest, top));
  if (arguments.action != "init") params->Set("root", IsBelow(manifest, root) ? "" : root);
}

std::string ParamsOf(const InstructionArguments& arguments) {
  JsonObject params;
  SetManifest(arguments, &params);
  if (!arguments.kind.empty()) params.Set("kind", arguments.kind);
  if (!arguments.to.empty()) params.Set("to", arguments.to);
  if (arguments.strict) params.Set("strict", true);
  if (arguments.lenient) params.Set("lenient", true);
  if (arguments.check) params.Set("check", true);
  if (arguments.force) params.Set("force", true);
  return params.text();
}

// The texts of the kinds in the result, one after the other.
std::string TextOfKinds(const Json& kinds) {
  std::string text;
  for (size_t at = 0; at < kinds.size(); ++at) text += kinds.item(at).Find("text").as_string();
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

}  // namespace

const char kInstructionExamples[] =
    "  galley instructions init\n"
    "  galley instructions resolve --format json\n"
    "  galley instructions resolve --kind context\n"
    "  galley instructions explain\n"
    "  galley instructions check --strict\n"
    "  galley instructions export --to agents\n"
    "  galley instructions export docs/manifest.iai --to claude --check";

void AddInstructionOptions(CLI::App* command, InstructionArguments* arguments) {
  command->add_option("ACTION", arguments->action, "What to do with the set")
      ->required()
      ->type_name(ChoicesOf({"resolve", "explain", "check", "init", "export"}));
  command
      ->add_option("MANIFEST", arguments->manifest, "Its manifest; by default .iaip/manifest.iai")
      ->type_name("");
  command
      ->add_option("--root", arguments->root,
                   "The directory that includes stay in, and that export writes to; by default "
                   "the working directory, or that of a manifest elsewhere")
      ->type_name("DIR");
  command->add_option("--kind", arguments->kind, "resolve, explain: only this kind")
      ->type_name("KIND");
  command->add_flag("--strict", arguments->strict,
                    "Stop at unknown kinds and at fields that contradict each other");
  command->add_flag("--lenient", arguments->lenient, "Accept files that do not say their kind");
  command->add_option("--to", arguments->to, "export: the tool to write for")
      ->type_name(ChoicesOf({"agents", "claude", "copilot", "cursor"}));
  command->add_flag("--check", arguments->check,
                    "export: write nothing, and fail where the file would change");
  command->add_flag("--force", arguments->force,
                    "init, export: overwrite a file that galley did not write");
}

ExitCode RunInstructions(const InstructionArguments& arguments, const Output& output) {
  const Result<Reply> reply = Call("instructions." + arguments.action, ParamsOf(arguments));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  const ExitCode printed =
      output.Print(output.as_json() ? reply->text() + '\n' : Show(arguments, *reply));
  const bool found = arguments.action == "check" && !reply->warnings().empty();
  return printed == ExitCode::kOk && found ? ExitCode::kFindings : printed;
}

}  // namespace galley::cli
