// Session: one connection that stays open, and what it has to remember: who wants to hear
// of changes.
//
// It is used by one thread.  What it says goes out through `Send`, one message at a time.
#ifndef GALLEY_APPS_MCP_SESSION_H_
#define GALLEY_APPS_MCP_SESSION_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/mcp/protocol.h"
#include "apps/mcp/server.h"

namespace galley::mcp {

// A request as it was sent.
struct Incoming {
  Era era = Era::kOld;
  Json id;  // null: a notification
  bool has_id = false;
  std::string_view method;
  Json params;
};

// Reads a message.  `incoming->id` is set as far as it can be told.
Outcome ReadMessage(const Json& message, Incoming* incoming);
// Whether it answers something that was asked, which this server never does.
bool IsAnswer(const Json& message);

// What a subscription is told of.
struct Subscription {
  Context id;  // {"id": the id of its request}
  bool prompts = false;
  bool resources = false;
  std::vector<std::string> uris;
  std::vector<std::string> texts;  // of those, as they were told last

  // Reads the parameters of `subscriptions/listen`.
  Outcome Read(const Json& request_id, const Json& params, const Server& server);
  // The notification that it was accepted.
  Context Acknowledgement() const;
  // What it is told after files changed.
  void TellChanges(const Server& server, const std::function<void(const Context&)>& send);
  // The answer to its request, once it is over.
  Context Ending() const;
};

class Session {
 public:
  // Takes one line, without its end.
  using Send = std::function<void(const std::string& line)>;

  Session(const Server& server, Send send) : server_(server), send_(std::move(send)) {}

  // Answers what one line holds: a message, or a list of them.
  void Receive(std::string_view line);
  // Tells those who want to know that templates came, went or changed.
  void TellChanges();
  // Whether anybody wants to.
  bool has_listeners() const { return is_initialized_ || !subscriptions_.empty(); }
  // Ends what is open.
  void End();

 private:
  void ReceiveBatch(const Json& messages);
  // The answer to a message, where it gets one now.
  std::optional<Context> Answer(const Json& message);
  std::optional<Context> Listen(const Incoming& incoming);
  void Cancel(const Json& params);

  const Server& server_;
  Send send_;
  bool is_initialized_ = false;  // in the old era
  std::string version_;          // as `initialize` agreed on it; empty: it did not come
  std::vector<Subscription> subscriptions_;
};

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_SESSION_H_
