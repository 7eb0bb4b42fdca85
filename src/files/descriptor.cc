// Reads to the end of the file, whatever size it was said to have, and stops one byte beyond the
// limit.
#include "files/descriptor.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "files/problems.h"

namespace galley {
namespace {

constexpr uint64_t kFirstSize = 4096;

ssize_t ReadSome(int descriptor, char* out, size_t size) noexcept {
  for (;;) {
    const ssize_t count = read(descriptor, out, size);
    if (count >= 0 || errno != EINTR) return count;
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (is_open()) close(number_);
}

Result<std::string> ReadToEnd(int descriptor, std::string_view path, uint64_t expected,
                              uint64_t max_bytes) {
  // One byte more than is allowed tells a file that is too large.
  const uint64_t most = std::min<uint64_t>(max_bytes, SIZE_MAX / 4) + 1;
  std::string text;
  size_t used = 0;
  uint64_t room = std::max(expected + 1, kFirstSize);
  for (;;) {
    if (used == text.size()) text.resize(std::min(std::max<uint64_t>(room, used * 2), most));
    const ssize_t count = ReadSome(descriptor, text.data() + used, text.size() - used);
    if (count < 0) return SystemProblem(path, errno);
    if (count == 0) break;
    used += static_cast<size_t>(count);
    if (used > max_bytes) return TooLarge(path, max_bytes);
  }
  text.resize(used);
  return text;
}

}  // namespace galley
