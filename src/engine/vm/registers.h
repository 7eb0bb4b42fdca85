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
  Value* Take(size_t count);
  // Gives back the `count` registers that were taken last.
  void Give(size_t count) noexcept;
  void Clear() noexcept;

  size_t in_use() const noexcept { return in_use_; }

 private:
  struct Segment {
    std::unique_ptr<Value[]> values;
    size_t size;
    size_t used;
  };
  static constexpr size_t kSegment = 4096;

  std::vector<Segment> segments_;
  size_t current_ = 0;
  size_t in_use_ = 0;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_REGISTERS_H_
