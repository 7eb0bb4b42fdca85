// One to eight small changes to a seed: bytes, parts that go, are repeated or come from
// another seed.
#include "fuzz/mutation.h"

namespace {

constexpr size_t kLongest = 4'096;
constexpr size_t kLongestPart = 32;
constexpr uint64_t kMostChanges = 8;

}  // namespace

uint64_t Mutation::Random() noexcept {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return state_;
}

std::string Mutation::AnyPart() {
  const std::string& seed = AnySeed();
  if (seed.empty()) return {};
  return seed.substr(Below(seed.size()), 1 + Below(kLongestPart));
}

void Mutation::Change() {
  const size_t at = input_.empty() ? 0 : Below(input_.size());
  switch (input_.empty() ? 0 : Below(6)) {
    case 0:
      input_.insert(at, AnyPart());
      break;
    case 1:
      input_[at] = static_cast<char>(Random());
      break;
    case 2:
      input_[at] = static_cast<char>(input_[at] ^ (1 << Below(8)));
      break;
    case 3:
      input_.erase(at, 1 + Below(kLongestPart));
      break;
    case 4:
      input_.insert(Below(input_.size()), input_.substr(at, 1 + Below(kLongestPart)));
      break;
    default: {
      const std::string part = AnyPart();
      input_.replace(at, part.size(), part);
    }
  }
}

const std::string& Mutation::Next() {
  input_ = AnySeed().substr(0, kLongest);
  for (uint64_t left = 1 + Random() % kMostChanges; left > 0; --left) Change();
  return input_;
}
