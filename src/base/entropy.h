// Bytes that nobody can guess.
#ifndef GALLEY_BASE_ENTROPY_H_
#define GALLEY_BASE_ENTROPY_H_

#include <cstddef>

namespace galley {

// Early in the boot of a machine there may be no entropy yet.
enum class Entropy : bool { kWait, kDoNotWait };

// Fills `size` bytes, at most 256.  False where the system has none.
[[nodiscard]] bool DrawEntropy(void* bytes, size_t size, Entropy wait) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_ENTROPY_H_
