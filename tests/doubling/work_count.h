// How much this thread did so far: blocks of our own code that ran, and bytes that were
// asked for.  The same for the same input on any machine, so a test may compare it.
#ifndef GALLEY_TESTS_DOUBLING_WORK_COUNT_H_
#define GALLEY_TESTS_DOUBLING_WORK_COUNT_H_

#include <cstdint>

namespace galley::testing {

// Of the library; it counts where it was built to.
uint64_t BlocksRun() noexcept;

}  // namespace galley::testing

#endif  // GALLEY_TESTS_DOUBLING_WORK_COUNT_H_
