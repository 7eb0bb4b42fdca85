// The version of the library.
#ifndef GALLEY_VERSION_H_
#define GALLEY_VERSION_H_

#include <string_view>

#include "galley/export.h"

namespace galley {

// `major.minor.patch`, of the library that the program runs with.
GALLEY_EXPORT std::string_view Version() noexcept;

}  // namespace galley

#endif  // GALLEY_VERSION_H_
