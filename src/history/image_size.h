// The size of an image, read from the head of its file: PNG, JPEG, GIF and WebP.
//
// The bytes come from others.  Nothing is decoded but the head, however long the file is, and
// what is no such image, or ends too early, has no size.
#ifndef GALLEY_HISTORY_IMAGE_SIZE_H_
#define GALLEY_HISTORY_IMAGE_SIZE_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace galley::history {

// In pixels; neither is 0.
struct ImageSize {
  uint32_t width;
  uint32_t height;
};

// Of a file in base64, as messages hold it.  Looks at no more than the first `most_bytes` of
// the file, where a JPEG keeps what else it has to say before its size.
std::optional<ImageSize> ReadImageSize(std::string_view base64, size_t most_bytes = 1 << 20);

}  // namespace galley::history

#endif  // GALLEY_HISTORY_IMAGE_SIZE_H_
