// Mutation: inputs that are seeds with something changed, always the same for the same
// number.  It knows nothing of what an input reaches, as libFuzzer does, and so finds less
// in a run; but it needs no other compiler and runs what is shipped.
#ifndef GALLEY_FUZZ_MUTATION_H_
#define GALLEY_FUZZ_MUTATION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

class Mutation {
 public:
  // There is at least one seed.
  Mutation(std::vector<std::string> seeds, uint64_t number)
      : seeds_(std::move(seeds)), state_(number * 2 + 1) {}

  // The next input, valid until the one after.
  const std::string& Next();

 private:
  uint64_t Random() noexcept;
  // Below `end`, which is above 0.
  size_t Below(size_t end) noexcept { return static_cast<size_t>(Random() % end); }
  const std::string& AnySeed() { return seeds_[Below(seeds_.size())]; }
  // A short part of some seed.
  std::string AnyPart();
  void Change();

  std::vector<std::string> seeds_;
  uint64_t state_;
  std::string input_;
};

#endif  // GALLEY_FUZZ_MUTATION_H_
