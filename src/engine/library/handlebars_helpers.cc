// Helpers of Handlebars templates that prompts need and Handlebars.js leaves to its
// users.  docs/handlebars.md describes each.
//
// Text is what JavaScript would print; truth is that of `if`.
#include <string>

#include "base/letter_case.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/javascript.h"
#include "value/compare.h"
#include "value/print.h"

namespace galley {
namespace {

bool Holds(const Value& value) noexcept { return !IsFalsy(value) && !IsEmpty(value); }

// ---------------------------------------------------------------------------
// Comparing

// Missing and null are one; a boolean equals no number.  Lists and maps are equal
// where what they hold is.
bool AreEqual(CallContext& cx, const Value& a, const Value& b) {
  if (IsNothing(a) || IsNothing(b)) return IsNothing(a) && IsNothing(b);
  if (a.is_bool() != b.is_bool()) return false;
  return Equals(a, b, &cx.meter());
}

Value Eq(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(AreEqual(cx, args[0], args[1]));
}

Value Ne(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(!AreEqual(cx, args[0], args[1]));
}

// Which of the orders of two values a helper asks for.
enum class Asked : uint8_t { kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

bool Answers(Asked asked, Order order) {
  switch (asked) {
    case Asked::kLess:
      return order == Order::kLess;
    case Asked::kLessOrEqual:
      return order == Order::kLess || order == Order::kEqual;
    case Asked::kGreater:
      return order == Order::kGreater;
    case Asked::kGreaterOrEqual:
      return order == Order::kGreater || order == Order::kEqual;
  }
  return false;
}

bool AreNumbers(const Value& a, const Value& b) {
  return a.is_number() && b.is_number() && !a.is_bool() && !b.is_bool();
}

Value Ordered(CallContext& cx, std::string_view name, std::span<const Value> args, Asked asked) {
  const Value& a = args[0];
  const Value& b = args[1];
  const bool numbers_only = Holds(args[2]);
  if (numbers_only && !AreNumbers(a, b)) return Value::Bool(false);
  if (!AreNumbers(a, b) && !(a.is_string() && b.is_string())) {
    return cx.FailType("`" + std::string(name) + "` compares two numbers or two strings, not " +
                       DescribeValue(a) + " and " + DescribeValue(b));
  }
  Order order;
  Kind left, right;
  if (!Compare(a, b, &cx.meter(), &order, &left, &right)) return Value::Bool(false);
  return Value::Bool(Answers(asked, order));
}

Value Lt(CallContext& cx, std::span<const Value> args) {
  return Ordered(cx, "lt", args, Asked::kLess);
}

Value Le(CallContext& cx, std::span<const Value> args) {
  return Ordered(cx, "le", args, Asked::kLessOrEqual);
}

Value Gt(CallContext& cx, std::span<const Value> args) {
  return Ordered(cx, "gt", args, Asked::kGreater);
}

Value Ge(CallContext& cx, std::span<const Value> args) {
  return Ordered(cx, "ge", args, Asked::kGreaterOrEqual);
}

constexpr Parameter kTwo[] = {{"a", Value::Undefined(), true}, {"b", Value::Undefined(), true}};
constexpr Parameter kOrderedParameters[] = {{"a", Value::Undefined(), true},
                                            {"b", Value::Undefined(), true},
                                            {"numbers", Value::Bool(false)}};

// ---------------------------------------------------------------------------
// Logic

// The first that does not hold, or the last.
Value And(CallContext&, std::span<const Value> args) {
  for (const Value& value : args) {
    if (!Holds(value)) return value;
  }
  return args.back();
}

// The first that holds, or the last.
Value Or(CallContext&, std::span<const Value> args) {
  for (const Value& value : args) {
    if (Holds(value)) return value;
  }
  return args.back();
}

Value Not(CallContext&, std::span<const Value> args) { return Value::Bool(!Holds(args[0])); }

Value Default(CallContext&, std::span<const Value> args) {
  const bool is_missing = IsNothing(args[0]) || (args[0].is_string() && args[0].size() == 0);
  return is_missing ? args[1] : args[0];
}

constexpr Parameter kValue[] = {{"value", Value::Undefined(), true}};
constexpr Parameter kDefaultParameters[] = {{"value", Value::Undefined(), true},
                                            {"fallback", Value::Undefined(), true}};

// ---------------------------------------------------------------------------
// Text

Value Json(CallContext& cx, std::span<const Value> args) {
  if (args[0].is_undefined()) return Value::String("");
  constexpr int64_t kMostBlanks = 16;
  int64_t indent;
  if (!ReadInteger(cx, {"json", "indent"}, args[1], &indent)) return Value();
  if (indent < 0 || indent > kMostBlanks) {
    return cx.FailType("`indent` of `json` must be 0 to 16");
  }
  JsonStyle style;
  style.javascript_numbers = true;
  style.indent = static_cast<uint32_t>(indent);
  if (indent > 0) style.key_separator = ": ";
  HeapWriter out(&cx.heap());
  PrintJson(args[0], style, &out, &cx.meter());
  return out.Finish();
}

constexpr Parameter kJsonParameters[] = {{"value", Value::Undefined(), true},
                                         {"indent", Value::Int(0)}};

Value Join(CallContext& cx, std::span<const Value> args) {
  if (IsNothing(args[0])) return Value::String("");
  if (!args[0].is_sequence()) {
    return FailArgument(cx, {"join", "list"}, "a list", args[0]);
  }
  const Value separator = JsText(cx, args[1]);
  HeapWriter out(&cx.heap());
  for (const Value& item : args[0].items()) {
    if (!cx.meter().Step()) break;
    if (out.size() > 0 || &item != args[0].items().data()) out.Append(separator.as_string());
    PrintJs(item, &out, &cx.meter());
  }
  return out.Finish();
}

constexpr Parameter kJoinParameters[] = {{"list", Value::Undefined(), true},
                                         {"separator", Value::String(",")}};

Value Trim(CallContext& cx, std::span<const Value> args) {
  const Value value = JsText(cx, args[0]);
  std::string_view text = value.as_string();
  if (!cx.meter().StepBytes(text.size())) return Value();
  while (!text.empty()) {
    const CodePoint first = DecodeUtf8(text, 0);
    if (!IsSpace(first.value)) break;
    text.remove_prefix(first.size);
  }
  while (!text.empty()) {
    size_t at = text.size() - 1;
    while (IsContinuation(text[at])) --at;
    if (!IsSpace(DecodeUtf8(text, at).value)) break;
    text = text.substr(0, at);
  }
  return Value::String(text);
}

using AppendCase = void (*)(std::string_view text, Writer* out);

Value InCase(CallContext& cx, const Value& given, AppendCase append) {
  const Value value = JsText(cx, given);
  if (!cx.meter().StepBytes(value.size())) return Value();
  HeapWriter out(&cx.heap());
  append(value.as_string(), &out);
  return out.Finish();
}

Value Upper(CallContext& cx, std::span<const Value> args) {
  return InCase(cx, args[0], AppendUpper);
}

Value Lower(CallContext& cx, std::span<const Value> args) {
  return InCase(cx, args[0], AppendLower);
}

// At most `length` characters, the end mark among them.
Value Truncate(CallContext& cx, std::span<const Value> args) {
  const Value value = JsText(cx, args[0]);
  const Value end = JsText(cx, args[2]);
  int64_t length;
  if (!ReadInteger(cx, {"truncate", "length"}, args[1], &length)) return Value();
  if (length < 0) return cx.FailType("`length` of `truncate` must not be negative");
  if (!cx.meter().StepBytes(uint64_t{value.size()} + end.size())) return Value();
  const std::string_view text = value.as_string();
  const auto limit = static_cast<size_t>(length);
  if (CountCodePoints(text) <= limit) return value;
  const std::string_view mark = end.as_string().substr(0, CodePointOffset(end.as_string(), limit));
  const size_t kept = limit - CountCodePoints(mark);
  HeapWriter out(&cx.heap());
  out.Append(text.substr(0, CodePointOffset(text, kept)));
  out.Append(mark);
  return out.Finish();
}

constexpr Parameter kTruncateParameters[] = {{"text", Value::Undefined(), true},
                                             {"length", Value::Undefined(), true},
                                             {"end", Value::String("...")}};

constexpr Builtin kHelpers[] = {
    {"and", And, kValue, true},
    {"default", Default, kDefaultParameters},
    {"eq", Eq, kTwo},
    {"ge", Ge, kOrderedParameters},
    {"gt", Gt, kOrderedParameters},
    {"join", Join, kJoinParameters},
    {"json", Json, kJsonParameters},
    {"le", Le, kOrderedParameters},
    {"lower", Lower, kValue},
    {"lt", Lt, kOrderedParameters},
    {"ne", Ne, kTwo},
    {"not", Not, kValue},
    {"or", Or, kValue, true},
    {"trim", Trim, kValue},
    {"truncate", Truncate, kTruncateParameters},
    {"upper", Upper, kValue},
};

}  // namespace

std::span<const Builtin> HandlebarsHelpers() noexcept { return kHelpers; }

}  // namespace galley
