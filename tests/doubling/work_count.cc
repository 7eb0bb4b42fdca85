// Part of the library where the address sanitizer is on: every other source is built
// with -fsanitize-coverage=trace-pc and calls this at each of its blocks.
#include "tests/doubling/work_count.h"

namespace {
thread_local uint64_t blocks = 0;
}

extern "C" __attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc() { ++blocks; }

namespace galley::testing {

__attribute__((no_sanitize_coverage)) uint64_t BlocksRun() noexcept { return blocks; }

}  // namespace galley::testing
