// What answers at once, what goes to a worker, and the operations.
#include <sys/ioctl.h>

#include <chrono>
#include <string>
#include <utility>

#include "apps/server/langfuse.h"
#include "apps/server/parameter_guard.h"
#include "apps/server/problem.h"
#include "apps/server/service.h"
#include "apps/server/studio_page.h"
#include "galley/interruption.h"
#include "galley/progress.h"

namespace galley::server {
namespace {

// Renders of templates that were compiled already run on the loop itself: to hand them over
// takes longer than they do.  One that needs more than this goes to a worker.
constexpr size_t kLongestInlineBody = 64 << 10;
constexpr uint64_t kInlineSteps = 20'000;

Response Json200(std::string body) {
  Response response;
  response.body = std::move(body);
  return response;
}

// An event of a stream.
std::string Event(std::string_view name, std::string_view data) {
  return "event: " + std::string(name) + "\ndata: " + std::string(data) + "\n\n";
}

// Writes an event for each thing that an operation finishes, as it does, and no more of them than
// somebody could read.
class StreamedProgress final : public ProgressListener {
 public:
  explicit StreamedProgress(Responder* responder) : responder_(*responder) {}

  void OnProgress(const ProgressStep& step) override {
    const auto now = std::chrono::steady_clock::now();
    const bool is_last = step.done == step.total;
    if (!is_last && step.done > kAllOfFirst && now - last_ < kBetween) return;
    last_ = now;
    Context told;
    told.Set("done", step.done).Set("total", step.total).Set("item", step.item);
    responder_.Write(Event("progress", told.values().ToText()));
  }

 private:
  static constexpr uint64_t kAllOfFirst = 100;
  static constexpr std::chrono::milliseconds kBetween{20};

  Responder& responder_;
  std::chrono::steady_clock::time_point last_ = {};
};

}  // namespace

void Service::Handle(const Request& request, std::shared_ptr<Responder> responder) {
  Exchange exchange = NewExchange(request, std::move(responder));
  const bool may_be_cached = !options_.is_traced && exchange.route.place == Place::kOperation &&
                             request.body.size() <= kLongestInlineBody &&
                             (exchange.route.operation == "template.render" ||
                              exchange.route.operation == "catalog.render");
  Response response;
  if (may_be_cached && RenderCached(request.body, &response)) {
    metrics_.cache_hits.fetch_add(1, std::memory_order_relaxed);
    metrics_.renders.fetch_add(1, std::memory_order_relaxed);
    return Finish(exchange, std::move(response));
  }
  if (std::optional<Response> answer = AnswerAtOnce(request, exchange.route)) {
    return Finish(exchange, *std::move(answer));
  }
  auto job = std::make_shared<Job>();
  job->body = request.body;
  job->query = request.head.query;
  job->protocol_version = request.head.Find("mcp-protocol-version");
  job->mcp_method = request.head.Find("mcp-method");
  job->mcp_name = request.head.Find("mcp-name");
  for (const std::string_view name : {"mcp-protocol-version", "mcp-method", "mcp-name"}) {
    job->repeats_mcp = job->repeats_mcp || request.head.Count(name) > 1;
  }
  job->wants_events =
      request.head.Find("accept").find("text/event-stream") != std::string_view::npos;
  Identify(request.head, &job->scopes);
  job->exchange = exchange;
  if (workers_->Add([this, job] { Work(std::move(*job)); })) return;
  Finish(exchange, Refusal(503, "unavailable", "the service has too much to do"));
}

std::optional<Response> Service::AnswerAtOnce(const Request& request, const Route& route) {
  switch (route.place) {
    case Place::kOperations:
      return Json200(routes_.operations());
    case Place::kOpenApi:
      return Json200(routes_.openapi());
    case Place::kHealth:
      return Json200("{\"status\":\"ok\"}");
    case Place::kMetrics: {
      Response response;
      response.content_type = "text/plain; version=0.0.4; charset=utf-8";
      response.body = metrics_.ToText(connections_());
      return response;
    }
    case Place::kHome:
      return OpenPage(request);
    case Place::kStudio:
      return StudioAsset(request.head.path, request.head.Find("if-none-match"), module_);
    case Place::kReady:
      if (is_stopping_) return Refusal(503, "unavailable", "the service is shutting down");
      return {};
    default:
      static_cast<void>(request);
      return {};
  }
}

Response Service::OpenPage(const Request& request) {
  uint8_t scopes = 0;
  Identify(request.head, &scopes);
  if (session_ && scopes == 0) {
    std::optional<Response> way =
        session_->Exchange(request.head.query, request.arrival->local_port);
    return way ? *std::move(way) : NeedsToken();
  }
  if (options_.read_only) scopes = static_cast<uint8_t>(scopes & ~kWriteScope);
  return StudioPage(scopes, module_);
}

// False where it is not that simple: the operation itself then says what is wrong.
bool Service::RenderCached(std::string_view body, Response* response) {
  thread_local Context request(options_.limits);
  thread_local Context data(options_.limits);
  thread_local std::string text;
  int unread = 0;
  if (is_stale_ || watch_.descriptor() < 0 || ioctl(watch_.descriptor(), FIONREAD, &unread) != 0 ||
      unread > 0) {
    return false;
  }
  if (!request.ReadJson(body)) return false;
  const galley::Json params = request.values();
  const galley::Json name = params.Find("name");
  const galley::Json given = params.Find("data");
  const size_t known = (name.is_string() ? 1u : 0u) + (given.is_map() ? 1u : 0u);
  if (known != params.size() || !name.is_string() || name.as_string().starts_with("store:") ||
      LeadsOut(name.as_string())) {
    return false;
  }
  const Result<Template> loaded = workspace_.Load(name.as_string());
  if (!loaded || !loaded->warnings().empty()) return false;
  const Language language = loaded->language();
  if (language != Language::kJinja && language != Language::kHandlebars) return false;
  data.Clear();
  for (size_t at = 0; at < given.size(); ++at) data.Set(given.key(at), given.item(at));
  text.clear();
  RenderOptions options;
  options.limits = Limits::Ceiling();
  options.limits->steps = kInlineSteps;
  if (!loaded->RenderTo(data, &text, options)) return false;
  response->body = JsonObject().Set("text", text).text();
  return true;
}

void Service::Work(Job job) {
  // Nobody waits for it any more.
  if (job.exchange.responder->is_gone()) {
    metrics_.abandoned.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  const Exchange& exchange = job.exchange;
  // Holds the responder, and with it the flag, as long as the scope lives.
  const std::shared_ptr<Responder> responder = exchange.responder;
  const Interruptible scope(&responder->gone());
  switch (exchange.route.place) {
    case Place::kOperation:
      if (job.wants_events) return StreamOperation(job);
      return Finish(exchange, RunOperation(job));
    case Place::kMcp:
      return RunMcp(std::move(job));
    case Place::kReady:
      return Finish(exchange, IsReady() ? Json200("{\"status\":\"ready\"}")
                                        : Refusal(503, "unavailable",
                                                  "templates or the store cannot be reached"));
    case Place::kPrompts:
      if (exchange.method == "POST") {
        return FinishStored(exchange, CreatePrompt(workspace_, job.body, options_.limits));
      }
      return FinishStored(exchange, ListPrompts(workspace_, job.query));
    case Place::kPrompt:
      return FinishStored(exchange, GetPrompt(workspace_, exchange.route.name, job.query));
    case Place::kPromptVersion:
      return FinishStored(exchange, LabelPrompt(workspace_, exchange.route.name,
                                                exchange.route.version, job.body, options_.limits));
    default:
      return Finish(exchange, Refusal(404, "no-such-route", "nothing is served here"));
  }
}

bool Service::IsReady() {
  if (!workspace_.Call("catalog.list")) return false;
  if (!options_.has_store) return true;
  const Result<galley::Reply> listed = workspace_.Call("store.list");
  const bool is_up = listed || listed.error().code() == "store-not-found";
  metrics_.store_is_up = is_up ? 1 : 0;
  return is_up;
}

Response Service::RunOperation(const Job& job) {
  Context params(options_.limits);
  if (!job.body.empty()) {
    const Result<void> read = params.ReadJson(job.body);
    if (!read) return BadBody(read.error());
  }
  const Route& route = job.exchange.route;
  if (const auto foreign = FindForeign(route.operation, params.values())) {
    return Refusal(403, "forbidden", *foreign);
  }
  const Result<galley::Reply> reply = workspace_.Call(route.operation, std::move(params));
  if (!reply) return ResponseTo(reply.error());
  metrics_.CountResult(route.operation, reply->result());
  // What was read before is rendered though the store is gone.
  for (const Diagnostic& warning : reply->warnings()) {
    if (warning.code == "store-offline") metrics_.store_is_up = 0;
  }
  return Json200(reply->text());
}

// The same for the routes of Langfuse, each of which asks the store.
void Service::FinishStored(const Exchange& exchange, Response response) {
  if (response.status < 500) metrics_.store_is_up = 1;
  Finish(exchange, std::move(response));
}

void Service::OnCall(std::string_view operation, const Error* error, const galley::Json& result) {
  if (error) return metrics_.CountProblem(error->code());
  metrics_.CountResult(operation, result);
}

// The same as events: `start`, a `progress` as each part is done, `result` or `error`.
void Service::StreamOperation(const Job& job) {
  const Exchange& exchange = job.exchange;
  Response head;
  head.content_type = "text/event-stream";
  AddFields(exchange, &head);
  exchange.responder->Begin(std::move(head));
  exchange.responder->Write(
      Event("start", JsonObject().Set("operation", exchange.route.operation).text()));
  StreamedProgress progress(exchange.responder.get());
  const ProgressScope scope(&progress);
  const Response done = RunOperation(job);
  exchange.responder->Write(Event(done.status == 200 ? "result" : "error", done.body));
  exchange.responder->End();
  // The head was sent before anybody knew: what counts is what came of it.
  Record(exchange, done);
}

}  // namespace galley::server
