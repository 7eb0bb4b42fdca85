// The buffer doubles at least, up to the limit.  What was lent is left for it and not used again
// before the next ResetIn.
#include "engine/vm/output.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace galley {
namespace {

constexpr size_t kFirstCapacity = 256;

}  // namespace

Output::~Output() { std::free(own_); }

bool Output::Grow(size_t size) noexcept {
  const size_t used = this->size();
  if (overflowed_ || size > limit_ - std::min<uint64_t>(limit_, used)) return false;
  const size_t needed = used + size;
  if (needed > capacity_) {
    const bool was_lent = fits_lent();
    if (needed > own_capacity_) {
      const size_t capacity = std::max({needed, capacity_ * 2, kFirstCapacity});
      char* bytes = static_cast<char*>(std::realloc(own_, capacity));
      if (!bytes) return false;
      own_ = bytes;
      own_capacity_ = capacity;
    }
    if (was_lent && used > 0) std::memcpy(own_, begin_, used);
    begin_ = own_;
    capacity_ = own_capacity_;
  }
  next_ = begin_ + used;
  end_ = begin_ + std::min<uint64_t>(capacity_, limit_);
  return true;
}

void Output::ResetIn(std::span<char> lent, uint64_t limit) noexcept {
  begin_ = lent.data();
  capacity_ = lent.size();
  limit_ = limit;
  overflowed_ = false;
  next_ = begin_;
  end_ = begin_ + std::min<uint64_t>(capacity_, limit_);
}

}  // namespace galley
