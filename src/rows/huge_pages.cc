// Only the part that large pages fit into is told of; elsewhere than on Linux there is nothing
// to tell.
#include "rows/huge_pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace galley::rows {

void PreferHugePages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size) noexcept {
#if defined(__linux__)
  constexpr uintptr_t kPage = uintptr_t{2} << 20;
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  const uintptr_t first = (begin + kPage - 1) & ~(kPage - 1);
  const uintptr_t last = (begin + size) & ~(kPage - 1);
  // What it answers makes no difference.
  if (first < last)
    static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#endif
}

}  // namespace galley::rows
