// Running a piece of code on a stack so small that recursion over input shows.
#ifndef GALLEY_TESTS_HOSTILE_SMALL_STACK_H_
#define GALLEY_TESTS_HOSTILE_SMALL_STACK_H_

#include <functional>

namespace galley::testing {

// Runs `work` to its end on a thread of its own with 64 KiB of stack; with a
// sanitizer, whose frames are larger, 512 KiB.
void RunOnSmallStack(const std::function<void()>& work);

}  // namespace galley::testing

#endif  // GALLEY_TESTS_HOSTILE_SMALL_STACK_H_
