// Arithmetic without overflow: what passes 64 bits is the largest number.
#include "budget/eviction.h"

#include <algorithm>

#include "base/checked.h"

namespace galley {

uint64_t PercentageOf(uint64_t percent, uint64_t ceiling) noexcept {
  const uint64_t whole = ceiling / 100 * percent;
  return std::max<uint64_t>(whole + ceiling % 100 * percent / 100, 1);
}

uint64_t RoundUpToGrid(uint64_t left_out, uint64_t chunk) noexcept {
  if (left_out == 0 || chunk == 0) return left_out;
  uint64_t rounded = 0;
  return CheckedMul((left_out - 1) / chunk + 1, chunk, &rounded) ? rounded : UINT64_MAX;
}

}  // namespace galley
