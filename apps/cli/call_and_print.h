// What most commands do.
#ifndef GALLEY_APPS_CLI_CALL_AND_PRINT_H_
#define GALLEY_APPS_CLI_CALL_AND_PRINT_H_

#include <string_view>

#include "galley/operations.h"
#include "output.h"

namespace galley::cli {

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

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_CALL_AND_PRINT_H_
