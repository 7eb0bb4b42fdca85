#include "engine/vm/registers.h"

#include <algorithm>
#include <new>

namespace galley {

// From the segments behind the current one, or from a new one.
Value* RegisterStack::TakeFurther(size_t count) {
  while (current_ < segments_.size() &&
         segments_[current_].size - segments_[current_].used < count) {
    ++current_;
  }
  if (current_ == segments_.size()) {
    const size_t size = std::max(count, kSegment);
    std::unique_ptr<Value[]> values(new (std::nothrow) Value[size]);
    if (!values) return nullptr;
    segments_.push_back({std::move(values), size, 0});
  }
  return TakeFrom(&segments_[current_], count);
}

void RegisterStack::Clear() noexcept {
  for (Segment& segment : segments_) segment.used = 0;
  current_ = 0;
  in_use_ = 0;
}

}  // namespace galley
