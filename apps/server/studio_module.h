// The WebAssembly that the page renders with: that of the package galley-prompts, where the
// project has it installed.
#ifndef GALLEY_APPS_SERVER_STUDIO_MODULE_H_
#define GALLEY_APPS_SERVER_STUDIO_MODULE_H_

#include <string>

namespace galley::server {

struct StudioModule {
  std::string bytes;  // empty: there is none, and all is rendered here
  std::string tag;    // that tells clients whether they have it
};

// Looks into node_modules of the working directory and of those above it, as Node does.  A
// package of another version is none.
StudioModule FindStudioModule();

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_STUDIO_MODULE_H_
