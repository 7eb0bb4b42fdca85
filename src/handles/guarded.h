// Guarded: the edge over which nothing throws.
#ifndef GALLEY_HANDLES_GUARDED_H_
#define GALLEY_HANDLES_GUARDED_H_

#include <new>

#include "diag/report.h"
#include "galley/result.h"

namespace galley::handles {

// What `run` returns, a Result.
template <class Run>
auto Guarded(Run run) noexcept -> decltype(run()) {
  try {
    return run();
  } catch (...) {  // std::bad_alloc: nothing of ours throws
    return Report(Code::kInternal, "out of memory");
  }
}

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_GUARDED_H_
