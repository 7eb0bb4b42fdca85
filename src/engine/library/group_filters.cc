// Filters that make several lists of one: batch, groupby, slice.

#include <algorithm>

#include "base/checked.h"
#include "engine/library/arguments.h"
#include "engine/library/attribute_path.h"
#include "engine/library/families.h"
#include "engine/library/iterate.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "engine/library/sort.h"
#include "value/compare.h"
#include "value/convert.h"

namespace galley {
namespace {

// `items`, then `fill` until there are `size`.
Value FilledList(CallContext& cx, std::span<const Value> items, size_t size, const Value& fill) {
  Value* filled = cx.heap().NewItems(size);
  if (!filled) return Value();
  std::fill(std::copy(items.begin(), items.end(), filled), filled + size, fill);
  return Value::List({filled, size});
}

// How `batch` takes its rows.  A row is full once its size equals the number
// given, so that zero closes one empty row and then never again.
struct RowSize {
  bool empty_first = false;
  size_t size = SIZE_MAX;
};

RowSize ToRowSize(double number) {
  if (number == 0) return {true, SIZE_MAX};
  int64_t whole;
  const bool is_size = TruncateToInt(number, &whole) && static_cast<double>(whole) == number;
  return {false, is_size && whole > 0 ? static_cast<size_t>(whole) : SIZE_MAX};
}

// The last row of a batch, filled up where that is asked for.
Value LastRow(CallContext& cx, std::span<const Value> row, const Value& count, const Value& fill) {
  const bool is_short = !fill.is_none() && CompareValues(cx, Comparison::kLess,
                                                         Value::Int(int64_t(row.size())), count);
  if (!is_short) return Value::List(row);
  int64_t size;
  if (!ReadInteger(cx, {"batch", "linecount"}, count, &size)) return Value();
  return FilledList(cx, row, static_cast<size_t>(size), fill);
}

std::span<const Value> Rows(CallContext& cx, std::span<const Value> items, const Value& count,
                            const Value& fill) {
  if (items.empty()) return {};
  // Anything may stand for the size of a row, as long as it can be compared.
  CompareValues(cx, Comparison::kEqual, Value::Int(0), count);
  if (cx.stopped()) return {};
  const RowSize row = ToRowSize(count.is_number() ? ToDouble(count) : -1);
  const size_t row_count = (items.size() - 1) / row.size + 1 + row.empty_first;
  Value* rows = cx.heap().NewItems(row_count);
  if (!rows || !cx.meter().Step(items.size())) return {};
  size_t done = 0;
  if (row.empty_first) rows[done++] = Value::List({});
  for (; items.size() > row.size; items = items.subspan(row.size)) {
    rows[done++] = Value::List(items.first(row.size));
  }
  const Value last = LastRow(cx, items, count, fill);
  if (!cx.failed()) rows[done++] = last;
  return {rows, done};
}

Value Batch(CallContext& cx, std::span<const Value> args) {
  const LazySource source = IterateLazily(cx, args[0]);
  const std::span<const Value> rows =
      cx.failed() ? std::span<const Value>() : Rows(cx, source.items, args[1], args[2]);
  return FinishLazily(cx, rows, source, "<generator object do_batch>");
}

// The columns of `slice`: as even as can be, the longer ones first.
std::span<const Value> Columns(CallContext& cx, std::span<const Value> items, const Value& number,
                               const Value& fill) {
  int64_t count;
  if (number.is_undefined()) cx.FailUndefined(number);
  if (!ReadInteger(cx, {"slice", "slices"}, number, &count)) return {};
  if (count == 0) {
    cx.FailType("`slice` divides by zero");
    return {};
  }
  if (count < 0) return {};
  const auto columns = static_cast<size_t>(count);
  const size_t height = items.size() / columns;
  const size_t longer = items.size() % columns;
  Value* lists = cx.heap().NewItems(columns);
  size_t done = 0;
  for (; lists && done < columns && cx.meter().Step(); ++done) {
    const size_t size = height + (done < longer);
    const std::span<const Value> column = items.first(size);
    const bool fills = !fill.is_none() && done >= longer;
    lists[done] = fills ? FilledList(cx, column, size + 1, fill) : Value::List(column);
    items = items.subspan(size);
  }
  return {lists, done};
}

Value Slice(CallContext& cx, std::span<const Value> args) {
  // `slice` makes a list of its operand first, whatever comes after.
  const std::span<const Value> items = Iterate(cx, args[0]);
  const std::span<const Value> columns =
      cx.failed() ? std::span<const Value>() : Columns(cx, items, args[1], args[2]);
  return FinishLazily(cx, columns, LazySource(), "<generator object sync_do_slice>");
}

// The groups of items that follow each other with equal keys.
Value Groups(CallContext& cx, std::span<const Value> items, std::span<const Value> keys,
             std::span<const uint32_t> positions, const AttributePath& path,
             const Value& fallback) {
  const Value sorted = ListInOrder(cx, items, positions);
  Value* groups = cx.heap().NewItems(positions.size());
  if (!groups || cx.stopped()) return Value();
  size_t count = 0;
  for (size_t begin = 0; begin < positions.size();) {
    size_t end = begin + 1;
    while (end < positions.size() &&
           CompareValues(cx, Comparison::kEqual, keys[positions[begin]], keys[positions[end]])) {
      ++end;
    }
    Value* group = cx.heap().NewItems(2);
    if (!group || cx.stopped()) return Value();
    group[0] = path.Get(cx, sorted.items()[begin], fallback);
    group[1] = Value::List(sorted.items().subspan(begin, end - begin));
    groups[count++] = Value::Tuple({group, 2}, TupleForm::kGroup);
    begin = end;
  }
  return Value::List({groups, count});
}

// The key of a group is that of its first item, as it is written there.
Value GroupBy(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> items = Iterate(cx, args[0]);
  const AttributePath path(cx, args[1]);
  const Value& fallback = args[2];
  const bool case_sensitive = Truth(cx, args[3]);
  Value* keys = cx.heap().NewItems(items.size());
  for (size_t at = 0; at < items.size() && !cx.stopped(); ++at) {
    const Value key = path.Get(cx, items[at], fallback);
    keys[at] = case_sensitive ? key : IgnoreCase(cx, key);
    cx.meter().Step();
  }
  if (cx.stopped()) return Value();
  const std::span<const Value> all_keys(keys, items.size());
  const std::span<const uint32_t> positions =
      SortedPositions(cx, all_keys, 1, KeyOrder::kBare, false);
  return Groups(cx, items, all_keys, positions, path, fallback);
}

constexpr Parameter kBatchParameters[] = {{"linecount", {}, true}, {"fill_with", Value::None()}};
constexpr Parameter kGroupByParameters[] = {
    {"attribute", {}, true}, {"default", Value::None()}, {"case_sensitive", Value::Bool(false)}};
constexpr Parameter kSliceParameters[] = {{"slices", {}, true}, {"fill_with", Value::None()}};

constexpr Builtin kFilters[] = {
    {"batch", Batch, kBatchParameters},
    {"groupby", GroupBy, kGroupByParameters},
    {"slice", Slice, kSliceParameters},
};

}  // namespace

std::span<const Builtin> GroupFilters() noexcept { return kFilters; }

}  // namespace galley
