// What `urlize` takes for a link.  Jinja2 has these as regular expressions; here
// each is read from left to right once.
#ifndef GALLEY_ENGINE_LIBRARY_LINK_PATTERN_H_
#define GALLEY_ENGINE_LIBRARY_LINK_PATTERN_H_

#include <string_view>

namespace galley {

// The functions take text without blanks.

// `https://host`, `www.host` or `host.org`, then perhaps a port and a path.
bool IsWebAddress(std::string_view text) noexcept;

// `name@host.domain`.
bool IsMailAddress(std::string_view text) noexcept;

// `tel:`, `ftp://` and the like: the start of an address.
bool IsSchemePrefix(std::string_view text) noexcept;

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_LINK_PATTERN_H_
