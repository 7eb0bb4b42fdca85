// The most memory that this process has taken so far.
//
// getrusage would count what the process was before it became this program.
#ifndef GALLEY_BENCH_INSIDE_PEAK_MEMORY_H_
#define GALLEY_BENCH_INSIDE_PEAK_MEMORY_H_

#include <cstdlib>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

// Tells it with the figures of a benchmark; it means something where that one runs alone.
inline void CountPeakMemory(benchmark::State* state) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) {
      state->counters["peak_memory"] = 1024 * std::strtod(line.c_str() + 6, nullptr);
    }
  }
}

#endif  // GALLEY_BENCH_INSIDE_PEAK_MEMORY_H_
