// What translates messages: gettext and its like, and the filter behind `{% trans %}`.
//
// The host brings the catalog, as a function `gettext` that takes a message and gives one.
// It may bring the other functions too, which know forms of the plural and contexts; those
// that it does not bring are made of its `gettext`, and without that a message is its own
// translation.
#include "engine/library/families.h"
#include "engine/library/host_callables.h"
#include "engine/library/operators.h"

namespace galley {
namespace {

Value Translate(CallContext& cx, const Value& message) {
  const bool has_catalog = cx.host && cx.host->Has(HostKind::kGlobal, "gettext");
  if (!has_catalog) return message;
  return CallHostFilter(cx, HostKind::kGlobal, "gettext", std::span(&message, 1), Value());
}

const Value& FormFor(CallContext& cx, const Value& number, const Value& one, const Value& many) {
  return CompareValues(cx, Comparison::kEqual, number, Value::Int(1)) ? one : many;
}

Value Gettext(CallContext& cx, std::span<const Value> args) { return Translate(cx, args[0]); }

Value Ngettext(CallContext& cx, std::span<const Value> args) {
  const Value form = FormFor(cx, args[2], args[0], args[1]);
  return cx.stopped() ? Value() : Translate(cx, form);
}

Value Pgettext(CallContext& cx, std::span<const Value> args) { return Translate(cx, args[1]); }

Value Npgettext(CallContext& cx, std::span<const Value> args) {
  return Ngettext(cx, args.subspan(1));
}

// What a catalog gives is markup where output is escaped.
Value MarkTranslation(CallContext& cx, std::span<const Value> args) {
  if (!cx.autoescape || args[0].is_safe()) return args[0];
  const Value text = ToText(cx, args[0]);
  if (!text.is_string()) return text;
  return Value::String(text.as_string(), kSafe);
}

constexpr Parameter kMessage[] = {{"message", {}, true}};
constexpr Parameter kPlural[] = {{"singular", {}, true}, {"plural", {}, true}, {"n", {}, true}};
constexpr Parameter kInContext[] = {{"context", {}, true}, {"message", {}, true}};
constexpr Parameter kPluralInContext[] = {
    {"context", {}, true}, {"singular", {}, true}, {"plural", {}, true}, {"n", {}, true}};

constexpr Builtin kFunctions[] = {
    {"_", Gettext, kMessage},           {"gettext", Gettext, kMessage},
    {"ngettext", Ngettext, kPlural},    {"npgettext", Npgettext, kPluralInContext},
    {"pgettext", Pgettext, kInContext},
};

constexpr Builtin kFilters[] = {{kMarkTranslation, MarkTranslation, {}}};

}  // namespace

std::span<const Builtin> TranslationGlobals() noexcept { return kFunctions; }

std::span<const Builtin> TranslationFilters() noexcept { return kFilters; }

}  // namespace galley
