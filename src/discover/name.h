// Names of templates.  A name is not a path: it selects an entry of a catalog, and
// is checked before any look-up.
#ifndef GALLEY_DISCOVER_NAME_H_
#define GALLEY_DISCOVER_NAME_H_

#include <string>
#include <string_view>

#include "galley/limits.h"

namespace galley {

// Which rule `name` breaks, as the end of "a name ..."; empty where it is valid.
// Blanks and other characters stand for themselves.
std::string FindNameFault(std::string_view name, const Limits& limits);

}  // namespace galley

#endif  // GALLEY_DISCOVER_NAME_H_
