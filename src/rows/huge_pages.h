// Large pages for large results: most of the time that a long text takes goes into making its
// memory, a page at a time.
#ifndef GALLEY_ROWS_HUGE_PAGES_H_
#define GALLEY_ROWS_HUGE_PAGES_H_

#include <cstddef>

namespace galley::rows {

// Asks the system for large pages where memory that was not touched yet is large enough for some.
// It may not give any; the memory is the same.
void PreferHugePages(void* memory, size_t size) noexcept;

}  // namespace galley::rows

#endif  // GALLEY_ROWS_HUGE_PAGES_H_
