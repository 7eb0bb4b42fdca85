// Eviction on a grid: what is left out of a list is rounded up, so that the place where it is
// cut moves seldom and a longer list begins with the same items.
#ifndef GALLEY_BUDGET_EVICTION_H_
#define GALLEY_BUDGET_EVICTION_H_

#include <cstdint>

namespace galley {

// The step of a grid that is given as a percentage of `ceiling`, rounded down, at least 1.
uint64_t PercentageOf(uint64_t percent, uint64_t ceiling) noexcept;

// The least multiple of `chunk` that is no less than `left_out`; UINT64_MAX where that is more
// than a number holds.
uint64_t RoundUpToGrid(uint64_t left_out, uint64_t chunk) noexcept;

}  // namespace galley

#endif  // GALLEY_BUDGET_EVICTION_H_
