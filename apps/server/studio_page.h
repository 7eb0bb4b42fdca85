// The page at `/`: the studio, or where the command was built without it, what this is and
// where to go.  It needs nothing from elsewhere.
#ifndef GALLEY_APPS_SERVER_STUDIO_PAGE_H_
#define GALLEY_APPS_SERVER_STUDIO_PAGE_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/server/http.h"
#include "apps/server/studio_module.h"

namespace galley::server {

// The page for somebody who may do what `scopes` says.  Its style sheets carry a nonce, new
// each time, which those that the editor makes need.  It renders by itself where there is a
// module.
Response StudioPage(uint8_t scopes, const StudioModule& module);

// Scripts, styles, the icon and the module: what is at `path`, unless the client has it
// already, which `if_none_match` tells.  404 where nothing is.
Response StudioAsset(std::string_view path, std::string_view if_none_match,
                     const StudioModule& module);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_STUDIO_PAGE_H_
