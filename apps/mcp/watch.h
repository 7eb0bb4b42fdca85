// Watch: tells when a file under the roots of a workspace is added, changed or removed, and
// when its configuration is.
//
// It says that something changed, not what.  Where the system cannot watch, it says nothing.
#ifndef GALLEY_APPS_MCP_WATCH_H_
#define GALLEY_APPS_MCP_WATCH_H_

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "galley/workspace.h"

namespace galley::mcp {

class Watch {
 public:
  explicit Watch(Workspace workspace);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  // Readable once something changed; -1 where nothing can be watched.
  int descriptor() const noexcept { return descriptor_; }
  // Takes what happened; true where it changes what there is.
  bool Drain();

 private:
  // Watches all that is there now and was not yet.
  void Look();
  void AddTree(const std::string& top);
  void Add(const std::string& directory, bool is_root);

  Workspace workspace_;
  int descriptor_;
  std::unordered_map<int, bool> roots_;  // by watch: whether templates are in it
};

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_WATCH_H_
