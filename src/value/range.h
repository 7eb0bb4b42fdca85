// Ranges: lists of integers that know the bounds they were made with.
//
// The bounds of most ranges follow from their items, which may then be part of a larger
// list: those have the form kRange.  Where they do not follow, start, stop and step stand
// right before the items, and the form is kBoundedRange; only NewRange makes such a list.
#ifndef GALLEY_VALUE_RANGE_H_
#define GALLEY_VALUE_RANGE_H_

#include <cstdint>

#include "value/heap.h"
#include "value/value.h"

namespace galley {

inline constexpr auto kBoundedRange = static_cast<ListForm>(6);
static_assert(static_cast<int>(ListForm::kItems) < 6);

struct RangeBounds {
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;

  // How many items there are.  Exact for any bounds: the distance of two integers fits
  // without a sign.
  uint64_t size() const noexcept;
};

inline bool IsRange(const Value& value) noexcept {
  return value.is_list() && (value.form() == ListForm::kRange || value.form() == kBoundedRange);
}

// The bounds of a range; a stop that does not fit is the nearest integer that does.
RangeBounds BoundsOf(const Value& range) noexcept;

// A range with its items; one of no items where the heap is exhausted.
Value NewRange(Heap* heap, const RangeBounds& bounds) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_RANGE_H_
