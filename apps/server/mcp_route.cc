// `POST /mcp`: the Model Context Protocol, one message a request, or a list of them where its
// version has such.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/mcp/protocol.h"
#include "apps/server/base64.h"
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
  response.body = mcp::Printed(mcp::ErrorMessage(id, problem));
  return response;
}

std::string EventOf(const Context& message) {
  return "event: message\ndata: " + mcp::Printed(message) + "\n\n";
}

Scope ScopeOf(std::string_view method) {
  return method == "prompts/get" || method == "tools/call" ? kRenderScope : kReadScope;
}

Response LacksScope(Scope scope) {
  return Refusal(403, "forbidden",
                 "the token lacks the scope `" + std::string(NameOf(scope)) + '`');
}

// What a field holds: its text, or what that encodes where it says so; nothing where that is
// damaged.
std::optional<std::string> FieldText(std::string_view field) {
  constexpr std::string_view kBegin = "=?base64?";
  constexpr std::string_view kEnd = "?=";
  const bool is_encoded = field.size() >= kBegin.size() + kEnd.size() &&
                          field.starts_with(kBegin) && field.ends_with(kEnd);
  if (!is_encoded) return std::string(field);
  field.remove_prefix(kBegin.size());
  field.remove_suffix(kEnd.size());
  return DecodeBase64(field);
}

// The parameter that `Mcp-Name` repeats; null where the method has none.
Json NamedBy(const Incoming& incoming) {
  if (incoming.method == "resources/read") return incoming.params.Find("uri");
  const bool has_name = incoming.method == "tools/call" || incoming.method == "prompts/get";
  return has_name ? incoming.params.Find("name") : Json();
}

// Whether a field says something else than the message.  One that is missing does so in a head of
// the new era, which repeats all that is in the message.
bool Contradicts(std::string_view field, const Json& said, bool must_be_there) {
  if (!said.is_string()) return false;
  if (field.empty()) return must_be_there;
  return FieldText(field) != said.as_string();
}

}  // namespace

// What is wrong with a message, and with what the head says of it.
std::optional<Problem> Service::CheckMcp(const Job& job, const Json& message, Incoming* incoming) {
  std::optional<Problem> wrong = mcp::ReadMessage(message, incoming);
  const Json meta = incoming->params.Find("_meta");
  const Json version = meta.Find(mcp::kVersionKey);
  const bool is_new_head = job.protocol_version == mcp::kNewVersion && incoming->has_id;
  if (is_new_head && !incoming->method.empty()) {
    incoming->era = Era::kNew;
    if (version.is_null() || !meta.Find(mcp::kCapabilitiesKey).is_map()) {
      return mcp::InvalidParams("`_meta` must have the protocol version and the capabilities");
    }
  }
  // A client that contradicts itself is told so first.
  if (job.repeats_mcp || Contradicts(job.protocol_version, version, false) ||
      Contradicts(job.mcp_method, message.Find("method"), is_new_head) ||
      Contradicts(job.mcp_name, NamedBy(*incoming), is_new_head)) {
    return Problem{mcp::kHeaderMismatch, "the fields of the head contradict the message"};
  }
  const bool is_known = job.protocol_version.empty() || !version.is_null() ||
                        job.protocol_version == mcp::kNewVersion ||
                        mcp::IsOldVersion(job.protocol_version);
  if (!wrong && !is_known) return mcp::UnsupportedVersion(job.protocol_version);
  return wrong;
}

void Service::RunMcp(Job job) {
  const Exchange& exchange = job.exchange;
  Context read(options_.limits);
  read.SetJson("message", job.body);
  if (const Error* error = read.error()) {
    metrics_.CountProblem(error->code());
    return Finish(exchange,
                  ErrorResponse(Era::kOld, Json(), mcp::Failed(mcp::kParseError, *error)));
  }
  const Json message = read.values().Find("message");
  if (message.is_list()) return RunMcpBatch(job, message);
  if (mcp::IsAnswer(message)) return Finish(exchange, Response{202, {}, {}, {}});
  Incoming incoming;
  const std::optional<Problem> wrong = CheckMcp(job, message, &incoming);
  if (wrong) return Finish(exchange, ErrorResponse(incoming.era, incoming.id, *wrong));
  if (!incoming.has_id) return Finish(exchange, Response{202, {}, {}, {}});
  const Scope scope = ScopeOf(incoming.method);
  if (!(job.scopes & scope)) return Finish(exchange, LacksScope(scope));
  const bool listens = incoming.era == Era::kNew && incoming.method == "subscriptions/listen";
  if (listens) return ListenToMcp(exchange, incoming);
  Finish(exchange, AnswerMcp(incoming));
}

// Each message is of the old era: the new one has no lists.
void Service::RunMcpBatch(const Job& job, const Json& messages) {
  const Exchange& exchange = job.exchange;
  const bool is_allowed =
      job.protocol_version.empty() || job.protocol_version == mcp::kBatchVersion;
  if (!is_allowed || messages.size() == 0 || messages.size() > mcp::kMostInBatch) {
    return Finish(exchange, ErrorResponse(Era::kOld, Json(), mcp::WrongBatch()));
  }
  for (size_t at = 0; at < messages.size(); ++at) {
    const Scope scope = ScopeOf(messages.item(at).Find("method").as_string());
    if (!(job.scopes & scope)) return Finish(exchange, LacksScope(scope));
  }
  std::vector<Context> answers;
  for (size_t at = 0; at < messages.size(); ++at) {
    const Json message = messages.item(at);
    if (mcp::IsAnswer(message)) continue;
    Incoming incoming;
    std::optional<Problem> wrong = mcp::ReadMessage(message, &incoming);
    if (!wrong && incoming.era == Era::kNew) wrong = mcp::WrongBatch();
    if (!wrong && !incoming.has_id) continue;
    Context result;
    if (!wrong) wrong = mcp_.Answer(incoming.era, incoming.method, incoming.params, &result);
    answers.push_back(wrong ? mcp::ErrorMessage(incoming.id, *wrong)
                            : mcp::ResultMessage(incoming.id, std::move(result)));
  }
  if (answers.empty()) return Finish(exchange, Response{202, {}, {}, {}});
  Response response;
  response.body = mcp::Printed(answers);
  Finish(exchange, std::move(response));
}

void Service::ListenToMcp(const Exchange& exchange, const Incoming& incoming) {
  // What was pushed until now is no news to it.
  LookAtStore();
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
  response.body = mcp::Printed(mcp::ResultMessage(incoming.id, std::move(result)));
  return response;
}

}  // namespace galley::server
