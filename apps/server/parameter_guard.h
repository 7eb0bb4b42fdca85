// What a caller may name: templates of the server's own workspace, documents of its store,
// files below its root, and workspaces that are in the request itself.  Nothing else on the
// machine.
#ifndef GALLEY_APPS_SERVER_PARAMETER_GUARD_H_
#define GALLEY_APPS_SERVER_PARAMETER_GUARD_H_

#include <optional>
#include <string>
#include <string_view>

#include "galley/json.h"

namespace galley::server {

// Why parameters of an operation are refused; nothing: they are not.
std::optional<std::string> FindForeign(std::string_view operation, const Json& params);

// Whether a text names something outside of the directory that it is relative to.
bool LeadsOut(std::string_view path);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_PARAMETER_GUARD_H_
