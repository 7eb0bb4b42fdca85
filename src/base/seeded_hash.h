// SeededHash: for the standard library's tables of keys that somebody else chose.  Its own hash
// has no secret, so that keys which all collide can be computed.
#ifndef GALLEY_BASE_SEEDED_HASH_H_
#define GALLEY_BASE_SEEDED_HASH_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace galley {

struct SeededHash {
  size_t operator()(std::string_view text) const noexcept {
    return static_cast<size_t>(SipHash(text, ProcessHashSeed()));
  }
  size_t operator()(uint64_t word) const noexcept {
    return static_cast<size_t>(SipHash(word, ProcessHashSeed()));
  }
};

}  // namespace galley

#endif  // GALLEY_BASE_SEEDED_HASH_H_
