// The words of the Model Context Protocol: its versions, its error codes, and what an
// answer is before it is printed.
//
// Two eras are spoken side by side.  In the new one each request carries its version in
// `_meta`, and nothing is remembered between requests; a request without it belongs to the
// old one, which begins with `initialize`.
#ifndef GALLEY_APPS_MCP_PROTOCOL_H_
#define GALLEY_APPS_MCP_PROTOCOL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/context.h"
#include "galley/diagnostic.h"

namespace galley::mcp {

enum class Era : uint8_t { kOld, kNew };

inline constexpr std::string_view kNewVersion = "2026-07-28";
// Newest first; the first is offered to a client that asks for another one.
inline constexpr std::string_view kOldVersions[] = {"2025-11-25", "2025-06-18", "2025-03-26"};
// The only one in which several messages may come as a list.
inline constexpr std::string_view kBatchVersion = "2025-03-26";
inline constexpr size_t kMostInBatch = 100;

inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";
inline constexpr std::string_view kServerKey = "io.modelcontextprotocol/serverInfo";

enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kResourceNotFound = -32002,  // of the old era
  kHeaderMismatch = -32020,
  kUnsupportedVersion = -32022,
};

// Why there is no result.
struct Problem {
  int code = kInternalError;
  std::string message;
  std::string data = {};  // JSON, or empty
};

// Nothing: it went well.
using Outcome = std::optional<Problem>;

Problem InvalidParams(std::string message);
// What an operation failed with; `data` holds its diagnostics.
Problem Failed(int code, const Error& error);
// {"supported": [...], "requested": "..."}; who asks for a version of the old era as one asks for
// one of the new is told of the new only.
Problem UnsupportedVersion(std::string_view requested);

// A list of messages that is none, too long, or not of a version that has them.
Problem WrongBatch();

// `[{code, severity, message, ...}, ...]`
std::string DiagnosticsAsJson(std::span<const Diagnostic> diagnostics);

// Whether a version of the old era is spoken.
bool IsOldVersion(std::string_view version);
// {"name", "title", "version"} of this program, under `key`.
void SetServerInfo(std::string_view key, Context* map);

// The message that carries a result, or a problem.  `id` is repeated; null where the request had
// none that can be read.
Context ResultMessage(const Json& id, Context result);
Context ErrorMessage(const Json& id, const Problem& problem);
// A message as it is sent; one that could not be made is the error that says so.
std::string Printed(const Context& message);
// Several as one list.
std::string Printed(const std::vector<Context>& messages);
// One without an answer, from the server; `subscription` is the id of the request that
// asked for it, null in the old era.
Context Notification(std::string_view method, const Json& subscription, Context params = {});

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_PROTOCOL_H_
