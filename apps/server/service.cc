// Who may ask, what every answer has, and what is written of it.
#include "apps/server/service.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <utility>

#include "apps/server/problem.h"
#include "galley/command.h"

namespace galley::server {
namespace {

using Clock = std::chrono::steady_clock;

// So many wrong tokens a second from one address, and it has to wait.
constexpr double kGuessesPerSecond = 5;
constexpr std::string_view kChallenge = "Bearer realm=\"galley\", Basic realm=\"galley\"";
constexpr int kWatchMilliseconds = 200;
constexpr std::chrono::milliseconds kLastPatience{500};

bool IsPlainId(std::string_view id) {
  return !id.empty() && id.size() <= 128 && std::all_of(id.begin(), id.end(), [](char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '-' || byte == '_' || byte == '.';
  });
}

// 00-TRACE-PARENT-FLAGS, in hexadecimal digits.
bool IsTrace(std::string_view text) {
  if (text.size() < 55 || text.size() > 128) return false;
  if (text[2] != '-' || text[35] != '-' || text[52] != '-') return false;
  return text.find_first_not_of("0123456789abcdef-") == text.npos;
}

bool IsJson(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return EqualsIgnoringCase(type, "application/json");
}

std::string NewPrefix() {
  uint32_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) random = 0;
  char text[16];
  std::snprintf(text, sizeof text, "%08x-", random);
  return text;
}

std::string WholeSeconds(double wait) {
  return std::to_string(std::max<long>(1, static_cast<long>(std::ceil(wait))));
}

}  // namespace

Result<std::unique_ptr<Service>> Service::Open(const Workspace& workspace,
                                               const ServiceOptions& options) {
  const Result<galley::Reply> operations = workspace.Call("operations.list");
  if (!operations) return operations.error();
  std::unique_ptr<Service> service(new Service(
      workspace, options, Routes(operations->result().Find("operations"), options.has_home)));
  if (!options.token_file.empty()) {
    Result<std::unique_ptr<TokenFile>> tokens = TokenFile::Open(options.token_file);
    if (!tokens) return tokens.error();
    service->tokens_ = *std::move(tokens);
  }
  if (options.has_home) service->module_ = FindStudioModule();
  if (!options.studio_token.empty()) {
    service->session_ = std::make_unique<StudioSession>(options.studio_token);
  }
  // The metrics tell of a store from the start.
  if (options.has_store) service->workers_->Add([&at = *service] { at.LookAtStore(); });
  return service;
}

Service::Service(const Workspace& workspace, const ServiceOptions& options, Routes routes)
    : workspace_(workspace),
      options_(options),
      routes_(std::move(routes)),
      metrics_(routes_.names()),
      rate_(options.rate),
      guesses_(kGuessesPerSecond),
      mcp_(workspace, {.lists_store = options.has_store, .observer = this}),
      watch_(workspace),
      store_watch_(workspace),
      id_prefix_(NewPrefix()),
      workers_(std::make_unique<Workers>(options.threads, options.queue)),
      watcher_([this] { WatchFiles(); }) {}

Service::~Service() {
  is_stopping_ = true;
  watcher_.join();
  workers_.reset();
}

// ---------------------------------------------------------------------------
// Who may ask

bool Service::IsOwnHost(std::string_view host, const Arrival& arrival) const {
  const size_t colon = host.rfind(':');
  const size_t bracket = host.rfind(']');  // of an address of IPv6
  const bool has_port = colon != host.npos && (bracket == host.npos || colon > bracket);
  const std::string_view name = has_port ? host.substr(0, colon) : host;
  const auto is_name = [&](std::string_view known) {
    return EqualsIgnoringCase(known, host) || EqualsIgnoringCase(known, name);
  };
  if (std::any_of(options_.hosts.begin(), options_.hosts.end(), is_name)) return true;
  const std::string port = std::to_string(arrival.local_port);
  const bool is_our_port = has_port ? host.substr(colon + 1) == port : arrival.local_port == 80;
  if (!is_our_port) return false;
  const bool is_local =
      arrival.local_address.starts_with("127.") || arrival.local_address == "[::1]";
  return EqualsIgnoringCase(name, arrival.local_address) ||
         (is_local && EqualsIgnoringCase(name, "localhost"));
}

std::optional<Response> Service::CheckHost(const Request& request) const {
  // No name leads a browser to a Unix socket, and none speaks HTTP/1.0.
  if (request.arrival->local_port == 0) return {};
  if (request.head.minor == 0 && request.head.host.empty()) return {};
  if (IsOwnHost(request.head.host, *request.arrival)) return {};
  return Refusal(403, "forbidden", "the service is not called so",
                 "`--host NAME` lets it be called by a name");
}

bool Service::IsForeignOrigin(const Request& request) const {
  if (!request.head.Has("origin")) return false;
  std::string_view origin = request.head.Find("origin");
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!origin.starts_with(scheme)) continue;
    origin.remove_prefix(scheme.size());
    return request.arrival->local_port == 0 || !IsOwnHost(origin, *request.arrival);
  }
  return true;
}

std::string Service::Identify(const RequestHead& head, uint8_t* scopes) const {
  if (!tokens_) {
    const bool is_known = !session_ || session_->Knows(head.Find("cookie"));
    *scopes = is_known ? kReadScope | kRenderScope | kWriteScope : kNoScope;
    return {};
  }
  *scopes = 0;
  const TokenFile::Table table = tokens_->table();
  const Token* token = FindToken(head.Find("authorization"), *table);
  if (!token) return {};
  *scopes = token->scopes;
  return token->name;
}

Response Service::NeedsToken() const {
  if (session_) {
    return Refusal(401, "unauthorized", "the address with its token is good for one browser, once",
                   "end `galley studio` and start it again");
  }
  Response refused =
      Refusal(401, "unauthorized", "a valid token is needed", "`galley token new NAME` makes one");
  refused.fields.emplace_back("www-authenticate", kChallenge);
  return refused;
}

std::optional<Response> Service::CheckToken(const Request& request, const Route& route) {
  if (route.is_open || (!tokens_ && !session_)) return {};
  // The page itself takes the token.
  if (session_ && route.place == Place::kHome && !request.head.query.empty()) return {};
  const std::string& client = request.arrival->client;
  const double wait = guesses_.Wait(client);
  if (wait > 0) {
    Response refused = Refusal(429, "rate-limited", "too many requests without a valid token");
    refused.fields.emplace_back("retry-after", WholeSeconds(wait));
    return refused;
  }
  uint8_t scopes = 0;
  Identify(request.head, &scopes);
  if (scopes == 0) {
    // Who sends none does not guess.
    if (request.head.Has("authorization")) guesses_.Take(client);
    return NeedsToken();
  }
  const Scope scope = route.ScopeFor(request.head.method);
  if (scope != kNoScope && !(scopes & scope)) {
    return Refusal(403, "forbidden",
                   "the token lacks the scope `" + std::string(NameOf(scope)) + '`');
  }
  return {};
}

std::optional<Response> Service::Admit(const Request& request) {
  const RequestHead& head = request.head;
  const Route route = routes_.Find(head.method, head.path);
  std::optional<Response> refused = CheckHost(request);
  if (!refused && head.target == "*") {
    refused = Response{204, {}, {}, {{"allow", "GET, HEAD, OPTIONS, POST, PATCH"}}};
  }
  if (!refused && route.place == Place::kUnknown) {
    refused = Refusal(404, "no-such-route", "nothing is served here",
                      "`GET /v1/operations` lists the operations");
  }
  if (!refused && head.method == "OPTIONS") {
    refused = Response{204, {}, {}, {{"allow", std::string(route.allow)}}};
  }
  if (!refused && !route.Allows(head.method)) {
    refused = Refusal(405, "no-such-route", "the method is not taken here");
    refused->fields.emplace_back("allow", std::string(route.allow));
  }
  if (!refused) refused = CheckToken(request, route);
  const bool writes = route.ScopeFor(head.method) == kWriteScope;
  if (!refused && writes && options_.read_only) {
    refused = Refusal(403, "forbidden", "the service changes nothing: it was started so");
  }
  if (!refused && (writes || route.place == Place::kMcp) && IsForeignOrigin(request)) {
    refused = Refusal(403, "forbidden", "the request comes from a page of another site");
  }
  if (!refused && options_.rate > 0 && !route.is_open) {
    uint8_t scopes = 0;
    const std::string name = Identify(head, &scopes);
    const double wait = rate_.Take(name.empty() ? request.arrival->client : "token " + name);
    if (wait > 0) {
      refused = Refusal(429, "rate-limited", "more requests than the service allows");
      refused->fields.emplace_back("retry-after", WholeSeconds(wait));
    }
  }
  const bool may_have_body = head.method == "POST" || head.method == "PATCH";
  if (!refused && may_have_body && head.Has("content-type") && !IsJson(head.Find("content-type"))) {
    refused = Refusal(415, "bad-request", "a body must be application/json");
  }
  if (!refused && head.Has("content-encoding") &&
      !EqualsIgnoringCase(head.Find("content-encoding"), "identity")) {
    refused = Refusal(415, "bad-request", "a body must not be compressed");
  }
  if (!refused) return {};
  const Exchange exchange = NewExchange(request, nullptr);
  Complete(exchange, &*refused);
  return refused;
}

Response Service::Refuse(const ScanProblem& problem) {
  Response response = Refusal(problem.status, problem.status == 413 ? "limit-size" : "bad-request",
                              std::string(problem.message));
  Exchange exchange;
  exchange.began = Clock::now();
  exchange.route.index = routes_.names().size() - 1;
  exchange.method = "-";
  exchange.id = id_prefix_ + std::to_string(++next_id_);
  Complete(exchange, &response);
  return response;
}

// ---------------------------------------------------------------------------
// What every answer has

Service::Exchange Service::NewExchange(const Request& request,
                                       std::shared_ptr<Responder> responder) {
  Exchange exchange;
  exchange.responder = std::move(responder);
  exchange.route = routes_.Find(request.head.method, request.head.path);
  exchange.began = Clock::now();
  exchange.method = request.head.method;
  exchange.received = request.body.size();
  const std::string_view id = request.head.Find("x-request-id");
  exchange.id = IsPlainId(id) ? std::string(id) : id_prefix_ + std::to_string(++next_id_);
  const std::string_view trace = request.head.Find("traceparent");
  if (IsTrace(trace)) exchange.trace = trace;
  if (tokens_) {
    uint8_t scopes = 0;
    exchange.token = Identify(request.head, &scopes);
  }
  return exchange;
}

void Service::AddFields(const Exchange& exchange, Response* response) const {
  response->fields.emplace_back("x-request-id", exchange.id);
  if (!exchange.trace.empty()) response->fields.emplace_back("traceparent", exchange.trace);
}

void Service::Record(const Exchange& exchange, const Response& response) {
  const double seconds = std::chrono::duration<double>(Clock::now() - exchange.began).count();
  metrics_.CountRequest(exchange.route.index, response.status, seconds);
  if (!response.problem.empty()) metrics_.CountProblem(response.problem);
  if (exchange.responder && exchange.responder->is_gone()) {
    metrics_.abandoned.fetch_add(1, std::memory_order_relaxed);
  }
  Log(exchange, response, seconds);
}

void Service::Complete(const Exchange& exchange, Response* response) {
  AddFields(exchange, response);
  Record(exchange, *response);
}

void Service::Finish(const Exchange& exchange, Response response) {
  Complete(exchange, &response);
  exchange.responder->Send(std::move(response));
}

void Service::Log(const Exchange& exchange, const Response& response, double seconds) const {
  const bool is_error = response.status >= 400;
  if (options_.log == LogLevel::kOff || (options_.log == LogLevel::kErrors && !is_error)) return;
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char time[32];
  time[std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", &parts)] = '\0';
  char milliseconds[32];
  std::snprintf(milliseconds, sizeof milliseconds, "%.3f", seconds * 1e3);
  JsonObject line;
  line.Set("time", time).Set("method", exchange.method);
  line.Set("route", routes_.names()[exchange.route.index]);
  line.SetJson("status", std::to_string(response.status)).SetJson("ms", milliseconds);
  line.SetJson("in", std::to_string(exchange.received));
  line.SetJson("out", std::to_string(response.body.size())).Set("id", exchange.id);
  if (!exchange.token.empty()) line.Set("token", exchange.token);
  if (!exchange.trace.empty()) line.Set("traceparent", exchange.trace);
  const std::string text = line.text() + '\n';
  // There is nowhere left to complain.
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

// ---------------------------------------------------------------------------
// What happens besides

void Service::LookAgain() {
  if (tokens_) {
    const Result<void> read = tokens_->Refresh(true);
    if (!read) {
      const std::string text = EscapedForTerminal(
          FormatText(read.error().diagnostics().front(), Colour::kNever), Colour::kNever);
      if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
    }
  }
  is_stale_ = true;
  // What cannot be looked at now is told to whoever asks.
  is_stale_ = !workspace_.Refresh();
}

void Service::Tick() {
  if (tokens_) (void)tokens_->Refresh(false).has_value();
  const Clock::time_point now = Clock::now();
  if (now - told_ < std::chrono::seconds(15)) return;
  told_ = now;
  const std::lock_guard hold(listening_);
  std::erase_if(mcp_listeners_, [](const auto& each) { return each->responder->is_gone(); });
  // A line that means nothing keeps proxies from closing the stream.
  for (const auto& each : mcp_listeners_) each->responder->Write(": here\n\n");
}

void Service::Stop() {
  is_stopping_ = true;
  const std::lock_guard hold(listening_);
  for (const auto& each : mcp_listeners_) {
    each->responder->Write("event: message\ndata: " + mcp::Printed(each->subscription.Ending()) +
                           "\n\n");
    each->responder->End();
  }
  mcp_listeners_.clear();
}

bool Service::StopWorkers() { return workers_->Stop(kLastPatience); }

void Service::WatchFiles() {
  while (!is_stopping_) {
    pollfd wait = {watch_.descriptor(), POLLIN, 0};
    const int count = poll(&wait, 1, kWatchMilliseconds);
    WatchStore();
    if (count <= 0) continue;
    is_stale_ = true;
    const bool changed = watch_.Drain();
    is_stale_ = changed && !workspace_.Refresh();
    if (!changed) continue;
    const std::lock_guard hold(telling_);
    TellListeners();
  }
}

void Service::TellListeners() {
  std::vector<std::shared_ptr<McpListener>> listeners;
  {
    const std::lock_guard hold(listening_);
    listeners = mcp_listeners_;
  }
  for (const auto& each : listeners) {
    each->subscription.TellChanges(mcp_, [&](const Context& message) {
      each->responder->Write("event: message\ndata: " + mcp::Printed(message) + "\n\n");
    });
  }
}

void Service::LookAtStore() {
  const std::lock_guard hold(telling_);
  if (store_watch_.Look()) TellListeners();
  metrics_.store_is_up = store_watch_.is_up() ? 1 : 0;
}

void Service::WatchStore() {
  const Clock::time_point now = Clock::now();
  if (now - looked_ < store_watch_.pause() || is_looking_.exchange(true)) return;
  looked_ = now;
  {
    const std::lock_guard hold(listening_);
    if (mcp_listeners_.empty()) {
      is_looking_ = false;
      return;
    }
  }
  const bool is_taken = workers_->Add([this] {
    LookAtStore();
    is_looking_ = false;
  });
  if (!is_taken) is_looking_ = false;
}

}  // namespace galley::server
