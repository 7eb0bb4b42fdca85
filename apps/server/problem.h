// What is wrong with a request, as a response: a status, and `{"diagnostics": [...]}`.
#ifndef GALLEY_APPS_SERVER_PROBLEM_H_
#define GALLEY_APPS_SERVER_PROBLEM_H_

#include <span>
#include <string>
#include <string_view>

#include "apps/server/http.h"
#include "galley/diagnostic.h"

namespace galley::server {

// `code` is one of src/diag/codes.def.
Response Refusal(int status, std::string_view code, std::string message, std::string hint = {});
Response ResponseTo(int status, std::span<const Diagnostic> diagnostics);

// The status for what an operation failed with.
int StatusFor(const Error& error);
inline Response ResponseTo(const Error& error) {
  return ResponseTo(StatusFor(error), error.diagnostics());
}

// The same for a body that is not what it should be: JSON, a map, within the limits.
Response BadBody(const Error& error);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_PROBLEM_H_
