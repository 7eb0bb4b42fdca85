// UTF-8: validated once when text enters, trusted afterwards.
#ifndef GALLEY_BASE_UTF8_H_
#define GALLEY_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace galley {

inline constexpr size_t kAllValid = static_cast<size_t>(-1);

// The offset of the first byte that is not part of valid UTF-8 (overlong forms,
// surrogates and anything above U+10FFFF are not), or kAllValid.
size_t FindInvalidUtf8(std::string_view text) noexcept;

inline bool IsValidUtf8(std::string_view text) noexcept {
  return FindInvalidUtf8(text) == kAllValid;
}

// True where every byte is ASCII.
bool IsAscii(std::string_view text) noexcept;

// The bytes of the valid sequence that starts at `offset`, which is inside the
// text, or 0 where there is none.
size_t SequenceSize(std::string_view text, size_t offset) noexcept;

// The functions below take valid UTF-8.

// The number of code points.
size_t CountCodePoints(std::string_view text) noexcept;

// The number of UTF-16 code units, which is what JavaScript calls the length.
size_t Utf16Length(std::string_view text) noexcept;

// The byte offset of code point number `index`, or text.size() past the end.
size_t CodePointOffset(std::string_view text, size_t index) noexcept;

inline bool IsContinuation(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

struct CodePoint {
  char32_t value;
  uint32_t size;  // bytes taken, 1 to 4
};

// The code point that starts at `offset`, which is inside the text.
inline CodePoint DecodeUtf8(std::string_view text, size_t offset) noexcept {
  const auto byte = [&](size_t i) -> char32_t {
    return static_cast<unsigned char>(text[offset + i]);
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead < 0xF0) return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F),
          4};
}

// Writes the one to four bytes of `code_point` and returns how many.
size_t EncodeUtf8(char32_t code_point, char out[4]) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_UTF8_H_
