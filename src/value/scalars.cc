// Integers and doubles are compared exactly: a double is taken apart rather than an integer
// rounded.
#include "value/scalars.h"

#include <cmath>

namespace galley {
namespace {

template <class T>
Order OrderOf(T a, T b) noexcept {
  return a < b ? Order::kLess : b < a ? Order::kGreater : Order::kEqual;
}

Order CompareDoubles(double a, double b) noexcept {
  if (std::isnan(a) || std::isnan(b)) return Order::kUnordered;
  return OrderOf(a, b);
}

Order CompareIntWithDouble(int64_t a, double b) noexcept {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (std::isnan(b)) return Order::kUnordered;
  if (b >= kTwoTo63) return Order::kLess;
  if (b < -kTwoTo63) return Order::kGreater;
  const double whole = std::trunc(b);
  const Order order = OrderOf(a, static_cast<int64_t>(whole));
  return order == Order::kEqual ? OrderOf(whole, b) : order;
}

Order Reverse(Order order) noexcept {
  if (order == Order::kLess) return Order::kGreater;
  return order == Order::kGreater ? Order::kLess : order;
}

bool EqualStrings(std::string_view a, std::string_view b, Meter* meter) noexcept {
  if (a.size() != b.size()) return false;
  return meter->StepBytes(a.size()) && a == b;
}

}  // namespace

Order CompareNumbers(const Value& a, const Value& b) noexcept {
  if (a.is_double() && b.is_double()) return CompareDoubles(a.as_double(), b.as_double());
  if (b.is_double()) return CompareIntWithDouble(a.as_int(), b.as_double());
  if (a.is_double()) return Reverse(CompareIntWithDouble(b.as_int(), a.as_double()));
  return OrderOf(a.as_int(), b.as_int());
}

bool EqualScalars(const Value& a, const Value& b, Meter* meter) noexcept {
  if (a.is_number() && b.is_number()) return CompareNumbers(a, b) == Order::kEqual;
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::kUndefined:
    case Kind::kNone:
      return true;
    case Kind::kString:
      return EqualStrings(a.as_string(), b.as_string(), meter);
    default:
      return a.IsSame(b);
  }
}

std::optional<int64_t> WholeNumber(const Value& value) noexcept {
  if (value.is_int()) return value.as_int();
  if (!value.is_double() || std::trunc(value.as_double()) != value.as_double()) return std::nullopt;
  if (CompareIntWithDouble(INT64_MAX, value.as_double()) != Order::kGreater) return INT64_MAX;
  if (CompareIntWithDouble(INT64_MIN, value.as_double()) != Order::kLess) return INT64_MIN;
  return static_cast<int64_t>(value.as_double());
}

}  // namespace galley
