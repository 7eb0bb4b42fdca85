// Six bits a character; one text for each sequence of bytes.
#include "apps/server/base64.h"

#include <cstdint>

namespace galley::server {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return {};
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char character : text) {
    const size_t value = kAlphabet.find(character);
    if (value == kAlphabet.npos) return {};
    bits = (bits << 6 | static_cast<uint32_t>(value)) & 0xFFFFFF;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  const uint32_t left = bits & ((1u << count) - 1);
  if (left != 0) return {};
  return bytes;
}

}  // namespace galley::server
