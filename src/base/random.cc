// Numbers from the entropy of the system, or from the clock under the secret of this process
// where that fails: they must differ, not be secret.
#include "base/random.h"

#include <chrono>

#include "base/entropy.h"
#include "base/hash.h"

namespace galley {

uint64_t RandomNumber() noexcept {
  uint64_t number;
  if (DrawEntropy(&number, sizeof number, Entropy::kWait)) return number;
  // A signal came in between, or the kernel is too old.
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return SipHash(static_cast<uint64_t>(now), ProcessHashSeed());
}

std::string RandomToken() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string token;
  for (int half = 0; half < 2; ++half) {
    const uint64_t number = RandomNumber();
    for (int shift = 60; shift >= 0; shift -= 4) token += kDigits[(number >> shift) & 15];
  }
  return token;
}

}  // namespace galley
