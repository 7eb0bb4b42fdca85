// Appearance: what values of the caller's look like where they are printed.
//
// Conditions, orders and the arguments of sources see values as they are; leaves, `from` and
// histories print what this makes of them.
#ifndef GALLEY_RENDER_APPEARANCE_H_
#define GALLEY_RENDER_APPEARANCE_H_

#include "value/heap.h"
#include "value/value.h"

namespace galley::chat {

class Appearance {
 public:
  virtual ~Appearance() = default;

  // `value` as it is to be seen, in `heap` where it is another.
  virtual Value Show(const Value& value, Heap* heap) const = 0;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_APPEARANCE_H_
