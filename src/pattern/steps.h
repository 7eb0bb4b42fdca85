// Steps: what patterns may still cost.  Each is worth some 100 ns; who does work
// pays first, so that nothing is done that is not paid for.
#ifndef GALLEY_PATTERN_STEPS_H_
#define GALLEY_PATTERN_STEPS_H_

#include <cstdint>

namespace galley {

// Takes `price` from `*steps`.  False where they do not suffice; there are none
// left then.
inline bool PaySteps(uint64_t price, uint64_t* steps) noexcept {
  if (*steps < price) {
    *steps = 0;
    return false;
  }
  *steps -= price;
  return true;
}

}  // namespace galley

#endif  // GALLEY_PATTERN_STEPS_H_
