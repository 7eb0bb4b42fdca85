// Opens the workspace that the options describe and calls one operation on it; messages call
// parameters by their options.
#include "call_and_print.h"

#include <sys/stat.h>

#include <cstdlib>
#include <string>

#include "galley/command.h"
#include "galley/progress.h"
#include "progress.h"

namespace galley::cli {
namespace {

// What standard input is called.
constexpr char kStandardInput[] = "-";

// The templates that were named by paths; a name of the catalog comes before a path that
// does not begin like one.
Result<Context> GivenIn(const Arguments& arguments) {
  Context given;
  given.Key("given").OpenList();
  for (const std::string& name : arguments.workspace.templates) {
    const bool is_input = name == kStandardInput;
    const bool is_path = IsPath(name);
    if (!is_input && !is_path && !IsRegularFile(name)) continue;
    given.OpenMap().Key("path").Text(name);
    if (is_input) {
      if (arguments.type.empty()) {
        Diagnostic problem = UsageProblem("standard input has no name that tells its type");
        problem.hint = "add `--type jinja`, or another type";
        return problem;
      }
      const Result<std::string> text = ReadInput(name, arguments.limits.file);
      if (!text) return text.error();
      given.Key("text").Text(*text);
    }
    if (!arguments.type.empty()) given.Key("type").Text(arguments.type);
    if (!is_input && !is_path) given.Key("fallback").Bool(true);
    given.Close();
  }
  given.Close();
  return given;
}

// Where templates are looked for and what was left out there, for whoever wonders.
void TellOfRoots(const Workspace& workspace) {
  Context params;
  params.Set("roots", true);
  const Result<Reply> reply = workspace.Call("catalog.list", std::move(params));
  if (!reply) return;
  const Output output(false);
  output.Tell(RootLines(reply->result().Find("roots")));
  output.WarnAlways(*reply);
}

}  // namespace

bool IsPath(std::string_view name) {
  return name.starts_with("./") || name.starts_with("../") || name.starts_with('/');
}

bool IsRegularFile(const std::string& path) {
  struct stat found = {};
  return stat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

std::string RootLines(const Json& roots) {
  std::string text;
  for (size_t at = 0; at < roots.size(); ++at) {
    const Json root = roots.item(at);
    text += "root of the " + std::string(root.Find("tier").as_string()) + " tier, " +
            std::string(root.Find("state").as_string()) + ": " +
            EscapedOnOneLine(root.Find("path").as_string()) + '\n';
  }
  return text;
}

Result<Limits> LimitsOf(const Arguments& arguments, Limits limits) {
  for (const std::string& word : arguments.limit_words) {
    const size_t sign = word.find('=');
    const Result<void> set = sign == std::string::npos
                                 ? Result<void>(UsageProblem("`--limit` takes NAME=VALUE"))
                                 : SetLimit(std::string_view(word).substr(0, sign),
                                            std::string_view(word).substr(sign + 1), &limits);
    if (!set) return set.error();
  }
  return limits;
}

namespace {

// What started the command may be part of a trace, and says so as OpenTelemetry has it.
std::string_view TraceParent() {
  const char* parent = std::getenv("TRACEPARENT");
  return parent ? parent : "";
}

// A line on the terminal about an operation that takes long.
class ShownProgress final : public ProgressListener {
 public:
  explicit ShownProgress(bool quiet) : line_(quiet) {}
  ~ShownProgress() override { line_.Clear(); }

  void OnProgress(const ProgressStep& step) override {
    line_.Show(step.done, step.done, step.total);
  }

 private:
  Progress line_;
};

// `names_options`: messages call parameters as the options of a command are called.
Result<Workspace> Open(const Arguments& arguments, const Limits& limits, bool names_options) {
  const WorkspaceArguments& given = arguments.workspace;
  Context settings;
  for (const auto& [key, value] : given.settings) settings.Set(key, value);
  WorkspaceOptions options;
  options.project_root = given.project_root;
  options.config = given.config;
  options.store = given.store;
  if (!given.settings.empty()) options.settings = settings.values();
  const Result<Limits> asked = LimitsOf(arguments, limits);
  if (!asked) return asked.error();
  options.limits = *asked;
  options.option_names = names_options;
  const Result<Context> files = GivenIn(arguments);
  if (!files) return files.error();
  options.trace = {given.trace_file, given.trace_content, TraceParent()};
  const Json paths = files->values().Find("given");
  if (paths.size() > 0) options.given = paths;
  return Workspace::Open(options);
}

}  // namespace

Result<Workspace> OpenWorkspace(const Arguments& arguments) { return Open(arguments, {}, true); }

Result<Workspace> OpenServedWorkspace(const Arguments& arguments, const Limits& limits) {
  return Open(arguments, limits, false);
}

Result<Reply> CallOn(const Arguments& arguments, std::string_view method, Context params) {
  const Result<Workspace> workspace = OpenWorkspace(arguments);
  if (!workspace) return workspace.error();
  if (const char* log = std::getenv("GALLEY_LOG"); log && std::string_view(log) == "debug") {
    TellOfRoots(*workspace);
  }
  ShownProgress progress(arguments.quiet);
  const ProgressScope scope(&progress);
  return workspace->Call(method, std::move(params));
}

Result<Reply> CallWithoutFiles(std::string_view method, Context params, const Limits& limits) {
  WorkspaceOptions options;
  options.limits = limits;
  options.option_names = true;
  const Result<Workspace> workspace = Workspace::InMemory(options);
  if (!workspace) return workspace.error();
  return workspace->Call(method, std::move(params));
}

}  // namespace galley::cli
