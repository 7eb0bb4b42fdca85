// Sorting by keys that may have no order: stable, bounded by the meter, and safe
// with any answer of a comparison, NaN included.
#ifndef GALLEY_ENGINE_LIBRARY_SORT_H_
#define GALLEY_ENGINE_LIBRARY_SORT_H_

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Sorts `positions`, using `room` of the same size.  `less(a, b)` compares two
// positions; one that is always false leaves the order as it is.
template <class Less>
void MergeSort(std::span<uint32_t> positions, std::span<uint32_t> room, Less less) {
  const size_t size = positions.size();
  // Most data is in order already.
  size_t run = 1;
  while (run < size && !less(positions[run], positions[run - 1])) ++run;
  if (run >= size) return;

  std::span<uint32_t> from = positions;
  std::span<uint32_t> to = room;
  for (size_t width = 1; width < size; width *= 2) {
    for (size_t begin = 0; begin < size; begin += 2 * width) {
      const size_t middle = std::min(begin + width, size);
      const size_t end = std::min(begin + 2 * width, size);
      size_t left = begin;
      size_t right = middle;
      for (size_t at = begin; at < end; ++at) {
        const bool take_right = left == middle || (right < end && less(from[right], from[left]));
        to[at] = from[take_right ? right++ : left++];
      }
    }
    std::swap(from, to);
  }
  if (from.data() != positions.data()) std::copy(from.begin(), from.end(), positions.begin());
}

// How keys are compared: bare, or as the items of a list, where equal ones need
// no order (two `none` are fine).
enum class KeyOrder : uint8_t { kBare, kListItems };

// The positions of items in the order of their keys.  Item i has the keys
// [i * width, (i + 1) * width).  Fails where two keys have no order; empty then.
std::span<const uint32_t> SortedPositions(CallContext& cx, std::span<const Value> keys,
                                          size_t width, KeyOrder order, bool reverse);

// `items` in that order, as a plain list.
Value ListInOrder(CallContext& cx, std::span<const Value> items,
                  std::span<const uint32_t> positions);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_SORT_H_
