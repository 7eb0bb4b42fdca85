// The tests of `is`: those on what a value is, and those that compare two.

#include "engine/library/arguments.h"
#include "engine/library/families.h"
#include "engine/library/host_callables.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "engine/library/string_methods.h"
#include "value/compare.h"
#include "value/range.h"

namespace galley {
namespace {

// True for an undefined value that may not even be asked; the result of a condition without
// `else` may, under every policy.
bool IsStrictUndefined(CallContext& cx, const Value& value) {
  return value.is_undefined() && cx.PolicyFor(value) == UndefinedPolicy::kStrict;
}

template <Kind kKind>
Value IsKind(CallContext&, std::span<const Value> args) {
  return Value::Bool(args[0].kind() == kKind);
}

Value IsDefined(CallContext&, std::span<const Value> args) {
  return Value::Bool(!args[0].is_undefined());
}

Value IsNumber(CallContext&, std::span<const Value> args) {
  return Value::Bool(args[0].is_number());
}

template <bool kTruth>
Value IsExactly(CallContext&, std::span<const Value> args) {
  return Value::Bool(args[0].is_bool() && args[0].as_bool() == kTruth);
}

bool CanBeCalled(const Function& object) {
  switch (TypeOf(object)) {
    case ObjectType::kGenerator:
    case ObjectType::kNamespace:
    case ObjectType::kCycler:
    case ObjectType::kBytes:
    case ObjectType::kModule:
    case ObjectType::kSelf:
      return false;
    default:
      return true;
  }
}

// An undefined can be called in Python's eyes, if only to fail.
Value IsCallable(CallContext&, std::span<const Value> args) {
  const Value& value = args[0];
  return Value::Bool(value.is_undefined() ||
                     (value.is_function() && CanBeCalled(*value.function())));
}

Value IsEscaped(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(PassesForMarkup(cx, args[0]));
}

Value IsIterable(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (IsStrictUndefined(cx, value)) return cx.FailUndefined(value);
  return Value::Bool(value.is_undefined() || value.is_string() || value.is_sequence() ||
                     value.is_map() || IsObject(value, ObjectType::kGenerator) ||
                     IsObject(value, ObjectType::kLoop));
}

// What has a length and items by index or key.
Value IsSequence(CallContext& cx, std::span<const Value> args) {
  const Value& value = args[0];
  if (value.is_undefined()) return Value::Bool(!IsStrictUndefined(cx, value));
  if (!value.is_list()) return Value::Bool(value.is_string() || value.is_tuple() || value.is_map());
  return Value::Bool(value.form() == ListForm::kPlain || IsRange(value));
}

bool HasRemainder(CallContext& cx, const Value& value, const Value& divisor, int64_t remainder) {
  const Value rest = Modulo(cx, value, divisor);
  return !cx.stopped() && CompareValues(cx, Comparison::kEqual, rest, Value::Int(remainder));
}

Value IsDivisibleBy(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(HasRemainder(cx, args[0], args[1], 0));
}

Value IsEven(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(HasRemainder(cx, args[0], Value::Int(2), 0));
}

Value IsOdd(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(HasRemainder(cx, args[0], Value::Int(2), 1));
}

Value IsLower(CallContext& cx, std::span<const Value> args) {
  const Value text = ToText(cx, args[0]);
  return cx.stopped() ? Value() : StrIslower(cx, std::span(&text, 1));
}

Value IsUpper(CallContext& cx, std::span<const Value> args) {
  const Value text = ToText(cx, args[0]);
  return cx.stopped() ? Value() : StrIsupper(cx, std::span(&text, 1));
}

// Python looks the name up in a map of all names.
Value IsName(CallContext& cx, const Value& name, HostKind kind,
             const Builtin* (*find)(std::string_view) noexcept) {
  if (IsStrictUndefined(cx, name)) return cx.FailUndefined(name);
  if (!IsHashable(name, &cx.meter())) return cx.FailType(DescribeValue(name) + " is no name");
  if (!name.is_string() || !cx.meter().StepBytes(name.size())) return Value::Bool(false);
  return Value::Bool(find(name.as_string()) != nullptr ||
                     (cx.host && cx.host->Has(kind, name.as_string())));
}

Value IsFilter(CallContext& cx, std::span<const Value> args) {
  return IsName(cx, args[0], HostKind::kFilter, FindFilter);
}

Value IsTest(CallContext& cx, std::span<const Value> args) {
  return IsName(cx, args[0], HostKind::kTest, FindTest);
}

template <Comparison kComparison>
Value Holds(CallContext& cx, std::span<const Value> args) {
  return Value::Bool(CompareValues(cx, kComparison, args[0], args[1]));
}

Value IsSameAs(CallContext&, std::span<const Value> args) {
  return Value::Bool(args[0].IsSame(args[1]));
}

// Operators take their operand by position only, so it has no name.
constexpr Parameter kOperand[] = {{"", {}, true}};
constexpr Parameter kSequence[] = {{"seq", {}, true}};
constexpr Parameter kOther[] = {{"other", {}, true}};
constexpr Parameter kDivisor[] = {{"num", {}, true}};

constexpr Builtin kComparisonTests[] = {
    {"!=", Holds<Comparison::kNotEqual>, kOperand},
    {"<", Holds<Comparison::kLess>, kOperand},
    {"<=", Holds<Comparison::kLessEqual>, kOperand},
    {"==", Holds<Comparison::kEqual>, kOperand},
    {">", Holds<Comparison::kGreater>, kOperand},
    {">=", Holds<Comparison::kGreaterEqual>, kOperand},
    {"divisibleby", IsDivisibleBy, kDivisor},
    {"eq", Holds<Comparison::kEqual>, kOperand},
    {"equalto", Holds<Comparison::kEqual>, kOperand},
    {"ge", Holds<Comparison::kGreaterEqual>, kOperand},
    {"greaterthan", Holds<Comparison::kGreater>, kOperand},
    {"gt", Holds<Comparison::kGreater>, kOperand},
    {"in", Holds<Comparison::kIn>, kSequence},
    {"le", Holds<Comparison::kLessEqual>, kOperand},
    {"lessthan", Holds<Comparison::kLess>, kOperand},
    {"lt", Holds<Comparison::kLess>, kOperand},
    {"ne", Holds<Comparison::kNotEqual>, kOperand},
    {"sameas", IsSameAs, kOther},
};

constexpr Builtin kTypeTests[] = {
    {"boolean", IsKind<Kind::kBool>, {}},
    {"callable", IsCallable, {}},
    {"defined", IsDefined, {}},
    {"escaped", IsEscaped, {}},
    {"even", IsEven, {}},
    {"false", IsExactly<false>, {}},
    {"filter", IsFilter, {}},
    {"float", IsKind<Kind::kDouble>, {}},
    {"integer", IsKind<Kind::kInt>, {}},
    {"iterable", IsIterable, {}},
    {"lower", IsLower, {}},
    {"mapping", IsKind<Kind::kMap>, {}},
    {"none", IsKind<Kind::kNone>, {}},
    {"number", IsNumber, {}},
    {"odd", IsOdd, {}},
    {"sequence", IsSequence, {}},
    {"string", IsKind<Kind::kString>, {}},
    {"test", IsTest, {}},
    {"true", IsExactly<true>, {}},
    {"undefined", IsKind<Kind::kUndefined>, {}},
    {"upper", IsUpper, {}},
};

}  // namespace

std::span<const Builtin> ComparisonTests() noexcept { return kComparisonTests; }

std::span<const Builtin> TypeTests() noexcept { return kTypeTests; }

}  // namespace galley
