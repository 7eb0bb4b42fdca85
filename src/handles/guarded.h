// Guarded: the edge over which nothing throws.
#ifndef GALLEY_HANDLES_GUARDED_H_
#define GALLEY_HANDLES_GUARDED_H_

#include "base/catch_all.h"
#include "diag/report.h"
#include "galley/result.h"

namespace galley::handles {

// What `run` returns, a Result.
template <class Run>
auto Guarded(Run run) noexcept -> decltype(run()) {
  return CatchAll(run,
                  []() -> decltype(run()) { return Report(Code::kInternal, "out of memory"); });
}

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_GUARDED_H_
