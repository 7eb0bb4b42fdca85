// Methods of maps, under the names of Python's dict.  Those that would change a
// map fail.

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/immutable.h"
#include "engine/library/make_map.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/map.h"

namespace galley {
namespace {

// One value for each entry of the map args[0].
template <class Pick>
Value View(CallContext& cx, const Value& map, ListForm form, Pick pick) {
  Value* items = cx.heap().NewItems(map.size());
  if (!items || !cx.meter().Step(map.size())) return Value();
  for (size_t at = 0; at < map.size(); ++at) items[at] = pick(at);
  return Value::List({items, map.size()}, form);
}

Value Keys(CallContext& cx, std::span<const Value> args) {
  const MapEntry* entries = args[0].entries();
  return View(cx, args[0], ListForm::kKeys, [&](size_t at) { return entries[at].key; });
}

Value Values(CallContext& cx, std::span<const Value> args) {
  const MapEntry* entries = args[0].entries();
  return View(cx, args[0], ListForm::kValues, [&](size_t at) { return entries[at].value; });
}

// The pairs are views of the entries.
Value Items(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> flat = FlatEntriesOf(args[0]);
  return View(cx, args[0], ListForm::kItems,
              [&](size_t at) { return Value::Tuple(flat.subspan(2 * at, 2)); });
}

Value Get(CallContext& cx, std::span<const Value> args) {
  if (!RequireKey(cx, args[1])) return Value();
  const uint32_t at = FindKey(args[0], args[1], &cx.meter());
  return at == kNoPosition ? args[2] : args[0].entries()[at].value;
}

// A copy is as good as the original, which nobody can change.
Value Copy(CallContext&, std::span<const Value> args) { return args[0]; }

Value FromKeys(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> keys = Iterate(cx, args[1]);
  MapEntry* entries = cx.heap().NewEntries(keys.size());
  if (!entries) return Value();
  for (size_t at = 0; at < keys.size(); ++at) {
    if (!RequireKey(cx, keys[at])) return Value();
    entries[at] = {keys[at], args[2]};
  }
  return cx.stopped() ? Value() : cx.heap().NewMap(entries, keys.size());
}

constexpr Parameter kGetParameters[] = {{"", {}, true}, {"", Value::None()}};
constexpr Parameter kFromKeysParameters[] = {{"", {}, true}, {"", Value::None()}};

constexpr Builtin kMethods[] = {
    {"clear", RefuseChange, {}, true, true},
    {"copy", Copy, {}},
    {"fromkeys", FromKeys, kFromKeysParameters},
    {"get", Get, kGetParameters},
    {"items", Items, {}},
    {"keys", Keys, {}},
    {"pop", RefuseChange, {}, true, true},
    {"popitem", RefuseChange, {}, true, true},
    {"setdefault", RefuseChange, {}, true, true},
    {"update", RefuseChange, {}, true, true},
    {"values", Values, {}},
};

// By the first byte of a name: the sizes of the methods that begin with it, a bit each.
constexpr std::array<uint16_t, 256> kSizes = [] {
  std::array<uint16_t, 256> sizes{};
  for (const Builtin& method : kMethods) {
    const auto first = static_cast<unsigned char>(method.name.front());
    sizes[first] = static_cast<uint16_t>(sizes[first] | 1 << method.name.size());
  }
  return sizes;
}();

}  // namespace

std::span<const Builtin> DictMethods() noexcept { return kMethods; }

bool MayBeDictMethod(std::string_view name) noexcept {
  if (name.empty() || name.size() >= 16) return false;
  return (kSizes[static_cast<unsigned char>(name.front())] >> name.size() & 1) != 0;
}

}  // namespace galley
