// SipHash-1-3 under a secret that is drawn once a process, so that nobody can
// choose keys that collide.  Iteration order never depends on it.
#ifndef GALLEY_BASE_HASH_H_
#define GALLEY_BASE_HASH_H_

#include <cstdint>
#include <string_view>

namespace galley {

struct HashSeed {
  uint64_t k0;
  uint64_t k1;
};

// The seed of this process.
const HashSeed& ProcessHashSeed() noexcept;

uint64_t SipHash(std::string_view bytes, const HashSeed& seed) noexcept;
uint64_t SipHash(uint64_t word, const HashSeed& seed) noexcept;

}  // namespace galley

#endif  // GALLEY_BASE_HASH_H_
