// Pairs of containers lie on a stack while their items are compared.  Equality and order look at
// scalars first, and both end in scalars.h.
#include "value/compare.h"

#include "base/small_stack.h"
#include "value/map.h"
#include "value/range.h"
#include "value/scalars.h"
#include "value/undefined_identity.h"

namespace galley {
namespace {

// Two containers side by side, and how far they have been compared.
struct Pair {
  Value a;
  Value b;
  uint32_t next;
};

using Pairs = SmallStack<Pair>;

enum class Answer : uint8_t { kEqual, kDifferent, kAskItems };

Answer ToAnswer(bool equal) noexcept { return equal ? Answer::kEqual : Answer::kDifferent; }

// What can be said of two values without looking at their items.
Answer Look(const Value& a, const Value& b, Meter* meter) noexcept {
  if (!a.is_sequence() && !a.is_map()) return ToAnswer(EqualScalars(a, b, meter));
  if (a.IsSame(b)) return Answer::kEqual;
  if (a.kind() != b.kind() || a.size() != b.size()) return Answer::kDifferent;
  if (a.is_list()) {
    const bool by_identity = a.form() == ListForm::kGenerator || a.form() == ListForm::kValues;
    const bool alike = a.form() == b.form() || (IsRange(a) && IsRange(b));
    if (!alike || by_identity) return Answer::kDifferent;
  }
  return a.size() == 0 ? Answer::kEqual : Answer::kAskItems;
}

// The key of an item in a view of keys or items.
const Value& KeyInView(const Value& view, uint32_t at) noexcept {
  const Value& item = view.items()[at];
  return view.form() == ListForm::kItems && item.is_tuple() && item.size() == 2 ? item.items()[0]
                                                                                : item;
}

// Where `key` is in a view of keys or items; most often that is `guess`.
uint32_t FindInView(const Value& view, const Value& key, uint32_t guess, Meter* meter) noexcept {
  if (EqualKeys(key, KeyInView(view, guess), meter)) return guess;
  for (uint32_t at = 0; at < view.size(); ++at) {
    if (!meter->Step()) return kNoPosition;
    if (EqualKeys(key, KeyInView(view, at), meter)) return at;
  }
  return kNoPosition;
}

uint32_t FindInMap(const Value& map, const Value& key, uint32_t guess, Meter* meter) noexcept {
  if (key.IsSame(map.entries()[guess].key)) return guess;
  return FindKey(map, key, meter);
}

// Sets the next two items that must be equal; false where `a` holds something
// that `b` does not.
bool NextItems(Pair* pair, Meter* meter, const Value** a, const Value** b) noexcept {
  const uint32_t at = pair->next++;
  uint32_t other = at;
  if (pair->a.is_map()) {
    const MapEntry& entry = pair->a.entries()[at];
    other = FindInMap(pair->b, entry.key, at, meter);
    if (other == kNoPosition) return false;
    *a = &entry.value;
    *b = &pair->b.entries()[other].value;
    return true;
  }
  const bool is_view = pair->a.is_list() &&
                       (pair->a.form() == ListForm::kKeys || pair->a.form() == ListForm::kItems);
  if (is_view) other = FindInView(pair->b, KeyInView(pair->a, at), at, meter);
  if (other == kNoPosition) return false;
  *a = &pair->a.items()[at];
  *b = &pair->b.items()[other];
  return true;
}

// Whether both are equal, item by item.  Two items are accepted before anything else is asked.
template <class Accept>
bool EqualWhere(Accept accept, const Value& a, const Value& b, Meter* meter) noexcept {
  const Answer first = Look(a, b, meter);
  if (first != Answer::kAskItems) return first == Answer::kEqual;

  Pairs stack;
  if (!stack.Push({a, b, 0})) return meter->Stop(Exhausted::kMemory);
  while (!stack.empty()) {
    Pair& pair = stack.top();
    if (pair.next == pair.a.size()) {
      stack.Pop();
      continue;
    }
    const Value* x;
    const Value* y;
    if (!meter->Step() || !NextItems(&pair, meter, &x, &y)) return false;
    if (!accept(*x, *y)) return false;
    if (x->IsSame(*y)) continue;
    const Answer answer = Look(*x, *y, meter);
    if (answer == Answer::kDifferent) return false;
    if (answer == Answer::kEqual) continue;
    if (!stack.Push({*x, *y, 0})) return meter->Stop(Exhausted::kMemory);
  }
  return true;
}

// Lists made by a generator and the like have no order in Python.
bool HasOrderOfItems(const Value& a, const Value& b) noexcept {
  if (a.is_tuple()) return b.is_tuple();
  return a.is_list() && b.is_list() && a.form() == ListForm::kPlain && b.form() == ListForm::kPlain;
}

Order OrderOfSizes(uint32_t a, uint32_t b) noexcept {
  return a < b ? Order::kLess : a > b ? Order::kGreater : Order::kEqual;
}

// The order of two scalars; false where they have none.
bool CompareScalars(const Value& a, const Value& b, Meter* meter, Order* order) noexcept {
  if (a.is_number() && b.is_number()) {
    *order = CompareNumbers(a, b);
    return true;
  }
  if (!a.is_string() || !b.is_string()) return false;
  meter->StepBytes(std::min(a.size(), b.size()));
  const int sign = a.as_string().compare(b.as_string());
  *order = sign < 0 ? Order::kLess : sign > 0 ? Order::kGreater : Order::kEqual;
  return true;
}

}  // namespace

bool Equals(const Value& a, const Value& b, Meter* meter) noexcept {
  return EqualWhere([](const Value&, const Value&) { return true; }, a, b, meter);
}

bool EqualsUnlessStrict(const Value& a, const Value& b, Meter* meter, Value* refused) noexcept {
  const auto refuses = [](const Value& item) { return item.is_undefined() && !item.is_lenient(); };
  const auto accept = [&](const Value& x, const Value& y) {
    if (!refuses(x) && !refuses(y)) [[likely]]
      return true;
    if (IsSameUndefined(x, y)) return true;
    *refused = refuses(x) ? x : y;
    return false;
  };
  return EqualWhere(accept, a, b, meter);
}

// Python looks for the first items that differ and asks for their order, at each
// level of nesting.  That is the first difference in a walk through both.
bool Compare(const Value& a, const Value& b, Meter* meter, Order* order, Kind* offending_a,
             Kind* offending_b) noexcept {
  const auto refuse = [&](const Value& x, const Value& y) {
    *offending_a = x.kind();
    *offending_b = y.kind();
    return false;
  };
  *order = Order::kEqual;
  if (!HasOrderOfItems(a, b)) return CompareScalars(a, b, meter, order) || refuse(a, b);

  Pairs stack;
  if (!stack.Push({a, b, 0})) meter->Stop(Exhausted::kMemory);
  while (!stack.empty()) {
    Pair& pair = stack.top();
    if (pair.next == std::min(pair.a.size(), pair.b.size())) {
      *order = OrderOfSizes(pair.a.size(), pair.b.size());
      if (*order != Order::kEqual) return true;
      stack.Pop();
      continue;
    }
    if (!meter->Step()) return true;
    const Value& x = pair.a.items()[pair.next];
    const Value& y = pair.b.items()[pair.next];
    ++pair.next;
    if (x.IsSame(y)) continue;
    if (HasOrderOfItems(x, y)) {
      if (!stack.Push({x, y, 0})) return !meter->Stop(Exhausted::kMemory);
    } else if (CompareScalars(x, y, meter, order)) {
      if (*order != Order::kEqual) return true;
    } else if (!Equals(x, y, meter)) {
      return refuse(x, y);
    }
  }
  return true;
}

bool IsTrue(const Value& value) noexcept {
  switch (value.kind()) {
    case Kind::kUndefined:
    case Kind::kNone:
      return false;
    case Kind::kBool:
    case Kind::kInt:
      return value.as_int() != 0;
    case Kind::kDouble:
      return value.as_double() != 0;
    case Kind::kList:
      return value.size() != 0 || value.form() == ListForm::kGenerator;
    case Kind::kString:
    case Kind::kTuple:
    case Kind::kMap:
      return value.size() != 0;
    case Kind::kFunction:
      return true;
  }
  return false;
}

}  // namespace galley
