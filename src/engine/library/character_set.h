// The characters that `strip(chars)` takes away: built once, asked often.
#ifndef GALLEY_ENGINE_LIBRARY_CHARACTER_SET_H_
#define GALLEY_ENGINE_LIBRARY_CHARACTER_SET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "value/heap.h"

namespace galley {

class CharacterSet {
 public:
  // What lies above ASCII is kept in `heap`; once that is exhausted the set is
  // not complete.
  CharacterSet(std::string_view characters, Heap* heap) noexcept;

  bool Contains(char32_t code_point) const noexcept;

 private:
  bool ascii_[128] = {};
  std::span<const char32_t> others_;  // sorted
};

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_CHARACTER_SET_H_
