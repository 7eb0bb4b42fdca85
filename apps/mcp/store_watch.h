// StoreWatch: tells when something was pushed to the store of a workspace, or a label moved.
//
// It compares what the store lists with what it listed before.  A store that cannot be reached
// right now has not changed.
#ifndef GALLEY_APPS_MCP_STORE_WATCH_H_
#define GALLEY_APPS_MCP_STORE_WATCH_H_

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "galley/workspace.h"

namespace galley::mcp {

class StoreWatch {
 public:
  explicit StoreWatch(Workspace workspace) : workspace_(std::move(workspace)) {}

  // Looks at the store; true where it is not what it was the last time.  The first look is what
  // later ones are compared with.
  bool Look();

  // Whether it could be reached the last time.  From any thread, as the next.
  bool is_up() const { return is_up_; }
  // How long to wait for the next look: longer where it takes long to find that nobody answers.
  std::chrono::seconds pause() const { return std::chrono::seconds(is_up_ ? 1 : 10); }

 private:
  Workspace workspace_;
  std::atomic<bool> is_up_ = true;
  std::optional<std::string> known_;
};

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_STORE_WATCH_H_
