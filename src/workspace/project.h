// Project: the directory that prompts belong to, and its configuration.
#ifndef GALLEY_WORKSPACE_PROJECT_H_
#define GALLEY_WORKSPACE_PROJECT_H_

#include <string>
#include <utility>
#include <vector>

#include "discover/configuration.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "workspace/host.h"

namespace galley::workspace {

// What a caller may say about the project; all of it may be absent.
struct ProjectRequest {
  std::string directory;  // where the search for the project begins; the working directory
  std::string root;       // the project itself
  std::string config;     // a file on top of the others
  std::vector<std::pair<ConfigKey, std::string>> settings;  // on top of everything
};

// A file of the configuration.
struct ConfigFile {
  Layer layer;
  std::string name;  // as messages call it
  std::string path;  // absolute
  bool exists = false;
};

struct Project {
  Host host;
  std::string directory;          // where the search began, absolute
  std::string root;               // absolute
  bool has_marker = false;        // a `.galley` lies in it
  std::vector<ConfigFile> files;  // weakest first, those that are not there as well
  Configuration configuration;
};

// Finds the project and reads its configuration.  The root is the nearest directory
// upwards that holds `.galley` or `.git`, else where the search began.  Fails with
// config-invalid.
Result<Project> OpenProject(Host host, const ProjectRequest& request,
                            std::vector<Diagnostic>* notices);

// Lays the TOML of `source` over a configuration, as Configuration::Read does; what is
// reported shows no password.
Result<void> ReadConfiguration(const Source& source, Layer layer, const Limits& limits,
                               std::vector<Diagnostic>* notices, Configuration* configuration);

// Adds the roots that a configuration names.
Result<void> AddRoots(const Project& project, RootList* roots);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_PROJECT_H_
