// Every request gets one answer; what is told besides goes to the subscriptions that asked for
// it.
#include "apps/mcp/session.h"

#include <algorithm>
#include <utility>

namespace galley::mcp {
namespace {

// More than any client has open.
constexpr size_t kMostSubscriptions = 64;
constexpr size_t kMostUris = 1'000;

bool IsId(const Json& id) { return id.is_string() || id.is_int() || id.is_double(); }

bool SameId(const Json& a, const Json& b) { return a.ToText() == b.ToText(); }

// The text of a resource, or nothing.
std::string TextAt(const std::string& uri, const Server& server) {
  Context params;
  params.Set("uri", uri);
  Context result;
  if (server.ReadResource(Era::kNew, params.values(), &result)) return {};
  return result.values().ToText();
}

}  // namespace

bool IsAnswer(const Json& message) {
  return message.Find("method").is_null() &&
         (!message.Find("result").is_null() || !message.Find("error").is_null());
}

Outcome ReadMessage(const Json& message, Incoming* incoming) {
  if (!message.is_map()) return Problem{kInvalidRequest, "a message must be a map"};
  const Json id = message.Find("id");
  for (size_t at = 0; at < message.size(); ++at) {
    incoming->has_id = incoming->has_id || message.key(at) == "id";
  }
  if (IsId(id)) incoming->id = id;
  if (incoming->has_id && !IsId(id)) {
    return Problem{kInvalidRequest, "`id` must be a string or a number"};
  }
  if (message.Find("jsonrpc").as_string() != "2.0") {
    return Problem{kInvalidRequest, "`jsonrpc` must be the string `2.0`"};
  }
  if (!message.Find("method").is_string()) {
    return Problem{kInvalidRequest, "`method` must be a string"};
  }
  incoming->method = message.Find("method").as_string();
  incoming->params = message.Find("params");
  if (!incoming->params.is_null() && !incoming->params.is_map()) {
    return Problem{kInvalidParams, "`params` must be a map"};
  }
  const Json version = incoming->params.Find("_meta").Find(kVersionKey);
  if (version.is_null()) return {};
  incoming->era = Era::kNew;
  if (!version.is_string()) return InvalidParams("the protocol version must be a string");
  if (version.as_string() != kNewVersion) return UnsupportedVersion(version.as_string());
  return {};
}

// ---------------------------------------------------------------------------
// Subscription

Outcome Subscription::Read(const Json& request_id, const Json& params, const Server& server) {
  const Json wanted = params.Find("notifications");
  if (!wanted.is_map()) return InvalidParams("`notifications` must be a map");
  id.Set("id", request_id);
  prompts = wanted.Find("promptsListChanged").as_bool();
  resources = wanted.Find("resourcesListChanged").as_bool();
  const Json given = wanted.Find("resourceSubscriptions");
  if (given.size() > kMostUris) return InvalidParams("too many resources");
  for (size_t at = 0; at < given.size(); ++at) {
    uris.emplace_back(given.item(at).as_string());
    texts.push_back(TextAt(uris.back(), server));
  }
  return {};
}

Context Subscription::Acknowledgement() const {
  Context params;
  params.Key("notifications").OpenMap();
  if (prompts) params.Key("promptsListChanged").Bool(true);
  if (resources) params.Key("resourcesListChanged").Bool(true);
  if (!uris.empty()) {
    params.Key("resourceSubscriptions").OpenList();
    for (const std::string& uri : uris) params.Text(uri);
    params.Close();
  }
  params.Close();
  return Notification("notifications/subscriptions/acknowledged", id.values().Find("id"),
                      std::move(params));
}

void Subscription::TellChanges(const Server& server,
                               const std::function<void(const Context&)>& send) {
  const Json subscription = id.values().Find("id");
  if (prompts) send(Notification("notifications/prompts/list_changed", subscription));
  if (resources) send(Notification("notifications/resources/list_changed", subscription));
  for (size_t at = 0; at < uris.size(); ++at) {
    std::string text = TextAt(uris[at], server);
    if (text == texts[at]) continue;
    texts[at] = std::move(text);
    Context params;
    params.Set("uri", uris[at]);
    send(Notification("notifications/resources/updated", subscription, std::move(params)));
  }
}

Context Subscription::Ending() const {
  const Json subscription = id.values().Find("id");
  Context result;
  result.Set("resultType", "complete");
  result.Key("_meta").OpenMap().Key(kSubscriptionKey).Copy(subscription);
  SetServerInfo(kServerKey, &result);
  result.Close();
  return ResultMessage(subscription, std::move(result));
}

// ---------------------------------------------------------------------------
// Session

void Session::Receive(std::string_view line) {
  // A list is read inside of a map, which is what a context can hold.
  Context read;
  read.SetJson("message", line);
  const Json message = read.values().Find("message");
  if (const Error* error = read.error()) {
    return send_(Printed(ErrorMessage(Json(), Failed(kParseError, *error))));
  }
  if (message.is_list()) return ReceiveBatch(message);
  if (const std::optional<Context> answer = Answer(message)) send_(Printed(*answer));
}

void Session::ReceiveBatch(const Json& messages) {
  const bool is_allowed = version_.empty() || version_ == kBatchVersion;
  if (!is_allowed || messages.size() == 0 || messages.size() > kMostInBatch) {
    return send_(Printed(ErrorMessage(Json(), WrongBatch())));
  }
  std::vector<Context> answers;
  for (size_t at = 0; at < messages.size(); ++at) {
    std::optional<Context> answer = Answer(messages.item(at));
    if (answer) answers.push_back(*std::move(answer));
  }
  if (!answers.empty()) send_(Printed(answers));
}

std::optional<Context> Session::Answer(const Json& message) {
  if (IsAnswer(message)) return {};
  Incoming incoming;
  if (const Outcome wrong = ReadMessage(message, &incoming)) {
    if (!incoming.has_id && !incoming.method.empty()) return {};
    return ErrorMessage(incoming.id, *wrong);
  }
  if (!incoming.has_id) {
    if (incoming.method == "notifications/initialized") is_initialized_ = true;
    if (incoming.method == "notifications/cancelled") Cancel(incoming.params);
    return {};
  }
  if (incoming.era == Era::kNew && incoming.method == "subscriptions/listen") {
    return Listen(incoming);
  }
  Context result;
  const Outcome outcome = server_.Answer(incoming.era, incoming.method, incoming.params, &result);
  if (outcome) return ErrorMessage(incoming.id, *outcome);
  if (incoming.era == Era::kOld && incoming.method == "initialize") {
    version_ = result.values().Find("protocolVersion").as_string();
  }
  return ResultMessage(incoming.id, std::move(result));
}

std::optional<Context> Session::Listen(const Incoming& incoming) {
  Subscription subscription;
  Outcome wrong = subscription.Read(incoming.id, incoming.params, server_);
  if (!wrong && subscriptions_.size() == kMostSubscriptions) {
    wrong = Problem{kInternalError, "there are too many subscriptions"};
  }
  if (wrong) return ErrorMessage(incoming.id, *wrong);
  send_(Printed(subscription.Acknowledgement()));
  subscriptions_.push_back(std::move(subscription));
  return {};
}

void Session::Cancel(const Json& params) {
  const Json id = params.Find("requestId");
  std::erase_if(subscriptions_,
                [&](const Subscription& each) { return SameId(each.id.values().Find("id"), id); });
}

void Session::TellChanges() {
  if (is_initialized_) {
    send_(Printed(Notification("notifications/prompts/list_changed", Json())));
    send_(Printed(Notification("notifications/resources/list_changed", Json())));
  }
  const auto send = [this](const Context& message) { send_(Printed(message)); };
  for (Subscription& each : subscriptions_) each.TellChanges(server_, send);
}

void Session::End() {
  for (const Subscription& each : subscriptions_) send_(Printed(each.Ending()));
  subscriptions_.clear();
}

}  // namespace galley::mcp
