// Filters on any value: attr, d, default, string.

#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/operators.h"
#include "engine/library/subscript.h"

namespace galley {
namespace {

// `foo|attr('name')`: an attribute, never an item.
Value Attr(CallContext& cx, std::span<const Value> args) {
  std::string_view name;
  if (!ReadString(cx, {"attr", "name"}, args[1], &name)) return Value();
  if (args[0].is_undefined()) return GetAttribute(cx, args[0], args[1]);
  Value attribute;
  if (FindOwnAttribute(cx, args[0], name, &attribute)) return attribute;
  return UndefinedItem(cx, args[0], args[1]);
}

Value Default(CallContext& cx, std::span<const Value> args) {
  if (args[0].is_undefined()) return args[1];
  return Truth(cx, args[2]) && !Truth(cx, args[0]) ? args[1] : args[0];
}

Value String(CallContext& cx, std::span<const Value> args) { return ToText(cx, args[0]); }

constexpr Parameter kAttrParameters[] = {{"name", {}, true}};
constexpr Parameter kDefaultParameters[] = {{"default_value", Value::String("")},
                                            {"boolean", Value::Bool(false)}};

constexpr Builtin kFilters[] = {
    {"attr", Attr, kAttrParameters},
    {"d", Default, kDefaultParameters},
    {"default", Default, kDefaultParameters},
    {"string", String, {}},
};

}  // namespace

std::span<const Builtin> ValueFilters() noexcept { return kFilters; }

}  // namespace galley
