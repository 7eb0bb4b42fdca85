// Sizes of images: neither is 0, looking further changes no size, and what stands in a file
// behind its head is never read.
#include "history/image_size.h"

#include "fuzz/require.h"

namespace galley::history {
namespace {

void Check(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto whole = ReadImageSize(text);
  for (const size_t most : {size_t{16}, size_t{64}, size_t{1024}}) {
    const auto part = ReadImageSize(text, most);
    if (!part) continue;
    Require(part->width > 0 && part->height > 0);
    Require(whole && whole->width == part->width && whole->height == part->height);
  }
}

}  // namespace
}  // namespace galley::history

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::history::Check(bytes, size);
  return 0;
}
