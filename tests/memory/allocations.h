// How often this program asked the system for memory so far.
#ifndef GALLEY_TESTS_MEMORY_ALLOCATIONS_H_
#define GALLEY_TESTS_MEMORY_ALLOCATIONS_H_

#include <cstddef>

namespace galley {

size_t AllocationCount() noexcept;

}  // namespace galley

#endif  // GALLEY_TESTS_MEMORY_ALLOCATIONS_H_
