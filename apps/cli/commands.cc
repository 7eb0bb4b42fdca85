#include "commands.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "galley/galley.h"

namespace galley::cli {
namespace {

// Calls an operation and prints its result: as JSON whole, for people as `show`
// puts it.
template <class Show>
ExitCode CallAndPrint(std::string_view method, std::string_view params, const Output& output,
                      Show show) {
  const Result<Reply> reply = Call(method, params);
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  return output.Print(output.as_json() ? reply->text() + '\n' : show(*reply));
}

// A line for each map in `list`: the values of `names`, in columns.
std::string Table(const Json& list, const std::vector<std::string_view>& names) {
  const auto cell = [](const Json& value) {
    return value.is_string() ? std::string(value.as_string()) : value.ToText();
  };
  std::vector<size_t> widths(names.size());
  for (size_t row = 0; row < list.size(); ++row) {
    for (size_t column = 0; column < names.size(); ++column) {
      widths[column] = std::max(widths[column], cell(list.item(row).Find(names[column])).size());
    }
  }
  std::string text;
  for (size_t row = 0; row < list.size(); ++row) {
    for (size_t column = 0; column < names.size(); ++column) {
      std::string value = cell(list.item(row).Find(names[column]));
      if (column + 1 < names.size()) value.resize(widths[column] + 2, ' ');
      text += value;
    }
    text += '\n';
  }
  return text;
}

Result<std::string> ReadParams(const std::string& params) {
  if (params.empty()) return "{}";
  if (params == "-") return ReadInput(params, Limits().request);
  if (params.front() == '@') return ReadInput(params.substr(1), Limits().request);
  return params;
}

ExitCode RunCall(const Arguments& arguments, const Output& output) {
  const Result<std::string> params = ReadParams(arguments.params);
  if (!params) return output.Fail(params.error());
  return CallAndPrint(arguments.method, *params, output,
                      [](const Reply& reply) { return reply.text() + '\n'; });
}

ExitCode RunErrors(const Arguments& arguments, const Output& output) {
  JsonObject params;
  if (!arguments.code.empty()) params.Set("code", arguments.code);
  return CallAndPrint("diagnostics.list", params.text(), output, [](const Reply& reply) {
    return Table(reply.result().Find("codes"), {"code", "severity", "about"});
  });
}

ExitCode RunLimits(const Output& output) {
  return CallAndPrint("limits.list", "{}", output, [](const Reply& reply) {
    return Table(reply.result().Find("limits"), {"name", "value", "about"});
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

ExitCode RunRpc(const Output& output) {
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
      return RunInstructions(arguments.instructions, output);
    case Command::kLimits:
      return RunLimits(output);
    case Command::kRead:
      return RunRead(arguments, output);
    case Command::kResolve:
      return RunResolve(arguments.sections, output);
    case Command::kRpc:
      return RunRpc(output);
    case Command::kSchema:
      return RunSchema(arguments.sections, output);
    case Command::kText:
      return output.Print(arguments.text);
    case Command::kTransform:
      return RunTransform(arguments.transform, output);
  }
  return ExitCode::kInternal;
}

}  // namespace galley::cli
