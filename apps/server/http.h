// Requests and responses, and what stands between the listener, which knows sockets, and
// the service, which knows routes.
#ifndef GALLEY_APPS_SERVER_HTTP_H_
#define GALLEY_APPS_SERVER_HTTP_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/server/request_head.h"

namespace galley::server {

struct Response {
  int status = 200;
  std::string_view content_type = "application/json";
  std::string body;
  std::vector<std::pair<std::string_view, std::string>> fields;  // besides the usual ones
  std::string problem = {};  // the code of what went wrong first; empty: nothing did
};

// Where a request came in.
struct Arrival {
  std::string client;         // its address; empty on a Unix socket
  std::string local_address;  // ours, as a `Host` would write it, without the port
  uint16_t local_port = 0;    // 0: a Unix socket
};

// What has to be known of a request until it is answered.
struct Request {
  RequestHead head;  // views into the connection's buffer until Handle returns
  std::string_view body;
  const Arrival* arrival = nullptr;
};

// The way back to whoever sent a request.  Used from any thread; the first answer counts.
class Responder {
 public:
  virtual ~Responder() = default;
  virtual void Send(Response response) = 0;
  // A response whose body follows piece by piece, until End.
  virtual void Begin(Response response) = 0;
  virtual void Write(std::string piece) = 0;
  virtual void End() = 0;
  // Whether nobody waits for the answer any more; lives as long as this.
  virtual const std::atomic<bool>& gone() const = 0;
  bool is_gone() const { return gone().load(std::memory_order_relaxed); }
};

class Handler {
 public:
  virtual ~Handler() = default;
  // Before the body is read: a response where the request is refused.  A refusal of the
  // head itself has `problem`, and then only as much of the head as could be read.
  virtual std::optional<Response> Admit(const Request& request) = 0;
  virtual Response Refuse(const ScanProblem& problem) = 0;
  // The whole request.  What it needs after this returns it has to copy.  The responder is
  // answered at once or later, from any thread.
  virtual void Handle(const Request& request, std::shared_ptr<Responder> responder) = 0;
  // The largest body, in bytes.
  virtual uint64_t longest_body() const = 0;
};

std::string_view ReasonOf(int status);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_HTTP_H_
