// The page at `/`: what this is, and where to go.  It needs nothing from elsewhere.
#ifndef GALLEY_APPS_SERVER_HOME_PAGE_H_
#define GALLEY_APPS_SERVER_HOME_PAGE_H_

#include <string>
#include <string_view>

namespace galley::server {

// Nothing is loaded from other places, and no other page shows it in a frame.
inline constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src "
    "'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

std::string HomePage();

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_HOME_PAGE_H_
