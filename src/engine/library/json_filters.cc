// Filters: tojson.
//
// It prints what Python's json.dumps does.  In an HTML environment, as in plain
// Jinja2, keys are sorted and everything is ASCII that no HTML parser minds; else
// as the chat templates of the transformers library expect it.

#include "engine/library/families.h"
#include "engine/library/json.h"
#include "engine/library/operators.h"

namespace galley {
namespace {

// The unit of indentation: a string, or a number of blanks.  For a string alone
// nobody asks what it is.
bool ReadIndent(CallContext& cx, const Value& value, const Value& given, JsonLayout* layout) {
  if (given.is_none() || value.is_string()) return true;
  const Value unit = given.is_string() ? given : Multiply(cx, Value::String(" "), given);
  if (cx.stopped()) return false;
  if (!unit.is_string()) {
    cx.FailType("`indent` of `tojson` must be an integer or a string, not " + DescribeValue(given));
    return false;
  }
  layout->indented = true;
  layout->indent = unit.as_string();
  layout->item_separator = ",";
  return true;
}

bool ReadSeparators(CallContext& cx, const Value& given, JsonLayout* layout) {
  if (given.is_none()) return true;
  const std::span<const Value> pair = Iterate(cx, given);
  if (cx.stopped()) return false;
  if (pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string()) {
    cx.FailType("`separators` of `tojson` must be two strings, not " + DescribeValue(given));
    return false;
  }
  layout->item_separator = pair[0].as_string();
  layout->key_separator = pair[1].as_string();
  return true;
}

constexpr Parameter kHtmlParameters[] = {{"indent", Value::None()}};
constexpr Builtin kHtmlSignature = {"tojson", nullptr, kHtmlParameters};

Value HtmlToJson(CallContext& cx, std::span<const Value> args) {
  JsonLayout layout;
  layout.sort_keys = true;
  layout.escapes = {.ascii = true, .html = true};
  if (!ReadIndent(cx, args[0], args[1], &layout)) return Value();
  return ToJson(cx, args[0], layout, kSafe);
}

constexpr Parameter kPlainParameters[] = {{"ensure_ascii", Value::Bool(false)},
                                          {"indent", Value::None()},
                                          {"separators", Value::None()},
                                          {"sort_keys", Value::Bool(false)}};
constexpr Builtin kPlainSignature = {"tojson", nullptr, kPlainParameters};

Value PlainToJson(CallContext& cx, std::span<const Value> args) {
  JsonLayout layout;
  layout.escapes = {.ascii = Truth(cx, args[1]), .html = false};
  if (!ReadIndent(cx, args[0], args[2], &layout)) return Value();
  if (!ReadSeparators(cx, args[3], &layout)) return Value();
  layout.sort_keys = Truth(cx, args[4]);
  return ToJson(cx, args[0], layout, kPlain);
}

// The parameters depend on the policy of the render, so the arguments are bound
// here, to those of one form or the other.
Value ToJsonFilter(CallContext& cx, std::span<const Value> args) {
  const std::span<const Value> positional = args.subspan(1, args.size() - 2);
  const Value& keywords = args.back();
  const size_t given = positional.size() + keywords.size();
  Value* values = cx.heap().NewItems(given);
  auto* names =
      reinterpret_cast<std::string_view*>(cx.heap().NewBytes(given * sizeof(std::string_view)));
  if (cx.stopped()) return Value();
  for (size_t at = 0; at < given; ++at) {
    const bool is_named = at >= positional.size();
    const MapEntry* entry = is_named ? &keywords.entries()[at - positional.size()] : nullptr;
    names[at] = is_named ? entry->key.as_string() : std::string_view();
    values[at] = is_named ? entry->value : positional[at];
  }
  Builtin form = cx.policy().html_json ? kHtmlSignature : kPlainSignature;
  form.function = cx.policy().html_json ? HtmlToJson : PlainToJson;
  return CallBuiltin(cx, form, &args[0], {values, given}, {names, given});
}

constexpr Builtin kFilters[] = {{"tojson", ToJsonFilter, {}, true, true}};

}  // namespace

std::span<const Builtin> JsonFilters() noexcept { return kFilters; }

}  // namespace galley
