// Registry: where the data sources of a chat template come from.
#ifndef GALLEY_RENDER_REGISTRY_H_
#define GALLEY_RENDER_REGISTRY_H_

#include "compile/artifact.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::chat {

// What a source gave: a value, undefined where it has none.
struct Resolution {
  Value value;
  bool failed = false;
};

// Resolving is pure: the same reference gives the same value all through a render.
class Registry {
 public:
  virtual ~Registry() = default;

  // The value of `ref`, in `heap` or in anything that outlives the render.
  virtual Resolution Resolve(const DataRef& ref, Heap* heap) = 0;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_REGISTRY_H_
