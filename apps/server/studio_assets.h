// What `studio/` was built to, as part of the program.
#ifndef GALLEY_APPS_SERVER_STUDIO_ASSETS_H_
#define GALLEY_APPS_SERVER_STUDIO_ASSETS_H_

#include <span>
#include <string_view>

namespace galley::server {

struct StudioFile {
  std::string_view path;  // that it is served at
  std::string_view content_type;
  std::string_view bytes;
};

// None where the program was built without the studio.
std::span<const StudioFile> StudioFiles();

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_STUDIO_ASSETS_H_
