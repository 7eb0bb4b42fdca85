// Service: what is behind each route.  The listener brings requests on the threads of its
// loops; what may take long goes to workers.
#ifndef GALLEY_APPS_SERVER_SERVICE_H_
#define GALLEY_APPS_SERVER_SERVICE_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "apps/mcp/server.h"
#include "apps/mcp/session.h"
#include "apps/mcp/store_watch.h"
#include "apps/mcp/watch.h"
#include "apps/server/http.h"
#include "apps/server/metrics.h"
#include "apps/server/rate_limit.h"
#include "apps/server/routes.h"
#include "apps/server/studio_module.h"
#include "apps/server/studio_session.h"
#include "apps/server/tokens.h"
#include "apps/server/workers.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "galley/workspace.h"

namespace galley::server {

enum class LogLevel : uint8_t { kOff, kErrors, kAll };

struct ServiceOptions {
  std::string token_file;          // empty: everybody may do everything
  std::string studio_token;        // one that lets one browser in; empty: none is needed
  std::vector<std::string> hosts;  // besides the addresses listened on
  double rate = 0;                 // requests a second of one client; 0: any number
  LogLevel log = LogLevel::kAll;
  size_t threads = 1;
  size_t queue = 256;  // requests that wait for a worker
  bool read_only = false;
  bool has_home = true;
  bool has_store = false;  // it was named, so the service is not ready without it
  // Renders tell of themselves, each once: none is tried on the loop first.
  bool is_traced = false;
  Limits limits = Limits::Server();
};

class Service final : public Handler, private mcp::CallObserver {
 public:
  static Result<std::unique_ptr<Service>> Open(const Workspace& workspace,
                                               const ServiceOptions& options);
  ~Service() override;

  std::optional<Response> Admit(const Request& request) override;
  Response Refuse(const ScanProblem& problem) override;
  void Handle(const Request& request, std::shared_ptr<Responder> responder) override;
  uint64_t longest_body() const override { return options_.limits.request; }

  // Looks at files, configuration and tokens again.
  void LookAgain();
  // About four times a second.
  void Tick();
  // Shutting down begins; what was accepted is still answered.
  void Stop();
  // Nobody waits for answers any more.  False where something is still being done; then the
  // process ends without waiting for it.
  bool StopWorkers();
  // How many connections there are, for the metrics.
  void CountConnections(std::function<size_t()> count) { connections_ = std::move(count); }

 private:
  // A request that is being answered.
  struct Exchange {
    std::shared_ptr<Responder> responder;
    Route route;
    std::chrono::steady_clock::time_point began;
    std::string id;
    std::string trace;
    std::string method;
    std::string token;
    size_t received = 0;
  };
  // What a worker needs of a request.
  struct Job {
    Exchange exchange;
    std::string body;
    std::string query;
    std::string protocol_version;  // the fields of MCP
    std::string mcp_method;
    std::string mcp_name;
    bool repeats_mcp = false;  // one of them is there twice
    uint8_t scopes = 0;
    bool wants_events = false;
  };
  struct McpListener {
    std::shared_ptr<Responder> responder;
    mcp::Subscription subscription;
  };

  Service(const Workspace& workspace, const ServiceOptions& options, Routes routes);

  // Who asks: the token, or null.  `scopes` is what it may do.
  std::string Identify(const RequestHead& head, uint8_t* scopes) const;
  std::optional<Response> CheckHost(const Request& request) const;
  std::optional<Response> CheckToken(const Request& request, const Route& route);
  Response NeedsToken() const;
  bool IsOwnHost(std::string_view host, const Arrival& arrival) const;
  bool IsForeignOrigin(const Request& request) const;

  Exchange NewExchange(const Request& request, std::shared_ptr<Responder> responder);
  void Finish(const Exchange& exchange, Response response);
  void FinishStored(const Exchange& exchange, Response response);
  // Adds what every response has, counts it and writes of it.
  void Complete(const Exchange& exchange, Response* response);
  void AddFields(const Exchange& exchange, Response* response) const;
  void Record(const Exchange& exchange, const Response& response);
  void Log(const Exchange& exchange, const Response& response, double seconds) const;
  // Counts what requests of MCP did.
  void OnCall(std::string_view operation, const Error* error, const galley::Json& result) override;

  std::optional<Response> AnswerAtOnce(const Request& request, const Route& route);
  Response OpenPage(const Request& request);
  bool RenderCached(std::string_view body, Response* response);
  void Work(Job job);
  Response RunOperation(const Job& job);
  void StreamOperation(const Job& job);
  void RunMcp(Job job);
  static std::optional<mcp::Problem> CheckMcp(const Job& job, const galley::Json& message,
                                              mcp::Incoming* incoming);
  void RunMcpBatch(const Job& job, const galley::Json& messages);
  void ListenToMcp(const Exchange& exchange, const mcp::Incoming& incoming);
  Response AnswerMcp(const mcp::Incoming& incoming);
  void WatchFiles();
  // Has a worker look at the store, now and then while somebody wants to know.
  void WatchStore();
  // Looks at the store, and tells where it changed.
  void LookAtStore();
  void TellListeners();
  bool IsReady();

  Workspace workspace_;
  ServiceOptions options_;
  StudioModule module_;
  Routes routes_;
  Metrics metrics_;
  RateLimit rate_;
  RateLimit guesses_;  // of tokens that are none
  std::unique_ptr<TokenFile> tokens_;
  mcp::Server mcp_;
  mcp::Watch watch_;
  mcp::StoreWatch store_watch_;
  std::function<size_t()> connections_ = [] { return size_t{0}; };
  std::unique_ptr<StudioSession> session_;  // null: there is no such token
  std::atomic<bool> is_stopping_ = false;
  std::atomic<bool> is_stale_ = false;  // files changed, and were not looked at yet
  std::atomic<uint64_t> next_id_ = 0;
  std::string id_prefix_;
  std::mutex telling_;  // held while listeners are told; what they know, and `store_watch_`
  std::atomic<bool> is_looking_ = false;  // a worker, at the store
  std::chrono::steady_clock::time_point looked_ = {};
  std::mutex listening_;  // who listens
  std::vector<std::shared_ptr<McpListener>> mcp_listeners_;
  std::chrono::steady_clock::time_point told_ = {};  // listeners that we are still here
  std::unique_ptr<Workers> workers_;
  std::thread watcher_;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_SERVICE_H_
