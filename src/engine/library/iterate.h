// Iteration over any value, for filters that are lazy in Jinja2: what their source
// fails with at its end is put off, not raised.
#ifndef GALLEY_ENGINE_LIBRARY_ITERATE_H_
#define GALLEY_ENGINE_LIBRARY_ITERATE_H_

#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

struct LazySource {
  std::span<const Value> items;
  const Failure* failure = nullptr;  // what follows the last item
};

// As Iterate (operators.h), but for a failure at the end of a generator.
LazySource IterateLazily(CallContext& cx, const Value& value);

// The generator that a lazy filter gives: its items, then what the filter or its
// source failed with.  Takes the failure of the call back.
Value FinishLazily(CallContext& cx, std::span<const Value> items, const LazySource& source,
                   std::string_view name);

// The first item of what can be iterated; false where there is none.
[[nodiscard]] bool FirstItem(CallContext& cx, const Value& value, Value* item);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_ITERATE_H_
