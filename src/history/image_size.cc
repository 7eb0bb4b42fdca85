// One function for each format; bytes behind the end read as 0, so no index is checked twice.
#include "history/image_size.h"

#include <algorithm>
#include <cstddef>

namespace galley::history {
namespace {

// The value of a letter, also of those for URLs; 64 for what is none.
uint32_t SixBits(char letter) noexcept {
  if (letter >= 'A' && letter <= 'Z') return static_cast<uint32_t>(letter - 'A');
  if (letter >= 'a' && letter <= 'z') return static_cast<uint32_t>(letter - 'a' + 26);
  if (letter >= '0' && letter <= '9') return static_cast<uint32_t>(letter - '0' + 52);
  if (letter == '+' || letter == '-') return 62;
  return letter == '/' || letter == '_' ? 63 : 64;
}

// The bytes of a file in base64, each decoded when it is asked for.  Behind the end, and where
// a letter is none, they are 0 and the file is broken.
class Bytes {
 public:
  Bytes(std::string_view text, size_t most) noexcept : text_(text) {
    while (text_.ends_with('=')) text_.remove_suffix(1);
    size_ = std::min(text_.size() / 4 * 3 + text_.size() % 4 * 3 / 4, most);
  }

  bool is_broken() const noexcept { return is_broken_; }

  uint32_t At(size_t place) noexcept {
    if (place >= size_) return Break();
    const size_t first = place / 3 * 4 + place % 3;
    const uint32_t high = SixBits(text_[first]);
    const uint32_t low = SixBits(text_[first + 1]);
    if (high > 63 || low > 63) return Break();
    const size_t shift = 2 * (place % 3) + 2;
    return ((high << shift) | (low >> (6 - shift))) & 0xff;
  }

  bool Has(size_t place, std::string_view letters) noexcept {
    for (size_t at = 0; at < letters.size(); ++at) {
      if (At(place + at) != static_cast<uint8_t>(letters[at])) return false;
    }
    return true;
  }

  uint32_t BigEndian(size_t place, size_t count) noexcept {
    uint32_t number = 0;
    for (size_t at = 0; at < count; ++at) number = number << 8 | At(place + at);
    return number;
  }

  uint32_t LittleEndian(size_t place, size_t count) noexcept {
    uint32_t number = 0;
    for (size_t at = count; at > 0; --at) number = number << 8 | At(place + at - 1);
    return number;
  }

 private:
  uint32_t Break() noexcept {
    is_broken_ = true;
    return 0;
  }

  std::string_view text_;
  size_t size_;
  bool is_broken_ = false;
};

ImageSize SizeOfWebp(Bytes* bytes) noexcept {
  if (bytes->Has(12, "VP8X")) {
    return {bytes->LittleEndian(24, 3) + 1, bytes->LittleEndian(27, 3) + 1};
  }
  if (bytes->Has(12, "VP8L") && bytes->At(20) == 0x2f) {
    const uint32_t bits = bytes->LittleEndian(21, 4);
    return {(bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1};
  }
  if (bytes->Has(12, "VP8 ") && bytes->Has(23, "\x9d\x01\x2a")) {
    return {bytes->LittleEndian(26, 2) & 0x3fff, bytes->LittleEndian(28, 2) & 0x3fff};
  }
  return {};
}

// Whether the segment of a marker says how large the image is.
bool IsFrame(uint32_t marker) noexcept {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

bool HasNoSegment(uint32_t marker) noexcept {
  return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// Segment by segment; what follows the frame or begins the picture itself is never read.
ImageSize SizeOfJpeg(Bytes* bytes) noexcept {
  size_t at = 2;
  while (!bytes->is_broken() && bytes->At(at) == 0xff) {
    const uint32_t marker = bytes->At(at + 1);
    if (marker == 0xff) {  // filling
      ++at;
    } else if (HasNoSegment(marker)) {
      at += 2;
    } else if (IsFrame(marker)) {
      return {bytes->BigEndian(at + 7, 2), bytes->BigEndian(at + 5, 2)};
    } else if (marker >= 0xd8 && marker <= 0xda) {
      return {};
    } else {
      at += 2 + std::max<uint32_t>(bytes->BigEndian(at + 2, 2), 2);
    }
  }
  return {};
}

ImageSize SizeOf(Bytes* bytes) noexcept {
  if (bytes->Has(0, "\x89PNG\r\n\x1a\n")) {
    if (!bytes->Has(12, "IHDR")) return {};
    return {bytes->BigEndian(16, 4), bytes->BigEndian(20, 4)};
  }
  if (bytes->Has(0, "\xff\xd8\xff")) return SizeOfJpeg(bytes);
  if (bytes->Has(0, "GIF87a") || bytes->Has(0, "GIF89a")) {
    return {bytes->LittleEndian(6, 2), bytes->LittleEndian(8, 2)};
  }
  if (bytes->Has(0, "RIFF") && bytes->Has(8, "WEBP")) return SizeOfWebp(bytes);
  return {};
}

}  // namespace

std::optional<ImageSize> ReadImageSize(std::string_view base64, size_t most_bytes) {
  Bytes bytes(base64, most_bytes);
  const ImageSize size = SizeOf(&bytes);
  if (bytes.is_broken() || size.width == 0 || size.height == 0) return std::nullopt;
  return size;
}

}  // namespace galley::history
