// The stack of registers.  Frames take theirs from the end and give them back in
// reverse; registers never move.
#ifndef GALLEY_ENGINE_VM_REGISTERS_H_
#define GALLEY_ENGINE_VM_REGISTERS_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "value/value.h"

namespace galley {

class RegisterStack {
 public:
  // `count` registers, holding anything; null only when out of memory.
  Value* Take(size_t count) {
    if (current_ < segments_.size()) [[likely]] {
      Segment& segment = segments_[current_];
      if (segment.size - segment.used >= count) [[likely]]
        return TakeFrom(&segment, count);
    }
    return TakeFurther(count);
  }
  // Gives back the `count` registers that were taken last.
  void Give(size_t count) noexcept {
    segments_[current_].used -= count;
    in_use_ -= count;
    while (current_ > 0 && segments_[current_].used == 0) --current_;
  }
  void Clear() noexcept;

  size_t in_use() const noexcept { return in_use_; }

 private:
  struct Segment {
    std::unique_ptr<Value[]> values;
    size_t size;
    size_t used;
  };
  static constexpr size_t kSegment = 4096;

  Value* TakeFrom(Segment* segment, size_t count) noexcept {
    Value* first = segment->values.get() + segment->used;
    segment->used += count;
    in_use_ += count;
    return first;
  }
  Value* TakeFurther(size_t count);

  std::vector<Segment> segments_;
  size_t current_ = 0;
  size_t in_use_ = 0;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_REGISTERS_H_
