// Comparisons, membership and truth.  A strict undefined fails in all of them, but as an item it is
// first asked whether it is the same object.

#include "diag/report.h"
#include "engine/library/find.h"
#include "engine/library/make_map.h"
#include "engine/library/objects.h"
#include "engine/library/operators.h"
#include "value/compare.h"
#include "value/undefined_identity.h"

namespace galley {
namespace {

constexpr std::string_view kSymbols[] = {"==", "!=", "<", "<=", ">", ">=", "in", "not in"};

std::string_view SymbolOf(Comparison comparison) {
  return kSymbols[static_cast<size_t>(comparison)];
}

// True, and fails, where `value` is an undefined that may not even be compared.
bool FailStrict(CallContext& cx, const Value& value) {
  const bool refused = value.is_undefined() && cx.PolicyFor(value) == UndefinedPolicy::kStrict;
  if (refused) cx.FailUndefined(value);
  return refused;
}

bool AreEqual(CallContext& cx, const Value& a, const Value& b) {
  cx.meter().Step();
  if (a.is_int() && b.is_int()) return a.as_int() == b.as_int();
  if (FailStrict(cx, a) || FailStrict(cx, b)) return false;
  // Two undefined values are equal if they are of one type.
  if (a.is_undefined() && b.is_undefined()) return cx.PolicyFor(a) == cx.PolicyFor(b);
  if (cx.policy().undefined != UndefinedPolicy::kStrict) return Equals(a, b, &cx.meter());
  Value refused = Value::None();
  const bool equal = EqualsUnlessStrict(a, b, &cx.meter(), &refused);
  FailStrict(cx, refused);
  return equal;
}

Value FailOrder(CallContext& cx, Comparison comparison, const Value& a, const Value& b) {
  return cx.FailType(Quoted(SymbolOf(comparison)) + " has no order for " + DescribeValue(a) +
                     " and " + DescribeValue(b));
}

bool IsOrdered(CallContext& cx, Comparison comparison, const Value& a, const Value& b) {
  cx.meter().Step();
  Order order;
  Kind kind_a;
  Kind kind_b;
  if (!Compare(a, b, &cx.meter(), &order, &kind_a, &kind_b)) {
    const bool undefined_item = kind_a == Kind::kUndefined || kind_b == Kind::kUndefined;
    undefined_item ? cx.FailUndefined(a.is_undefined()   ? a
                                      : b.is_undefined() ? b
                                                         : Value())
                   : FailOrder(cx, comparison, a, b);
    return false;
  }
  switch (comparison) {
    case Comparison::kLess:
      return order == Order::kLess;
    case Comparison::kLessEqual:
      return order == Order::kLess || order == Order::kEqual;
    case Comparison::kGreater:
      return order == Order::kGreater;
    default:
      return order == Order::kGreater || order == Order::kEqual;
  }
}

bool IsKeyOf(CallContext& cx, const Value& map, const Value& key) {
  return cx.meter().Step() && RequireKey(cx, key) && FindKey(map, key, &cx.meter()) != kNoPosition;
}

bool IsPartOf(CallContext& cx, const Value& text, const Value& part) {
  if (!part.is_string()) {
    cx.FailType("`in` looks for a string in a string, not for " + DescribeValue(part));
    return false;
  }
  if (!cx.meter().StepBytes(uint64_t{text.size()} + part.size())) return false;
  return part.size() == 0 || FindFirst(text.as_string(), part.as_string()) != kNotFound;
}

bool IsItemOf(CallContext& cx, std::span<const Value> items, const Value& value) {
  for (const Value& item : items) {
    if (IsSameUndefined(item, value) || AreEqual(cx, item, value)) return true;
    if (cx.stopped()) return false;
  }
  return false;
}

// Asks a generator for its items until one is equal: those are used up.
bool IsInGenerator(CallContext& cx, const Generator& generator, const Value& value) {
  Value item;
  while (NextItem(cx, generator, &item)) {
    if (AreEqual(cx, item, value)) return true;
    if (cx.stopped()) return false;
  }
  return false;
}

bool IsIn(CallContext& cx, const Value& value, const Value& container) {
  switch (container.kind()) {
    case Kind::kString:
      return IsPartOf(cx, container, value);
    case Kind::kList:
      if (container.form() == ListForm::kKeys && !RequireKey(cx, value)) return false;
      return IsItemOf(cx, container.items(), value);
    case Kind::kTuple:
      return IsItemOf(cx, container.items(), value);
    case Kind::kMap:
      return IsKeyOf(cx, container, value);
    case Kind::kUndefined:
      FailStrict(cx, container);
      return false;
    default:
      if (IsObject(container, ObjectType::kGenerator)) {
        return IsInGenerator(cx, static_cast<const Generator&>(*container.function()), value);
      }
      cx.FailType("`in` does not go with " + DescribeValue(container) + " on its right");
      return false;
  }
}

}  // namespace

bool CompareValues(CallContext& cx, Comparison comparison, const Value& a, const Value& b) {
  switch (comparison) {
    case Comparison::kEqual:
      return AreEqual(cx, a, b);
    case Comparison::kNotEqual:
      return !AreEqual(cx, a, b);
    case Comparison::kIn:
      return IsIn(cx, a, b);
    case Comparison::kNotIn:
      return !IsIn(cx, a, b);
    default:
      return IsOrdered(cx, comparison, a, b);
  }
}

bool Truth(CallContext& cx, const Value& value) { return !FailStrict(cx, value) && IsTrue(value); }

}  // namespace galley
