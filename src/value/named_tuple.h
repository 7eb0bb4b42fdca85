// Named tuples: tuples whose items are also attributes, as those of Python's namedtuple.
//
// Behind the last item, where no index leads, lies one more: the tuple of the names.
#ifndef GALLEY_VALUE_NAMED_TUPLE_H_
#define GALLEY_VALUE_NAMED_TUPLE_H_

#include <cstddef>
#include <span>
#include <string_view>

#include "base/equal_text.h"
#include "value/value.h"

namespace galley {

inline constexpr TupleForm kNamedTuple = static_cast<TupleForm>(2);

constexpr bool IsNamedTuple(const Value& value) noexcept {
  return value.is_tuple() && value.tuple_form() == kNamedTuple;
}

// All that lies in a named tuple, the names included.
constexpr std::span<const Value> ItemsAndNames(const Value& tuple) noexcept {
  return {tuple.items().data(), tuple.items().size() + 1};
}

// The item called `name`, or null.
inline const Value* FindNamedItem(const Value& tuple, std::string_view name) noexcept {
  const std::span<const Value> names = ItemsAndNames(tuple).back().items();
  for (size_t at = 0; at < names.size() && at < tuple.size(); ++at) {
    if (EqualText(names[at].as_string(), name)) return &tuple.items()[at];
  }
  return nullptr;
}

}  // namespace galley

#endif  // GALLEY_VALUE_NAMED_TUPLE_H_
