// Methods of lists and tuples.  Those of a list that would change it fail.

#include <algorithm>

#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/immutable.h"
#include "engine/library/operators.h"

namespace galley {
namespace {

Value Count(CallContext& cx, std::span<const Value> args) {
  int64_t count = 0;
  for (const Value& item : args[0].items()) {
    count += CompareValues(cx, Comparison::kEqual, item, args[1]);
    if (cx.stopped()) return Value();
  }
  return Value::Int(count);
}

// A bound of `index` as Python takes it: negative ones count from the end.
bool ReadBound(CallContext& cx, std::string_view name, const Value& given, size_t size,
               size_t* out) {
  int64_t at;
  if (!ReadInteger(cx, {"index", name}, given, &at)) return false;
  const auto count = static_cast<int64_t>(size);
  if (at < 0) at = std::max<int64_t>(at + count, 0);
  *out = static_cast<size_t>(std::min(at, count));
  return true;
}

Value Index(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> items = args[0].items();
  size_t start;
  size_t stop;
  if (!ReadBound(cx, "start", args[2], items.size(), &start)) return Value();
  if (!ReadBound(cx, "stop", args[3], items.size(), &stop)) return Value();
  for (size_t at = start; at < stop; ++at) {
    if (CompareValues(cx, Comparison::kEqual, items[at], args[1])) {
      return Value::Int(static_cast<int64_t>(at));
    }
    if (cx.stopped()) return Value();
  }
  return cx.FailType("`index` does not find " + DescribeValue(args[1]) + " in " +
                     DescribeValue(args[0]));
}

// A copy is as good as the original, which nobody can change.
Value Copy(CallContext&, std::span<const Value> args) { return args[0]; }

constexpr Parameter kCountParameters[] = {{"", {}, true}};
constexpr Parameter kIndexParameters[] = {
    {"", {}, true}, {"", Value::Int(0)}, {"", Value::Int(INT64_MAX)}};

constexpr Builtin kListMethods[] = {
    {"append", RefuseChange, {}, true, true},
    {"clear", RefuseChange, {}, true, true},
    {"copy", Copy, {}},
    {"count", Count, kCountParameters},
    {"extend", RefuseChange, {}, true, true},
    {"index", Index, kIndexParameters},
    {"insert", RefuseChange, {}, true, true},
    {"pop", RefuseChange, {}, true, true},
    {"remove", RefuseChange, {}, true, true},
    {"reverse", RefuseChange, {}, true, true},
    {"sort", RefuseChange, {}, true, true},
};

constexpr Builtin kTupleMethods[] = {
    {"count", Count, kCountParameters},
    {"index", Index, kIndexParameters},
};

}  // namespace

std::span<const Builtin> ListMethods() noexcept { return kListMethods; }

std::span<const Builtin> TupleMethods() noexcept { return kTupleMethods; }

}  // namespace galley
