// Base64, as fields of a head hold it.
#ifndef GALLEY_APPS_SERVER_BASE64_H_
#define GALLEY_APPS_SERVER_BASE64_H_

#include <optional>
#include <string>
#include <string_view>

namespace galley::server {

// The bytes of a Base64 text with its padding; nothing where it is none, or where other bits
// would mean the same bytes.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace galley::server

#endif  // GALLEY_APPS_SERVER_BASE64_H_
