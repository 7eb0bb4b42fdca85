// Under the address sanitizer every malloc is reported to us; without it only what
// goes through operator new can be seen.
#include "tests/memory/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<size_t> count{0};
}

#if defined(__SANITIZE_ADDRESS__)

extern "C" void __sanitizer_malloc_hook(const volatile void*, size_t) { ++count; }

#else

void* operator new(size_t size) {
  ++count;
  void* memory = std::malloc(size > 0 ? size : 1);
  if (!memory) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

#endif

namespace galley {

size_t AllocationCount() noexcept { return count; }

}  // namespace galley
