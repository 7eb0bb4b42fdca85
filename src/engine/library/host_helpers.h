// Helpers that the caller of the library brings along.
#ifndef GALLEY_ENGINE_LIBRARY_HOST_HELPERS_H_
#define GALLEY_ENGINE_LIBRARY_HOST_HELPERS_H_

#include <span>
#include <string_view>

#include "engine/library/builtin.h"
#include "value/value.h"

namespace galley {

// A table of them.  It does not change while code that was compiled with it lives.
class HostHelpers {
 public:
  virtual ~HostHelpers() = default;

  virtual bool Has(std::string_view name) const noexcept = 0;
  // Calls one that there is.  `named` is a map, or undefined.  Makes its value in the
  // heap of the call, and pays there.
  virtual Value Call(CallContext& cx, std::string_view name, std::span<const Value> arguments,
                     const Value& named) const = 0;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_LIBRARY_HOST_HELPERS_H_
