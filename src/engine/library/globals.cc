// The global functions: cycler, dict, joiner, lipsum, namespace, range.

#include <array>

#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/lipsum.h"
#include "engine/library/make_map.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/range.h"

namespace galley {
namespace {

// The sandbox of Jinja2 makes no longer range.
constexpr uint64_t kMaxRange = 100'000;

// The most common ranges need no memory: they are parts of this one.
constexpr size_t kSharedRange = 1024;
constexpr std::array<Value, kSharedRange> kIntegers = [] {
  std::array<Value, kSharedRange> integers;
  for (size_t at = 0; at < kSharedRange; ++at) integers[at] = Value::Int(static_cast<int64_t>(at));
  return integers;
}();

bool ReadBounds(CallContext& cx, std::span<const Value> args, RangeBounds* bounds) {
  int64_t numbers[3] = {0, 0, 1};
  if (args.empty() || args.size() > 3) {
    cx.FailType("`range` takes 1 to 3 arguments, not " + std::to_string(args.size()));
    return false;
  }
  constexpr std::string_view kNames[] = {"start", "stop", "step"};
  // One argument alone is the end.
  const size_t first = args.size() == 1 ? 1 : 0;
  for (size_t at = 0; at < args.size(); ++at) {
    const size_t place = first + at;
    if (!ReadInteger(cx, {"range", kNames[place]}, args[at], &numbers[place])) return false;
  }
  if (numbers[2] == 0) {
    cx.FailType("`step` of `range` must not be zero");
    return false;
  }
  *bounds = {numbers[0], numbers[1], numbers[2]};
  return true;
}

Value Range(CallContext& cx, std::span<const Value> args) {
  RangeBounds bounds;
  if (!ReadBounds(cx, args, &bounds)) return Value();
  const uint64_t size = bounds.size();
  if (size > kMaxRange) {
    return cx.FailType("`range` gives at most " + std::to_string(kMaxRange) + " items");
  }
  const bool is_shared = bounds.step == 1 && bounds.start >= 0 && size > 0 &&
                         static_cast<uint64_t>(bounds.start) + size <= kSharedRange;
  if (!is_shared) return NewRange(&cx.heap(), bounds);
  const std::span<const Value> all = kIntegers;
  return Value::List(all.subspan(static_cast<size_t>(bounds.start), size), ListForm::kRange);
}

// `dict` and `namespace` take one positional argument, and any keywords.
Value ReadMap(CallContext& cx, std::string_view name, std::span<const Value> args) {
  if (args.size() > 2) {
    return cx.FailType("`" + std::string(name) + "` takes at most 1 positional argument, not " +
                       std::to_string(args.size() - 1));
  }
  return args.size() == 1 ? args[0] : MakeMap(cx, args[0], args[1]);
}

Value Dict(CallContext& cx, std::span<const Value> args) { return ReadMap(cx, "dict", args); }

Value NamespaceFunction(CallContext& cx, std::span<const Value> args) {
  const Value map = ReadMap(cx, "namespace", args);
  return cx.stopped() ? Value() : NewNamespace(cx, map);
}

Value CyclerFunction(CallContext& cx, std::span<const Value> args) {
  if (args.empty()) return cx.FailType("`cycler` lacks an item to cycle through");
  return NewCycler(cx, args);
}

Value JoinerFunction(CallContext& cx, std::span<const Value> args) {
  return NewJoiner(cx, args[0]);
}

constexpr Parameter kJoinerParameters[] = {{"sep", Value::String(", ")}};
constexpr Parameter kLipsumParameters[] = {{"n", Value::Int(5)},
                                           {"html", Value::Bool(true)},
                                           {"min", Value::Int(20)},
                                           {"max", Value::Int(100)}};

constexpr Builtin kGlobals[] = {
    {"cycler", CyclerFunction, {}, true},
    {"dict", Dict, {}, true, true},
    {"joiner", JoinerFunction, kJoinerParameters},
    {"lipsum", Lipsum, kLipsumParameters},
    {"namespace", NamespaceFunction, {}, true, true},
    {"range", Range, {}, true},
};

}  // namespace

std::span<const Builtin> JinjaGlobals() noexcept { return kGlobals; }

}  // namespace galley
