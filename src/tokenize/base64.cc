// Four letters at a time; bits left over must be 0.
#include "tokenize/base64.h"

#include <cstdint>

namespace galley {
namespace {

int ValueOf(char letter) noexcept {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  return letter == '/' ? 63 : -1;
}

}  // namespace

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  int held = 0;
  for (const char letter : text.substr(0, text.size() - padding)) {
    const int value = ValueOf(letter);
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(value);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes += static_cast<char>(bits >> held & 0xFF);
    }
  }
  // What is left over must be nothing but zeros.
  if ((bits & ((1u << held) - 1)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace galley
