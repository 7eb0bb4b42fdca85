// Asks the system for random bytes.  Nothing is mixed in or kept: either the system gives them
// or the call fails.
#include "base/entropy.h"

#ifdef __wasi__
#include <unistd.h>
#else
#include <sys/random.h>
#endif

namespace galley {

bool DrawEntropy(void* bytes, size_t size, [[maybe_unused]] Entropy wait) noexcept {
#ifdef __wasi__
  return getentropy(bytes, size) == 0;
#else
  const unsigned flags = wait == Entropy::kWait ? 0 : GRND_NONBLOCK;
  return getrandom(bytes, size, flags) == static_cast<ssize_t>(size);
#endif
}

}  // namespace galley
