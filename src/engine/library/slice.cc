// `object[start:stop:step]` on strings, lists, tuples and ranges.  With a step of
// one the result is a view of the object: nothing is copied.

#include "base/checked.h"
#include "base/utf8.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/range.h"

namespace galley {
namespace {

// Where a slice begins, and how many elements it takes in which direction.
struct Extent {
  int64_t start;
  int64_t stop;
  int64_t step;
  int64_t count;
};

// One part of a slice: `*out` stays where it is not written.
bool ReadPart(CallContext& cx, const Value& part, int64_t* out) {
  if (part.is_none()) return true;
  if (!part.is_int() && !part.is_bool()) {
    cx.FailType("a slice goes from integer to integer, not to " + DescribeValue(part));
    return false;
  }
  *out = part.as_int();
  return true;
}

// A position as Python takes it: negative ones count from the end, and those
// outside are moved to the nearest place in [lowest, highest].
int64_t Clamp(int64_t at, int64_t size, int64_t lowest, int64_t highest) {
  if (at < 0) at = at < -size ? lowest : at + size;
  return at < lowest ? lowest : at > highest ? highest : at;
}

// The number of steps from `start` to before `stop`.
int64_t CountSteps(int64_t start, int64_t stop, int64_t step) {
  const int64_t distance = step > 0 ? stop - start : start - stop;
  if (distance <= 0) return 0;
  const uint64_t width = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  return static_cast<int64_t>((static_cast<uint64_t>(distance) - 1) / width) + 1;
}

bool ReadExtent(CallContext& cx, int64_t size, const Value& start, const Value& stop,
                const Value& step, Extent* out) {
  int64_t width = 1;
  if (!ReadPart(cx, step, &width)) return false;
  if (width == 0) {
    cx.FailType("the step of a slice must not be zero");
    return false;
  }
  const int64_t lowest = width > 0 ? 0 : -1;
  const int64_t highest = width > 0 ? size : size - 1;
  int64_t first = 0;
  int64_t last = 0;
  if (!ReadPart(cx, start, &first) || !ReadPart(cx, stop, &last)) return false;
  first = start.is_none() ? (width > 0 ? lowest : highest) : Clamp(first, size, lowest, highest);
  last = stop.is_none() ? (width > 0 ? highest : lowest) : Clamp(last, size, lowest, highest);
  *out = {first, last, width, CountSteps(first, last, width)};
  return true;
}

// The byte offset after moving `step` code points from `offset`.
size_t Move(std::string_view text, size_t offset, int64_t step) {
  for (; step > 0 && offset < text.size(); --step) offset += DecodeUtf8(text, offset).size;
  for (; step < 0 && offset > 0; ++step) {
    do {
      --offset;
    } while (offset > 0 && IsContinuation(text[offset]));
  }
  return offset;
}

Value SliceOfString(CallContext& cx, const Value& string, const Extent& extent) {
  const std::string_view text = string.as_string();
  if (extent.count == 0) return Value::String("", string.safe_mark());
  size_t offset = CodePointOffset(text, static_cast<size_t>(extent.start));
  if (extent.step == 1) {
    const std::string_view rest = text.substr(offset);
    const size_t size = CodePointOffset(rest, static_cast<size_t>(extent.count));
    return Value::String(rest.substr(0, size), string.safe_mark());
  }
  HeapWriter out(&cx.heap());
  for (int64_t left = extent.count; left > 0 && !out.overflowed(); --left) {
    out.Append(text.substr(offset, DecodeUtf8(text, offset).size));
    if (left > 1) offset = Move(text, offset, extent.step);
  }
  return out.Finish(string.safe_mark());
}

std::span<const Value> SliceOfItems(CallContext& cx, std::span<const Value> items,
                                    const Extent& extent) {
  const auto count = static_cast<size_t>(extent.count);
  if (count == 0) return {};
  if (extent.step == 1) return items.subspan(static_cast<size_t>(extent.start), count);
  Value* picked = cx.heap().NewItems(count);
  if (!picked) return {};
  int64_t at = extent.start;
  for (size_t i = 0; i < count; ++i) {
    picked[i] = items[static_cast<size_t>(at)];
    // The place after the last one may be out of range, but it is not used.
    if (i + 1 < count) at += extent.step;
  }
  return {picked, count};
}

// A slice of a range is a range; where a bound of it does not fit, one with the same items.
Value SliceOfRange(CallContext& cx, const Value& range, const Extent& extent) {
  const RangeBounds all = BoundsOf(range);
  const bool follows = all.step == 1 && extent.step == 1 && extent.count > 0;
  RangeBounds cut;
  int64_t start;
  int64_t stop;
  const bool fits =
      CheckedMul(extent.start, all.step, &start) && CheckedAdd(all.start, start, &cut.start) &&
      CheckedMul(extent.stop, all.step, &stop) && CheckedAdd(all.start, stop, &cut.stop) &&
      CheckedMul(all.step, extent.step, &cut.step);
  if (!follows && fits) return NewRange(&cx.heap(), cut);
  return Value::List(SliceOfItems(cx, range.items(), extent), ListForm::kRange);
}

bool HasSlices(const Value& object) {
  if (!object.is_list()) return object.is_string() || object.is_tuple();
  return object.form() == ListForm::kPlain || IsRange(object);
}

int64_t LengthOf(CallContext& cx, const Value& object) {
  if (!object.is_string()) return object.size();
  cx.meter().StepBytes(object.size());
  return static_cast<int64_t>(CountCodePoints(object.as_string()));
}

}  // namespace

Value GetSlice(CallContext& cx, const Value& object, const Value& start, const Value& stop,
               const Value& step) {
  if (object.is_undefined()) {
    const bool chains = cx.PolicyFor(object) == UndefinedPolicy::kChainable;
    return chains ? object : cx.FailUndefined(object);
  }
  if (!HasSlices(object)) return cx.FailType(DescribeValue(object) + " cannot be sliced");
  Extent extent;
  if (!ReadExtent(cx, LengthOf(cx, object), start, stop, step, &extent)) return Value();
  if (object.is_string()) return SliceOfString(cx, object, extent);
  if (IsRange(object)) return SliceOfRange(cx, object, extent);
  const std::span<const Value> items = SliceOfItems(cx, object.items(), extent);
  return object.is_tuple() ? Value::Tuple(items) : Value::List(items);
}

}  // namespace galley
