// What most commands do.
#ifndef GALLEY_APPS_CLI_CALL_AND_PRINT_H_
#define GALLEY_APPS_CLI_CALL_AND_PRINT_H_

#include <string>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "galley/context.h"
#include "galley/operations.h"
#include "galley/workspace.h"
#include "output.h"

namespace galley::cli {

// The workspace that the options of a command say.
Result<Workspace> OpenWorkspace(const Arguments& arguments);
// The same for a server, whose clients know parameters and not options.
Result<Workspace> OpenServedWorkspace(const Arguments& arguments, const Limits& limits = {});
// Calls an operation on the workspace of a command.
Result<Reply> CallOn(const Arguments& arguments, std::string_view method, Context params = {});
// The same for an operation that needs no files.
Result<Reply> CallWithoutFiles(std::string_view method, Context params = {},
                               const Limits& limits = {});
// Roots as `catalog.list` gives them, a line each.
std::string RootLines(const Json& roots);
// Whether the word for a template can only be a path; any other is a name first.
bool IsPath(std::string_view word);
bool IsRegularFile(const std::string& path);

// `limits`, with what `--limit` says of them.  Fails with `usage`.
Result<Limits> LimitsOf(const Arguments& arguments, Limits limits);

// Prints the result of an operation: as JSON whole, for people as `show` puts it, which
// gives a text of that `kind`.
template <class Show>
ExitCode PrintReply(const Result<Reply>& reply, const Output& output, Show show,
                    Text kind = Text::kForPeople) {
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  return output.as_json() ? output.Print(reply->text() + '\n') : output.Print(show(*reply), kind);
}

template <class Show>
ExitCode CallAndPrint(const Arguments& arguments, std::string_view method, Context params,
                      const Output& output, Show show, Text kind = Text::kForPeople) {
  return PrintReply(CallOn(arguments, method, std::move(params)), output, show, kind);
}

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_CALL_AND_PRINT_H_
