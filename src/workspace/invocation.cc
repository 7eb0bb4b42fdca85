// Limits of requests, which hold before a request can lower its own.
#include "workspace/invocation.h"

#include <algorithm>

namespace galley::workspace {

Limits RequestLimits(const Limits& limits) noexcept {
  // A request wraps the data of a call in two maps, itself and `params`.
  constexpr uint64_t kWrapping = 2;
  // Values take more room than their text.  What reading takes besides, up to the text once
  // more and a word for each value, and what the call itself may take fit 300 MiB with it.
  constexpr uint64_t kExpansion = 3;
  Limits request = limits;
  request.context = limits.request;
  request.string = limits.request;
  request.nesting = limits.nesting + kWrapping;
  request.heap = std::max(limits.heap, kExpansion * limits.request);
  request.steps = Limits::Ceiling().steps;
  return request;
}

}  // namespace galley::workspace
