// Types are looked at in the order in which Python's operators do, and the message for what fits
// nothing is made once for all.
#include "engine/library/operators.h"

#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "diag/report.h"
#include "engine/library/arithmetic.h"
#include "engine/library/percent_format.h"

namespace galley {
namespace {

bool AreNumbers(const Value& a, const Value& b) { return a.is_number() && b.is_number(); }

// What `+` and `*` take for a list: a range or the keys of a map are none.
bool IsPlainList(const Value& value) { return value.is_list() && value.form() == ListForm::kPlain; }

// Something that can stand for a count: not a float.
bool IsCount(const Value& value) { return value.is_int() || value.is_bool(); }

Value FailOperands(CallContext& cx, std::string_view symbol, const Value& a, const Value& b) {
  if (a.is_undefined()) return cx.FailUndefined(a);
  if (b.is_undefined()) return cx.FailUndefined(b);
  return cx.FailType(Quoted(symbol) + " does not go with " + DescribeValue(a) + " and " +
                     DescribeValue(b));
}

Value JoinStrings(CallContext& cx, Value a, Value b) {
  if (a.is_safe() != b.is_safe()) {
    a = Escape(cx, a);
    b = Escape(cx, b);
  }
  char* bytes = cx.heap().NewBytes(size_t{a.size()} + b.size());
  if (!bytes) return Value();
  std::copy_n(a.as_string().data(), a.size(), bytes);
  std::copy_n(b.as_string().data(), b.size(), bytes + a.size());
  return Value::String({bytes, size_t{a.size()} + b.size()}, a.safe_mark() & b.safe_mark());
}

// The items of both, or an empty span once the heap is exhausted.
std::span<const Value> JoinItems(CallContext& cx, const Value& a, const Value& b) {
  const size_t size = size_t{a.size()} + b.size();
  Value* items = cx.heap().NewItems(size);
  if (!items) return {};
  std::copy(b.items().begin(), b.items().end(),
            std::copy(a.items().begin(), a.items().end(), items));
  return {items, size};
}

// `count` copies of `size` elements; the largest number where that is too many
// to count, which every limit refuses.
size_t RepeatedSize(size_t size, const Value& count) {
  if (count.as_int() <= 0) return 0;
  size_t result;
  const bool fits = CheckedMul(size, static_cast<size_t>(count.as_int()), &result);
  return fits ? result : SIZE_MAX;
}

// Fills `size` elements with copies of the first `part` of them.
template <class T>
void FillWithCopies(T* elements, size_t part, size_t size) {
  for (size_t done = part; done < size;) {
    const size_t more = std::min(done, size - done);
    std::copy_n(elements, more, elements + done);
    done += more;
  }
}

Value RepeatString(CallContext& cx, const Value& string, const Value& count) {
  const size_t size = RepeatedSize(string.size(), count);
  if (size == 0) return Value::String("", string.safe_mark());
  char* bytes = cx.heap().NewBytes(size);
  if (!bytes) return Value();
  std::copy_n(string.as_string().data(), string.size(), bytes);
  FillWithCopies(bytes, string.size(), size);
  return Value::String({bytes, size}, string.safe_mark());
}

std::span<const Value> RepeatItems(CallContext& cx, const Value& sequence, const Value& count) {
  const size_t size = RepeatedSize(sequence.size(), count);
  Value* items = size == 0 ? nullptr : cx.heap().NewItems(size);
  if (!items) return {};
  std::copy(sequence.items().begin(), sequence.items().end(), items);
  FillWithCopies(items, sequence.size(), size);
  return {items, size};
}

// `value` repeated, where it is something that repeats; false otherwise.
bool Repeat(CallContext& cx, const Value& value, const Value& count, Value* result) {
  if (!IsCount(count)) return false;
  if (value.is_string()) {
    *result = RepeatString(cx, value, count);
  } else if (IsPlainList(value)) {
    *result = Value::List(RepeatItems(cx, value, count));
  } else if (value.is_tuple()) {
    *result = Value::Tuple(RepeatItems(cx, value, count));
  } else {
    return false;
  }
  return true;
}

Value FailSign(CallContext& cx, std::string_view symbol, const Value& a) {
  if (a.is_undefined()) return cx.FailUndefined(a);
  return cx.FailType(Quoted(symbol) + " does not go with " + DescribeValue(a));
}

}  // namespace

Value Add(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return AddNumbers(cx, a, b);
  if (a.is_string() && b.is_string()) return JoinStrings(cx, a, b);
  if (IsPlainList(a) && IsPlainList(b)) return Value::List(JoinItems(cx, a, b));
  if (a.is_tuple() && b.is_tuple()) return Value::Tuple(JoinItems(cx, a, b));
  // A chainable undefined passes for markup, if markup asks it.
  const bool passes = b.is_undefined() && cx.PolicyFor(b) == UndefinedPolicy::kChainable;
  return a.is_safe() && passes ? a : FailOperands(cx, "+", a, b);
}

Value Subtract(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return SubtractNumbers(cx, a, b);
  return FailOperands(cx, "-", a, b);
}

Value Multiply(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return MultiplyNumbers(cx, a, b);
  Value result;
  if (Repeat(cx, a, b, &result) || Repeat(cx, b, a, &result)) return result;
  return FailOperands(cx, "*", a, b);
}

Value Divide(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return DivideNumbers(cx, a, b);
  return FailOperands(cx, "/", a, b);
}

Value FloorDivide(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return FloorDivideNumbers(cx, a, b);
  return FailOperands(cx, "//", a, b);
}

Value Modulo(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return ModuloNumbers(cx, a, b);
  if (a.is_string()) return PercentFormat(cx, a, b);
  return FailOperands(cx, "%", a, b);
}

Value Power(CallContext& cx, const Value& a, const Value& b) {
  if (AreNumbers(a, b)) return PowerOfNumbers(cx, a, b);
  return FailOperands(cx, "**", a, b);
}

Value Negate(CallContext& cx, const Value& a) {
  if (a.is_double()) return Value::Double(-a.as_double());
  if (!a.is_number()) return FailSign(cx, "-", a);
  return SubtractNumbers(cx, Value::Int(0), a);
}

Value Plus(CallContext& cx, const Value& a) {
  if (a.is_double()) return a;
  return a.is_number() ? Value::Int(a.as_int()) : FailSign(cx, "+", a);
}

}  // namespace galley
