// Whether what this thread does is still wanted (galley/interruption.h).
#ifndef GALLEY_BASE_INTERRUPTION_H_
#define GALLEY_BASE_INTERRUPTION_H_

namespace galley {

// Costs a call: not for every turn of a loop.
bool IsInterrupted() noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_INTERRUPTION_H_
