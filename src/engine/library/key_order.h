// The order in which the entries of maps are printed where keys are sorted.
#ifndef GALLEY_ENGINE_LIBRARY_KEY_ORDER_H_
#define GALLEY_ENGINE_LIBRARY_KEY_ORDER_H_

#include <cstdint>
#include <span>

#include "base/small_stack.h"
#include "engine/library/builtin.h"
#include "engine/library/sort.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

// The orders of the maps that are open at one time, on one stack: a printer walks
// into a map and out again.
class KeyOrders {
 public:
  explicit KeyOrders(CallContext& cx) : cx_(cx) {}

  // Sorts the keys of `map` by `less(a, b)` on top of the stack.  Returns where
  // its order begins.
  template <class Less>
  uint32_t Push(const Value& map, Less less) {
    const size_t begin = positions_.size();
    const size_t size = map.size();
    // Room for the order and for sorting it; the latter is dropped again.
    for (size_t at = 0; at < 2 * size && cx_.meter().exhausted() == Exhausted::kNo; ++at) {
      if (!positions_.Push(static_cast<uint32_t>(at % size))) {
        cx_.meter().Stop(Exhausted::kMemory);
      }
    }
    if (cx_.stopped()) return static_cast<uint32_t>(begin);
    const std::span<uint32_t> all(positions_.data() + begin, 2 * size);
    MergeSort(all.first(size), all.last(size), [&](uint32_t a, uint32_t b) {
      return !cx_.stopped() && less(map.entries()[a].key, map.entries()[b].key);
    });
    positions_.Truncate(begin + size);
    return static_cast<uint32_t>(begin);
  }

  void Pop(uint32_t begin) { positions_.Truncate(begin); }

  // The entry that comes as number `at` in the order that begins at `begin`.
  uint32_t PositionOf(uint32_t begin, uint32_t at) { return positions_[begin + at]; }

 private:
  CallContext& cx_;
  SmallStack<uint32_t, 64> positions_;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_KEY_ORDER_H_
