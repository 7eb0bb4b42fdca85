// Listener: sockets, connections and their time-outs.  It reads requests, hands them to a
// handler and writes what that answers.
//
// Behind it is Boost.Asio, in listener.cc and nowhere else.
#ifndef GALLEY_APPS_SERVER_LISTENER_H_
#define GALLEY_APPS_SERVER_LISTENER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/server/http.h"
#include "galley/result.h"

namespace galley::server {

struct ListenerOptions {
  std::vector<std::string> addresses;  // HOST:PORT, [HOST]:PORT, unix:PATH
  size_t threads = 1;
  size_t connections = 10'240;
  bool reuse_port = false;
  bool loopback_only = false;  // refuse to listen where others than this machine get
  HeadLimits head = {};
  double head_seconds = 5;
  double body_seconds = 10;  // and again as long while 1 KiB a second moves
  double idle_seconds = 60;
  double stop_seconds = 9;  // for what was accepted
};

class Listener {
 public:
  // Opens the sockets.  Fails with `usage` where an address is none, is not a loopback one
  // though it has to be, or cannot be listened on.
  static Result<std::unique_ptr<Listener>> Open(const ListenerOptions& options, Handler* handler);
  virtual ~Listener() = default;

  // As a client would write them: http://127.0.0.1:8080, unix:PATH.
  virtual std::vector<std::string> places() const = 0;
  // Serves until SIGTERM or SIGINT, then answers what was accepted.  `on_hangup` runs at
  // SIGHUP, `on_stop` when it begins to stop, `on_tick` about four times a second.
  virtual void Run(std::function<void()> on_hangup, std::function<void()> on_stop,
                   std::function<void()> on_tick) = 0;
  virtual size_t connections() const = 0;
};

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_LISTENER_H_
