// Counts items without overflow for any 64-bit bounds; only a range whose bounds do not follow
// from its items stores them.
#include "value/range.h"

#include <span>

#include "base/checked.h"

namespace galley {
namespace {

// What stands before the items: start, stop and step.
constexpr size_t kBounds = 3;

// a + b, or the edge that it would pass.
int64_t AddWithin64Bits(int64_t a, int64_t b) noexcept {
  int64_t sum;
  if (CheckedAdd(a, b, &sum)) return sum;
  return b < 0 ? INT64_MIN : INT64_MAX;
}

}  // namespace

uint64_t RangeBounds::size() const noexcept {
  const auto from = static_cast<uint64_t>(step > 0 ? start : stop);
  const auto to = static_cast<uint64_t>(step > 0 ? stop : start);
  if (step > 0 ? stop <= start : stop >= start) return 0;
  const uint64_t width = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  return (to - from - 1) / width + 1;
}

RangeBounds BoundsOf(const Value& range) noexcept {
  const std::span<const Value> items = range.items();
  if (range.form() == kBoundedRange) {
    const Value* bounds = items.data() - kBounds;
    return {bounds[0].as_int(), bounds[1].as_int(), bounds[2].as_int()};
  }
  // Where it would have stopped is one step after the last item.
  RangeBounds bounds;
  if (items.empty()) return bounds;
  bounds.start = items.front().as_int();
  if (items.size() > 1 && !CheckedSub(items[1].as_int(), bounds.start, &bounds.step)) {
    bounds.step = bounds.start < 0 ? INT64_MAX : INT64_MIN;
  }
  bounds.stop = AddWithin64Bits(items.back().as_int(), bounds.step);
  return bounds;
}

Value NewRange(Heap* heap, const RangeBounds& bounds) noexcept {
  const uint64_t size = bounds.size();
  Value* room = heap->NewItems(kBounds + size);
  if (!room || !heap->meter().Step(size)) return Value::List({}, ListForm::kRange);
  room[0] = Value::Int(bounds.start);
  room[1] = Value::Int(bounds.stop);
  room[2] = Value::Int(bounds.step);
  Value* items = room + kBounds;
  int64_t number = bounds.start;
  for (uint64_t at = 0; at < size; ++at) {
    items[at] = Value::Int(number);
    // The number after the last one may not fit, but it is not used.
    if (at + 1 < size) number += bounds.step;
  }
  return Value::List({items, static_cast<size_t>(size)}, kBoundedRange);
}

}  // namespace galley
