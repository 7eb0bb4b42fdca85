// Base64 (RFC 4648) with padding, as definitions of tokenizers hold bytes.
#ifndef GALLEY_TOKENIZE_BASE64_H_
#define GALLEY_TOKENIZE_BASE64_H_

#include <optional>
#include <string>
#include <string_view>

namespace galley {

// The bytes, or nothing where `text` is anything but base64 to the last letter.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace galley

#endif  // GALLEY_TOKENIZE_BASE64_H_
