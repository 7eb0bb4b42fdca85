// The functions that chat templates find besides Jinja's own: raise_exception and
// strftime_now.

#include <cstddef>
#include <string>

#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/operators.h"
#include "engine/library/strftime.h"
#include "engine/library/string_methods.h"

namespace galley {
namespace {

// What a diagnostic shows of a message, in code points.
constexpr size_t kMostShown = 1000;

// A message that stands in the template is shown; one that is computed is only
// measured, since it may hold data.
std::string ShownMessage(const Value& text) {
  const std::string_view whole = text.as_string();
  if (!text.is_written()) {
    return "`raise_exception` was called with a message of " +
           std::to_string(CountCodePoints(whole)) + " characters";
  }
  return std::string(whole.substr(0, CodePointOffset(whole, kMostShown)));
}

Value RaiseException(CallContext& cx, std::span<const Value> args) {
  const Value text = ToText(cx, args[0]);
  if (cx.stopped() || !cx.meter().StepBytes(text.size())) return Value();
  return cx.Fail(Code::kTemplateRaised, ShownMessage(text));
}

Value StrftimeNow(CallContext& cx, std::span<const Value> args) {
  std::string_view format;
  if (!ReadString(cx, {"strftime_now", "format"}, args[0], &format)) return Value();
  const std::string_view now = cx.policy().now;
  if (now.empty()) {
    return cx.Fail(Code::kTemplateType, "`strftime_now` was called, but no time was given",
                   "pass the time to show as `now`, for example `2026-11-15T09:30:00`");
  }
  CivilTime time;
  if (!ParseIsoTime(now, &time)) {
    return cx.FailType("`strftime_now` was called, but `now` is no ISO 8601 time");
  }
  if (!cx.meter().StepBytes(format.size())) return Value();
  HeapWriter expanded(&cx.heap());
  AppendOwnDirectives(format, time, &expanded);
  HeapWriter out(&cx.heap());
  AppendTime(expanded.view(), time, &out);
  return out.Finish();
}

constexpr Parameter kRaiseException[] = {{"message", Value(), true}};
constexpr Parameter kStrftimeNow[] = {{"format", Value(), true}};

constexpr Builtin kGlobals[] = {
    {"raise_exception", RaiseException, kRaiseException},
    {"strftime_now", StrftimeNow, kStrftimeNow},
};

}  // namespace

std::span<const Builtin> ChatTemplateGlobals() noexcept { return kGlobals; }

}  // namespace galley
