// Messages are built as contexts and printed once, by whoever sends them.
#include "apps/mcp/protocol.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "galley/json.h"
#include "galley/version.h"

namespace galley::mcp {

Problem InvalidParams(std::string message) { return {kInvalidParams, std::move(message)}; }

Problem Failed(int code, const Error& error) {
  const Diagnostic& reason = error.diagnostics().front();
  std::string message = reason.message;
  if (!reason.hint.empty()) message += " (" + reason.hint + ')';
  return {code, std::move(message),
          "{\"diagnostics\":" + DiagnosticsAsJson(error.diagnostics()) + '}'};
}

Problem UnsupportedVersion(std::string_view requested) {
  Context data;
  data.Key("supported").OpenList().Text(kNewVersion);
  if (!IsOldVersion(requested)) {
    for (const std::string_view version : kOldVersions) data.Text(version);
  }
  data.Close().Set("requested", requested);
  return {kUnsupportedVersion, "the protocol version is not supported", data.values().ToText()};
}

Problem WrongBatch() {
  return {kInvalidRequest, "a list of messages has 1 to " + std::to_string(kMostInBatch) +
                               " of them, and belongs to version " + std::string(kBatchVersion)};
}

std::string DiagnosticsAsJson(std::span<const Diagnostic> diagnostics) {
  std::string text = "[";
  for (const Diagnostic& diagnostic : diagnostics) {
    if (text.size() > 1) text += ',';
    text += FormatJson(diagnostic);
  }
  return text + ']';
}

bool IsOldVersion(std::string_view version) {
  return std::find(std::begin(kOldVersions), std::end(kOldVersions), version) !=
         std::end(kOldVersions);
}

void SetServerInfo(std::string_view key, Context* map) {
  map->Key(key).OpenMap();
  map->Key("name").Text("galley").Key("title").Text("Galley").Key("version").Text(Version());
  map->Close();
}

Context ResultMessage(const Json& id, Context result) {
  Context message;
  message.Set("jsonrpc", "2.0").Set("id", id).Set("result", std::move(result));
  return message;
}

Context ErrorMessage(const Json& id, const Problem& problem) {
  Context error;
  error.Set("code", problem.code).Set("message", problem.message);
  if (!problem.data.empty()) error.SetJson("data", problem.data);
  Context message;
  message.Set("jsonrpc", "2.0").Set("id", id).Set("error", std::move(error));
  return message;
}

std::string Printed(const Context& message) {
  if (!message.error()) return message.values().ToText();
  return ErrorMessage(Json(), Failed(kInternalError, *message.error())).values().ToText();
}

std::string Printed(const std::vector<Context>& messages) {
  std::string text = "[";
  for (const Context& message : messages) {
    if (text.size() > 1) text += ',';
    text += Printed(message);
  }
  return text + ']';
}

Context Notification(std::string_view method, const Json& subscription, Context params) {
  if (!subscription.is_null()) {
    params.Key("_meta").OpenMap().Key(kSubscriptionKey).Copy(subscription).Close();
  }
  Context message;
  message.Set("jsonrpc", "2.0").Set("method", method);
  if (params.values().size() > 0) message.Set("params", std::move(params));
  return message;
}

}  // namespace galley::mcp
