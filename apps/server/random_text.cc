// Asks the kernel and nobody else; what it cannot give is an empty text, which lets nobody in.
#include "apps/server/random_text.h"

#include <sys/random.h>

#include <array>
#include <string_view>

namespace galley::server {

std::string RandomText() {
  std::array<unsigned char, 16> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace galley::server
