// The `attribute` argument of filters: `name`, `address.city`, `rows.0.id`, or an
// integer; none stands for the item itself.
#ifndef GALLEY_ENGINE_LIBRARY_ATTRIBUTE_PATH_H_
#define GALLEY_ENGINE_LIBRARY_ATTRIBUTE_PATH_H_

#include <span>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// Lives as long as the heap of the call.
class AttributePath {
 public:
  // The item itself.
  AttributePath() = default;
  AttributePath(CallContext& cx, const Value& attribute);

  // The value at the end of the path from `item`.  What is missing on the way is
  // replaced by `fallback`, unless that is none.
  Value Get(CallContext& cx, Value item, const Value& fallback = Value::None()) const;

 private:
  std::span<const Value> parts_;
};

// The paths that a comma separates, as `sort` takes them.
std::span<const AttributePath> SplitPaths(CallContext& cx, const Value& attribute);

// Strings in lower case, anything else as it is: for comparing regardless of case.
Value IgnoreCase(CallContext& cx, const Value& value);

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_ATTRIBUTE_PATH_H_
