// Which undefined values are one and the same.
//
// In Python each look-up that finds nothing makes an object of its own, and what stores that
// object keeps it: `[y] == [y]` asks no strict undefined whether it equals itself, `[x] == [x]`
// with two look-ups of `x` does.  A stored undefined gets a name of its own here, and the address
// of that name is what its copies share.  Such a name is marked as markup, which no other is.
#ifndef GALLEY_VALUE_UNDEFINED_IDENTITY_H_
#define GALLEY_VALUE_UNDEFINED_IDENTITY_H_

#include "value/heap.h"
#include "value/value.h"

namespace galley {

// True for an undefined value that was stored.
inline bool HasIdentity(const Value& undefined) noexcept {
  return undefined.undefined_name() && undefined.undefined_name()->is_safe();
}

inline bool IsSameUndefined(const Value& a, const Value& b) noexcept {
  return a.is_undefined() && b.is_undefined() && a.undefined_name() == b.undefined_name() &&
         HasIdentity(a);
}

// `undefined`, and from now on told from all that are not its copies.  One that has no name, and
// one for which the heap has no room, stays as it is.
inline Value WithIdentity(const Value& undefined, Heap* heap) noexcept {
  const Value* name = undefined.undefined_name();
  if (!name || !name->is_string() || HasIdentity(undefined)) return undefined;
  Value* own = heap->NewItems(1);
  if (!own) return undefined;
  *own = Value::String(name->as_string(),
                       static_cast<uint8_t>(kSafe | (name->is_written() ? kWritten : kPlain)));
  return undefined.WithUndefinedName(own);
}

}  // namespace galley

#endif  // GALLEY_VALUE_UNDEFINED_IDENTITY_H_
