// Host: what the process is run with.  Nothing below this folder knows it.
#ifndef GALLEY_WORKSPACE_HOST_H_
#define GALLEY_WORKSPACE_HOST_H_

#include <string>

#include "base/ordered_map.h"

namespace galley::workspace {

struct Host {
  std::string directory;    // the working directory, absolute
  std::string home;         // of the user; empty where there is none
  std::string config_home;  // where the user's configurations are; empty where there is none
  std::string cache_home;   // where what can be made again is; empty where there is none
  std::string data_home;    // where the user's data is; empty where there is none
  std::string user;         // the name of the user; empty where nothing tells
  std::string builtin;      // of the templates that ship with the program; empty without any
  OrderedMap<std::string> variables;  // those called GALLEY_*

  static Host OfProcess();

  // `path` from `base` on, unless it is absolute; `~/` is the home directory.
  // Nothing where a directory that it needs is not there.
  std::string Absolute(const std::string& path, const std::string& base) const;
  // A path as people write it: below the home directory with `~/`.
  std::string Shown(const std::string& path) const;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_HOST_H_
