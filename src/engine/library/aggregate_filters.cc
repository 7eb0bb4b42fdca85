// Filters that make one value of many: max, min, sum.

#include "engine/library/attribute_path.h"
#include "engine/library/families.h"
#include "engine/library/iterate.h"
#include "engine/library/operators.h"

namespace galley {
namespace {

constexpr Value kNoItem = Value::String("No aggregated item, sequence was empty.");

// The first item whose key stands in `comparison` to those of all before it.
Value Extreme(CallContext& cx, std::span<const Value> args, Comparison comparison) {
  const std::span<const Value> items = Iterate(cx, args[0]);
  if (cx.stopped()) return Value();
  if (items.empty()) return UndefinedBecause(&kNoItem);
  const bool case_sensitive = Truth(cx, args[1]);
  const AttributePath path(cx, args[2]);
  const auto key_of = [&](const Value& item) {
    const Value key = path.Get(cx, item);
    return case_sensitive ? key : IgnoreCase(cx, key);
  };
  Value best = items[0];
  Value best_key = key_of(best);
  for (const Value& item : items.subspan(1)) {
    const Value key = key_of(item);
    if (cx.stopped() || !cx.meter().Step()) return Value();
    if (!CompareValues(cx, comparison, key, best_key)) continue;
    best = item;
    best_key = key;
  }
  return best;
}

Value Max(CallContext& cx, std::span<const Value> args) {
  return Extreme(cx, args, Comparison::kGreater);
}

Value Min(CallContext& cx, std::span<const Value> args) {
  return Extreme(cx, args, Comparison::kLess);
}

Value Sum(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> items = Iterate(cx, args[0]);
  const AttributePath path(cx, args[1]);
  Value sum = args[2];
  if (sum.is_string()) return cx.FailType("`sum` does not add strings, `join` does");
  for (const Value& item : items) {
    const Value term = path.Get(cx, item);
    if (cx.stopped() || !cx.meter().Step()) return Value();
    sum = Add(cx, sum, term);
  }
  return sum;
}

constexpr Parameter kExtremeParameters[] = {{"case_sensitive", Value::Bool(false)},
                                            {"attribute", Value::None()}};
constexpr Parameter kSumParameters[] = {{"attribute", Value::None()}, {"start", Value::Int(0)}};

constexpr Builtin kFilters[] = {
    {"max", Max, kExtremeParameters},
    {"min", Min, kExtremeParameters},
    {"sum", Sum, kSumParameters},
};

}  // namespace

std::span<const Builtin> AggregateFilters() noexcept { return kFilters; }

}  // namespace galley
