// CatchAll: the one place that catches, for the edges over which nothing throws.
#ifndef GALLEY_BASE_CATCH_ALL_H_
#define GALLEY_BASE_CATCH_ALL_H_

namespace galley {

// What `run` returns; where something is thrown, what `fallback` returns.  That is
// std::bad_alloc, since nothing of ours throws, or whatever a function of the program
// throws.  Where the library is compiled without exceptions, as for WebAssembly, running
// out of memory ends the program instead.
template <class Run, class Fallback>
auto CatchAll(Run&& run, [[maybe_unused]] Fallback&& fallback) noexcept -> decltype(run()) {
#ifdef __cpp_exceptions
  try {
    return run();
  } catch (...) {
    return fallback();
  }
#else
  return run();
#endif
}

}  // namespace galley

#endif  // GALLEY_BASE_CATCH_ALL_H_
