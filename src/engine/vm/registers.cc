// Segments are never given back, also not by Clear, so that a warm machine allocates none.
#include "engine/vm/registers.h"

#include <algorithm>
#include <new>

namespace galley {

void RegisterStack::Enter(size_t segment, Value* next) noexcept {
  current_ = segment;
  begin_ = segments_[segment].values.get();
  end_ = begin_ + segments_[segment].size;
  next_ = next;
}

// Goes on in the next segment with room for `count`, or in a new one.
bool RegisterStack::OpenSegment(size_t count) {
  size_t segment = 0;
  if (begin_) {
    segments_[current_].next = next_;
    segment = current_ + 1;
  }
  while (segment < segments_.size() && segments_[segment].size < count) {
    segments_[segment].next = segments_[segment].values.get();
    ++segment;
  }
  if (segment == segments_.size()) {
    const size_t size = std::max(count, kSegment);
    std::unique_ptr<Value[]> values(new (std::nothrow) Value[size]);
    if (!values) return false;
    segments_.push_back({std::move(values), size, nullptr});
  }
  Enter(segment, segments_[segment].values.get());
  return true;
}

// Goes back to the last segment that has registers in use.
void RegisterStack::CloseSegment() noexcept {
  size_t segment = current_ - 1;
  while (segment > 0 && segments_[segment].next == segments_[segment].values.get()) --segment;
  Enter(segment, segments_[segment].next);
}

void RegisterStack::Clear() noexcept {
  in_use_ = 0;
  if (!segments_.empty()) Enter(0, segments_[0].values.get());
}

}  // namespace galley
