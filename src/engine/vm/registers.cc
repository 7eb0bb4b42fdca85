#include "engine/vm/registers.h"

#include <algorithm>
#include <new>

namespace galley {

Value* RegisterStack::Take(size_t count) {
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
  Segment& segment = segments_[current_];
  Value* first = segment.values.get() + segment.used;
  segment.used += count;
  in_use_ += count;
  return first;
}

void RegisterStack::Give(size_t count) noexcept {
  segments_[current_].used -= count;
  in_use_ -= count;
  while (current_ > 0 && segments_[current_].used == 0) --current_;
}

void RegisterStack::Clear() noexcept {
  for (Segment& segment : segments_) segment.used = 0;
  current_ = 0;
  in_use_ = 0;
}

}  // namespace galley
