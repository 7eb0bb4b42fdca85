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
    if (static_cast<size_t>(end_ - next_) < count) [[unlikely]] {
      if (!OpenSegment(count)) return nullptr;
    }
    Value* first = next_;
    next_ += count;
    in_use_ += count;
    return first;
  }
  // Gives back the `count` registers that were taken last.
  void Give(size_t count) noexcept {
    next_ -= count;
    in_use_ -= count;
    if (next_ == begin_ && current_ > 0) [[unlikely]]
      CloseSegment();
  }
  void Clear() noexcept;

  size_t in_use() const noexcept { return in_use_; }

 private:
  struct Segment {
    std::unique_ptr<Value[]> values;
    size_t size;
    Value* next;  // of one that is not the current one
  };
  static constexpr size_t kSegment = 4096;

  bool OpenSegment(size_t count);
  void CloseSegment() noexcept;
  void Enter(size_t segment, Value* next) noexcept;

  std::vector<Segment> segments_;
  size_t current_ = 0;
  // The free registers of the current segment, and its first one.
  Value* next_ = nullptr;
  Value* end_ = nullptr;
  Value* begin_ = nullptr;
  size_t in_use_ = 0;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_REGISTERS_H_
