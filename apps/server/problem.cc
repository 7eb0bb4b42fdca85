// One table from codes to statuses.
#include "apps/server/problem.h"

#include <utility>

namespace galley::server {
namespace {

struct StatusRow {
  std::string_view code;
  int status;
};

// A code that is not listed means that a template or its data is wrong.
constexpr StatusRow kStatuses[] = {
    {"invalid-params", 400},
    {"invalid-request", 400},
    {"json-syntax", 400},
    {"invalid-utf8", 400},
    {"invalid-template-name", 400},
    {"forbidden", 403},
    {"file-outside-root", 403},
    {"unknown-method", 404},
    {"template-not-found", 404},
    {"file-not-found", 404},
    {"manifest-not-found", 404},
    {"store-not-found", 404},
    {"template-ambiguous", 409},
    {"stale-push", 409},
    {"store-conflict", 409},
    {"file-exists", 409},
    {"internal", 500},
    {"output-failed", 500},
    {"store-unreachable", 503},
    {"store-busy", 503},
    {"store-failed", 503},
    {"store-newer", 503},
    {"unavailable", 503},
};

}  // namespace

Response ResponseTo(int status, std::span<const Diagnostic> diagnostics) {
  Response response;
  response.status = status;
  if (!diagnostics.empty()) response.problem = diagnostics.front().code;
  response.body = "{\"diagnostics\":[";
  for (const Diagnostic& diagnostic : diagnostics) {
    if (&diagnostic != diagnostics.data()) response.body += ',';
    response.body += FormatJson(diagnostic);
  }
  response.body += "]}";
  if (status == 503) response.fields.emplace_back("retry-after", "1");
  return response;
}

Response Refusal(int status, std::string_view code, std::string message, std::string hint) {
  Diagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return ResponseTo(status, std::span(&diagnostic, 1));
}

int StatusFor(const Error& error) {
  for (const StatusRow& row : kStatuses) {
    if (row.code == error.code()) return row.status;
  }
  return 422;
}

Response BadBody(const Error& error) {
  const bool is_limit = error.code().starts_with("limit-");
  return ResponseTo(is_limit ? 422 : 400, error.diagnostics());
}

}  // namespace galley::server
