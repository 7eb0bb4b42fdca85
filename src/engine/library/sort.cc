// A merge sort over positions: stable, and safe where a comparison contradicts itself.
#include "engine/library/sort.h"

#include <numeric>

#include "engine/library/operators.h"
#include "value/compare.h"

namespace galley {
namespace {

std::span<uint32_t> NewPositions(CallContext& cx, size_t size) {
  if (!cx.meter().FitsList(size)) return {};
  char* room = cx.heap().NewBytes(size * sizeof(uint32_t));
  return {reinterpret_cast<uint32_t*>(room), room ? size : 0};
}

// One key against another: kUnordered where the comparison failed, or NaN.
Order OrderOf(CallContext& cx, const Value& a, const Value& b, KeyOrder order) {
  if (a.IsSame(b) && order == KeyOrder::kListItems) return Order::kEqual;
  Order result;
  Kind kind_a;
  Kind kind_b;
  cx.meter().Step();
  if (Compare(a, b, &cx.meter(), &result, &kind_a, &kind_b)) return result;
  const bool equal = order == KeyOrder::kListItems && CompareValues(cx, Comparison::kEqual, a, b);
  if (equal) return Order::kEqual;
  CompareValues(cx, Comparison::kLess, a, b);  // says why there is no order
  return Order::kUnordered;
}

// `a < b` for rows of keys.
bool IsLess(CallContext& cx, std::span<const Value> a, std::span<const Value> b, KeyOrder order) {
  for (size_t at = 0; at < a.size() && !cx.stopped(); ++at) {
    const Order result = OrderOf(cx, a[at], b[at], order);
    if (result != Order::kEqual) return result == Order::kLess;
  }
  return false;
}

}  // namespace

std::span<const uint32_t> SortedPositions(CallContext& cx, std::span<const Value> keys,
                                          size_t width, KeyOrder order, bool reverse) {
  const size_t count = keys.size() / width;
  const std::span<uint32_t> positions = NewPositions(cx, count);
  const std::span<uint32_t> room = NewPositions(cx, count);
  if (cx.stopped()) return {};
  std::iota(positions.begin(), positions.end(), 0u);
  const auto row = [&](uint32_t at) { return keys.subspan(at * width, width); };
  // The order is turned round, not the result: equal items stay as they were.
  MergeSort(positions, room, [&](uint32_t a, uint32_t b) {
    return reverse ? IsLess(cx, row(b), row(a), order) : IsLess(cx, row(a), row(b), order);
  });
  return cx.stopped() ? std::span<const uint32_t>() : positions;
}

Value ListInOrder(CallContext& cx, std::span<const Value> items,
                  std::span<const uint32_t> positions) {
  Value* sorted = cx.heap().NewItems(positions.size());
  if (!sorted) return Value();
  for (size_t at = 0; at < positions.size(); ++at) sorted[at] = items[positions[at]];
  return Value::List({sorted, positions.size()});
}

}  // namespace galley
