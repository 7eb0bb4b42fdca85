#include "commands.h"

#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cstdlib>
#include <string>
#include <string_view>

#include "call_and_print.h"
#include "galley/galley.h"
#include "sections_command.h"
#include "table.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

Result<std::string> ReadParams(const std::string& params) {
  if (params.empty()) return "{}";
  if (params == "-") return ReadInput(params, Limits().request);
  if (params.front() == '@') return ReadInput(params.substr(1), Limits().request);
  return params;
}

ExitCode RunCall(const Arguments& arguments, const Output& output) {
  const Result<std::string> params = ReadParams(arguments.params);
  if (!params) return output.FailForInput(params.error());
  return CallAndPrint(arguments.method, *params, output.InWordsOfOperations(),
                      [](const Reply& reply) { return reply.text() + '\n'; });
}

ExitCode RunErrors(const Arguments& arguments, const Output& output) {
  JsonObject params;
  if (!arguments.code.empty()) params.Set("code", arguments.code);
  return CallAndPrint("diagnostics.list", params.text(), output, [](const Reply& reply) {
    return Table(Rows(reply.result().Find("codes"), {"code", "severity", "about"}));
  });
}

ExitCode RunLimits(const Output& output) {
  return CallAndPrint("limits.list", "{}", output, [](const Reply& reply) {
    return Table(Rows(reply.result().Find("limits"), {"name", "value", "about"}));
  });
}

// The directory and the name of a file, links resolved: the operation follows none
// out of the directory, and the user may have named one that does.
void SetFile(const std::string& file, JsonObject* params) {
  char* resolved = realpath(file.c_str(), nullptr);
  const std::string path = resolved ? resolved : file;
  std::free(resolved);
  const size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  params->SetJson("workspace", JsonObject().Set("dir", directory).text());
  params->Set("file", path.substr(slash + 1));
  params->Set("name", file);
}

ExitCode RunRead(const Arguments& arguments, const Output& output) {
  JsonObject params;
  if (!arguments.file_format.empty()) params.Set("format", arguments.file_format);
  if (arguments.positions) params.Set("positions", true);
  if (arguments.file == "-") {
    const Result<std::string> text = ReadInput(arguments.file, Limits().request);
    if (!text) return output.Fail(text.error());
    params.Set("text", *text).Set("name", "<standard input>");
  } else {
    SetFile(arguments.file, &params);
  }
  return CallAndPrint("format.read", params.text(), output, [](const Reply& reply) {
    const Json result = reply.result();
    // A value that stands alone is the document itself.
    return (result.size() == 1 ? result.item(0) : result).ToText(2) + '\n';
  });
}

ExitCode RunVersion(const Output& output) {
  return CallAndPrint("version", "{}", output, [](const Reply& reply) {
    return "galley " + std::string(reply.result().Find("version").as_string()) + '\n';
  });
}

// What one request frees, the next one takes again.  Memory that goes back to the
// system in between comes as fresh pages, which for a large template takes as long
// as compiling it.  Elsewhere than in the GNU C library nothing can be said about it.
void KeepMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
#endif
}

ExitCode RunRpc(const Output& output) {
  KeepMemory();
  const Result<void> served = ServeRpc(STDIN_FILENO, STDOUT_FILENO);
  return served ? ExitCode::kOk : output.Fail(served.error());
}

}  // namespace

ExitCode RunCommand(const Arguments& arguments, const Output& output) {
  switch (arguments.command) {
    case Command::kCall:
      return RunCall(arguments, output);
    case Command::kErrors:
      return RunErrors(arguments, output);
    case Command::kInstructions:
      return RunInstructions(arguments, output);
    case Command::kLimits:
      return RunLimits(output);
    case Command::kRead:
      return RunRead(arguments, output);
    case Command::kResolve:
      return RunResolve(arguments, output);
    case Command::kRpc:
      return RunRpc(output);
    case Command::kSchema:
      return RunSchema(arguments, output);
    case Command::kStore:
      return RunStore(arguments, output);
    case Command::kText:
      return output.Print(arguments.text);
    case Command::kTransform:
      return RunTransform(arguments, output);
    case Command::kVersion:
      return RunVersion(output);
    default:
      return RunWorkspaceCommand(arguments, output);
  }
}

}  // namespace galley::cli
