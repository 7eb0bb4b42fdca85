// Equality, order, hash and truth, as Python has them.  None of these recurses:
// depth of data costs memory, never stack.  Each pays for its work to a Meter
// and gives any answer at all once that is exhausted.
#ifndef GALLEY_VALUE_COMPARE_H_
#define GALLEY_VALUE_COMPARE_H_

#include <cstdint>
#include <string_view>

#include "value/heap.h"
#include "value/value.h"

namespace galley {

// Items of containers are equal where they are the same object, before anything
// else is asked, so a list that holds NaN equals itself.  A range equals only
// ranges, a view of keys or items another such view in any order, a generator
// or a view of values only itself.
bool Equals(const Value& a, const Value& b, Meter* meter) noexcept;
// The same where undefined items may not even be compared, unless they are lenient:
// false where that would be done, and then `*refused` is such an item.
bool EqualsUnlessStrict(const Value& a, const Value& b, Meter* meter, Value* refused) noexcept;

enum class Order : uint8_t { kLess, kEqual, kGreater, kUnordered };

// Order of two values of comparable kinds: numbers, strings by code point,
// sequences of the same kind item by item.  Returns false where the kinds have
// no order; `a` and `b` are then the offending pair, which may be nested items.
// kUnordered is the answer where a NaN decides.
[[nodiscard]] bool Compare(const Value& a, const Value& b, Meter* meter, Order* order,
                           Kind* offending_a, Kind* offending_b) noexcept;

// False for lists and maps, and for tuples that hold one.
bool IsHashable(const Value& value, Meter* meter) noexcept;

// Equal values have equal hashes: 1, 1.0 and True are one key.
uint32_t HashOf(const Value& value, Meter* meter) noexcept;

// Equality of two hashable values as keys: the same object, or equal.
bool EqualKeys(const Value& a, const Value& b, Meter* meter) noexcept;

// Truth: false for undefined, none, false, zero, and whatever is empty, but for
// a generator, which cannot know.
bool IsTrue(const Value& value) noexcept;

}  // namespace galley

#endif  // GALLEY_VALUE_COMPARE_H_
