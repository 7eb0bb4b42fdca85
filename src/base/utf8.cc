// ASCII is skipped four words at a time; what is left is decoded a sequence at a time.  Functions
// that take valid text do not check it again.
#include "base/utf8.h"

#include <bit>
#include <cstring>

#include <simdjson.h>

namespace galley {
namespace {

constexpr uint64_t kHighBits = 0x8080808080808080;
constexpr size_t kShortText = 32;
constexpr size_t kLongText = 64;

uint64_t LoadWord(const char* bytes) noexcept {
  uint64_t word;
  std::memcpy(&word, bytes, 8);
  return word;
}

// The offset of the first byte that is not ASCII, from `at` on.
size_t SkipAscii(std::string_view text, size_t at) noexcept {
  for (; at + 32 <= text.size(); at += 32) {
    const char* bytes = text.data() + at;
    const uint64_t all =
        LoadWord(bytes) | LoadWord(bytes + 8) | LoadWord(bytes + 16) | LoadWord(bytes + 24);
    if (all & kHighBits) break;
  }
  while (at + 8 <= text.size() && !(LoadWord(text.data() + at) & kHighBits)) at += 8;
  while (at < text.size() && !(text[at] & 0x80)) ++at;
  return at;
}

// Continuation bytes are 10xxxxxx: bit 7 set, bit 6 clear.
size_t CountContinuations(uint64_t word) noexcept {
  return static_cast<size_t>(std::popcount(word & kHighBits & ~(word << 1)));
}

}  // namespace

size_t SequenceSize(std::string_view text, size_t offset) noexcept {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const size_t size = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (size == 0 || text.size() - offset < size) return 0;
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second >= 0xA0;
  const bool too_large = lead == 0xF4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : size;
}

size_t FindInvalidUtf8(std::string_view text) noexcept {
  // Most texts are names and numbers.
  if (text.size() < kShortText && IsAscii(text)) return kAllValid;
  size_t at = SkipAscii(text, 0);
  // Where nothing is wrong, which is nearly always, many bytes are looked at at once.
  const bool is_long = text.size() - at >= kLongText;
  if (is_long && simdjson::validate_utf8(text.data() + at, text.size() - at)) return kAllValid;
  for (;;) {
    at = SkipAscii(text, at);
    if (at == text.size()) return kAllValid;
    const size_t size = SequenceSize(text, at);
    if (size == 0) return at;
    at += size;
  }
}

bool IsAscii(std::string_view text) noexcept {
  uint64_t bits = 0;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) bits |= LoadWord(text.data() + at);
  if (at + 4 <= text.size()) {
    uint32_t word;
    std::memcpy(&word, text.data() + at, 4);
    bits |= word;
    at += 4;
  }
  for (; at < text.size(); ++at) bits |= static_cast<unsigned char>(text[at]);
  return !(bits & kHighBits);
}

size_t CountCodePoints(std::string_view text) noexcept {
  size_t continuations = 0;
  size_t at = 0;
  for (; at + 8 <= text.size(); at += 8)
    continuations += CountContinuations(LoadWord(text.data() + at));
  for (; at < text.size(); ++at) continuations += IsContinuation(text[at]);
  return text.size() - continuations;
}

size_t Utf16Length(std::string_view text) noexcept {
  // Each code point is one unit, and one more where it takes four bytes.  A counter of
  // one byte lets the compiler look at sixteen bytes at a time.
  constexpr size_t kBlock = 127;
  size_t units = 0;
  for (size_t begin = 0; begin < text.size(); begin += kBlock) {
    uint8_t in_block = 0;
    for (const char byte : text.substr(begin, kBlock)) {
      const bool is_start = static_cast<signed char>(byte) > -65;
      const bool is_pair = static_cast<unsigned char>(byte) >= 0xF0;
      in_block = static_cast<uint8_t>(in_block + is_start + is_pair);
    }
    units += in_block;
  }
  return units;
}

size_t CodePointOffset(std::string_view text, size_t index) noexcept {
  size_t at = 0;
  while (at + 8 <= text.size()) {
    const size_t starts = 8 - CountContinuations(LoadWord(text.data() + at));
    if (starts > index) break;
    index -= starts;
    at += 8;
  }
  for (; at < text.size(); ++at) {
    if (IsContinuation(text[at])) continue;
    if (index == 0) return at;
    --index;
  }
  return text.size();
}

size_t EncodeUtf8(char32_t code_point, char out[4]) noexcept {
  const auto tail = [&](int shift) {
    return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F));
  };
  if (code_point < 0x80) {
    out[0] = static_cast<char>(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = static_cast<char>(0xC0 | code_point >> 6);
    out[1] = tail(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = static_cast<char>(0xE0 | code_point >> 12);
    out[1] = tail(6);
    out[2] = tail(0);
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | code_point >> 18);
  out[1] = tail(12);
  out[2] = tail(6);
  out[3] = tail(0);
  return 4;
}

}  // namespace galley
