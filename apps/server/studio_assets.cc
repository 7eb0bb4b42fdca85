// The assembler puts the files into the object; GALLEY_STUDIO_DIST is the directory that
// they lie in, from CMakeLists.txt, or is not defined.
#include "apps/server/studio_assets.h"

#include <cstddef>

#ifdef GALLEY_STUDIO_DIST

#define GALLEY_EMBED(symbol, file)                                                        \
  __asm__(                                                                                \
      ".section .rodata\n"                                                                \
      ".balign 16\n"                                                                      \
      ".local galley_studio_" #symbol                                                     \
      "\n"                                                                                \
      "galley_studio_" #symbol                                                            \
      ":\n"                                                                               \
      ".incbin \"" GALLEY_STUDIO_DIST "/" file                                            \
      "\"\n"                                                                              \
      ".local galley_studio_" #symbol                                                     \
      "_end\n"                                                                            \
      "galley_studio_" #symbol                                                            \
      "_end:\n"                                                                           \
      ".previous\n");                                                                     \
  extern "C" {                                                                            \
  __attribute__((visibility("hidden"))) extern const char galley_studio_##symbol[];       \
  __attribute__((visibility("hidden"))) extern const char galley_studio_##symbol##_end[]; \
  }

GALLEY_EMBED(script, "studio.js")
GALLEY_EMBED(style, "studio.css")
GALLEY_EMBED(icon, "studio.svg")

namespace galley::server {
namespace {

std::string_view Between(const char* begin, const char* end) {
  return {begin, static_cast<size_t>(end - begin)};
}

}  // namespace

std::span<const StudioFile> StudioFiles() {
  static const StudioFile kFiles[] = {
      {"/studio.js", "text/javascript; charset=utf-8",
       Between(galley_studio_script, galley_studio_script_end)},
      {"/studio.css", "text/css; charset=utf-8",
       Between(galley_studio_style, galley_studio_style_end)},
      {"/studio.svg", "image/svg+xml", Between(galley_studio_icon, galley_studio_icon_end)},
  };
  return kFiles;
}

}  // namespace galley::server

#else

namespace galley::server {

std::span<const StudioFile> StudioFiles() { return {}; }

}  // namespace galley::server

#endif
