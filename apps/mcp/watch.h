// Watch: tells when a file under the roots of a workspace is added, changed or removed, and
// when its configuration is.
//
// It says that something changed, not what.  Where the system cannot watch, it says nothing.
#ifndef GALLEY_APPS_MCP_WATCH_H_
#define GALLEY_APPS_MCP_WATCH_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "galley/workspace.h"

namespace galley::mcp {

class Watch {
 public:
  explicit Watch(Workspace workspace);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
  ~Watch();

  // Watches everything below a directory, too.
  void AddTree(const std::string& top);
  // Watches a file outside of the roots, too, which need not be there.
  void AddFile(const std::string& path);

  // Readable once something changed; -1 where nothing can be watched.
  int descriptor() const noexcept { return descriptor_; }
  // Takes what happened; true where it changes what there is.
  bool Drain();

 private:
  // Watches all that is there now and was not yet.
  void Look();
  void Add(const std::string& directory, bool is_root);
  bool IsAdded(int watch, std::string_view name) const;

  Workspace workspace_;
  int descriptor_;
  std::unordered_map<int, bool> roots_;  // by watch: whether templates are in it
  // By watch: the files in it that count, where not all do.
  std::unordered_map<int, std::unordered_set<std::string>> files_;
};

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_WATCH_H_
