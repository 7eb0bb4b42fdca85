// The buffer doubles at least, up to the limit.  Once that is passed nothing more is taken until
// Reset.
#include "base/writer.h"

#include <algorithm>
#include <cstdlib>

namespace galley {
namespace {

constexpr size_t kFirstCapacity = 256;

}  // namespace

BufferWriter::~BufferWriter() { std::free(begin_); }

bool BufferWriter::Grow(size_t size) noexcept {
  const size_t used = this->size();
  if (overflowed_ || size > limit_ - std::min<uint64_t>(limit_, used)) return false;
  const size_t needed = used + size;
  if (needed > capacity_) {
    const size_t capacity = std::max({needed, capacity_ * 2, kFirstCapacity});
    char* bytes = static_cast<char*>(std::realloc(begin_, capacity));
    if (!bytes) return false;
    begin_ = bytes;
    capacity_ = capacity;
  }
  next_ = begin_ + used;
  end_ = begin_ + std::min<uint64_t>(capacity_, limit_);
  return true;
}

void BufferWriter::Reset(uint64_t limit) noexcept {
  limit_ = limit;
  overflowed_ = false;
  next_ = begin_;
  end_ = begin_ + std::min<uint64_t>(capacity_, limit_);
}

}  // namespace galley
