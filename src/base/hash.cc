// SipHash-1-3, eight bytes a round.  The seed is drawn at the first use and never changes after
// that.
#include "base/hash.h"

#include <bit>
#include <chrono>
#include <cstring>

#include "base/entropy.h"

namespace galley {
namespace {

struct State {
  uint64_t v0, v1, v2, v3;

  explicit State(const HashSeed& seed) noexcept
      : v0(seed.k0 ^ 0x736f6d6570736575),
        v1(seed.k1 ^ 0x646f72616e646f6d),
        v2(seed.k0 ^ 0x6c7967656e657261),
        v3(seed.k1 ^ 0x7465646279746573) {}

  void Round() noexcept {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }

  void Add(uint64_t word) noexcept {
    v3 ^= word;
    Round();
    v0 ^= word;
  }

  uint64_t Finish() noexcept {
    v2 ^= 0xff;
    Round();
    Round();
    Round();
    return v0 ^ v1 ^ v2 ^ v3;
  }
};

// The 1 to 7 bytes at `next` as the low bytes of a word: moves that may overlap, since
// a copy of a size that varies is a call.
uint64_t LoadTail(const char* next, size_t size) noexcept {
  if (size >= 4) {
    uint32_t low;
    uint32_t high;
    std::memcpy(&low, next, 4);
    std::memcpy(&high, next + size - 4, 4);
    return low | uint64_t{high} << ((size - 4) * 8);
  }
  const auto byte = [&](size_t at) {
    return uint64_t{static_cast<unsigned char>(next[at])} << (at * 8);
  };
  return byte(0) | byte(size / 2) | byte(size - 1);
}

HashSeed DrawSeed() noexcept {
  HashSeed seed;
  if (DrawEntropy(&seed, sizeof seed, Entropy::kDoNotWait)) return seed;
  // Early in the boot of a machine there may be no entropy yet; the clock and
  // the address of a stack frame are then the best there is.
  seed.k0 = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  seed.k1 = reinterpret_cast<uintptr_t>(&seed) * 0x9e3779b97f4a7c15;
  return seed;
}

}  // namespace

const HashSeed& ProcessHashSeed() noexcept {
  static const HashSeed kSeed = DrawSeed();
  return kSeed;
}

uint64_t SipHash(std::string_view bytes, const HashSeed& seed) noexcept {
  State state(seed);
  const char* next = bytes.data();
  for (size_t left = bytes.size() / 8; left > 0; --left, next += 8) {
    uint64_t word;
    std::memcpy(&word, next, 8);
    state.Add(word);
  }
  // The last word holds the remaining bytes and the length.
  uint64_t tail = static_cast<uint64_t>(bytes.size()) << 56;
  if (const size_t rest = bytes.size() % 8; rest > 0) tail |= LoadTail(next, rest);
  state.Add(tail);
  return state.Finish();
}

uint64_t SipHash(uint64_t word, const HashSeed& seed) noexcept {
  State state(seed);
  state.Add(word);
  state.Add(uint64_t{8} << 56);
  return state.Finish();
}

}  // namespace galley
