// What `galley errors CODE` says beyond what a code means: an example that fails, and how
// to mend it.
#ifndef GALLEY_API_CODE_GUIDES_H_
#define GALLEY_API_CODE_GUIDES_H_

#include <string_view>

namespace galley::api {

// Nothing for a code that nobody knows.
std::string_view MendingOf(std::string_view code) noexcept;
// The same.
std::string_view ExampleOf(std::string_view code) noexcept;

}  // namespace galley::api

#endif  // GALLEY_API_CODE_GUIDES_H_
