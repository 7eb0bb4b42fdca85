// `POST /mcp`: the Model Context Protocol, one message a request.
#include <utility>

#include "apps/mcp/protocol.h"
#include "apps/server/problem.h"
#include "apps/server/service.h"

namespace galley::server {
namespace {

using mcp::Era;
using mcp::Incoming;
using mcp::Problem;

constexpr size_t kMostListeners = 1'024;

// In the new era the kind of error is in the status, too.
int StatusOf(Era era, int code) {
  switch (code) {
    case mcp::kParseError:
    case mcp::kInvalidRequest:
    case mcp::kHeaderMismatch:
    case mcp::kUnsupportedVersion:
      return 400;
    case mcp::kInvalidParams:
      return era == Era::kNew ? 400 : 200;
    case mcp::kMethodNotFound:
      return era == Era::kNew ? 404 : 200;
    default:
      return 200;
  }
}

Response ErrorResponse(Era era, const Json& id, const Problem& problem) {
  Response response;
  response.status = StatusOf(era, problem.code);
  response.body = mcp::ErrorMessage(id, problem).values().ToText();
  return response;
}

std::string EventOf(const Context& message) {
  return "event: message\ndata: " + message.values().ToText() + "\n\n";
}

Scope ScopeOf(std::string_view method) {
  return method == "prompts/get" || method == "tools/call" ? kRenderScope : kReadScope;
}

}  // namespace

void Service::RunMcp(Job job) {
  const Exchange& exchange = job.exchange;
  Context read(options_.limits);
  read.SetJson("message", job.body);
  if (const Error* error = read.error()) {
    return Finish(exchange,
                  ErrorResponse(Era::kOld, Json(), mcp::Failed(mcp::kParseError, *error)));
  }
  const Json message = read.values().Find("message");
  const bool is_answer = message.Find("method").is_null() &&
                         (!message.Find("result").is_null() || !message.Find("error").is_null());
  if (is_answer) return Finish(exchange, Response{202, {}, {}, {}});
  Incoming incoming;
  std::optional<Problem> wrong = mcp::ReadMessage(message, &incoming);
  // A client that contradicts itself is told so first.
  const Json version = incoming.params.Find("_meta").Find(mcp::kVersionKey);
  const Json name = incoming.params.Find("name");
  const Json named = name.is_string() ? name : incoming.params.Find("uri");
  const bool contradicts =
      (!job.protocol_version.empty() && version.is_string() &&
       version.as_string() != job.protocol_version) ||
      (!job.mcp_method.empty() && !incoming.method.empty() && job.mcp_method != incoming.method) ||
      (!job.mcp_name.empty() && !job.mcp_name.starts_with("=?") && named.is_string() &&
       named.as_string() != job.mcp_name);
  if (contradicts) {
    wrong = Problem{mcp::kHeaderMismatch, "the fields of the head contradict the message"};
  }
  const bool is_unknown = !job.protocol_version.empty() && version.is_null() &&
                          job.protocol_version != mcp::kNewVersion &&
                          !mcp::IsOldVersion(job.protocol_version);
  if (!wrong && is_unknown) wrong = mcp::UnsupportedVersion(job.protocol_version);
  if (wrong) return Finish(exchange, ErrorResponse(incoming.era, incoming.id, *wrong));
  if (!incoming.has_id) return Finish(exchange, Response{202, {}, {}, {}});
  if (!(job.scopes & ScopeOf(incoming.method))) {
    return Finish(exchange, Refusal(403, "forbidden",
                                    "the token lacks the scope `" +
                                        std::string(NameOf(ScopeOf(incoming.method))) + '`'));
  }
  const bool listens = incoming.era == Era::kNew && incoming.method == "subscriptions/listen";
  if (!listens) return Finish(exchange, AnswerMcp(incoming));

  auto listener = std::make_shared<McpListener>();
  listener->responder = exchange.responder;
  std::optional<Problem> refused = listener->subscription.Read(incoming.id, incoming.params, mcp_);
  const std::lock_guard hold(listening_);
  if (!refused && mcp_listeners_.size() >= kMostListeners) {
    refused = Problem{mcp::kInternalError, "there are too many subscriptions"};
  }
  if (refused) return Finish(exchange, ErrorResponse(incoming.era, incoming.id, *refused));
  Response head;
  head.content_type = "text/event-stream";
  Complete(exchange, &head);
  exchange.responder->Begin(std::move(head));
  exchange.responder->Write(EventOf(listener->subscription.Acknowledgement()));
  mcp_listeners_.push_back(std::move(listener));
}

Response Service::AnswerMcp(const Incoming& incoming) {
  Context result;
  const mcp::Outcome wrong = mcp_.Answer(incoming.era, incoming.method, incoming.params, &result);
  if (wrong) return ErrorResponse(incoming.era, incoming.id, *wrong);
  Response response;
  response.body = mcp::ResultMessage(incoming.id, std::move(result)).values().ToText();
  return response;
}

}  // namespace galley::server
