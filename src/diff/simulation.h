// What a conversation costs turn by turn, with a cache that keeps what requests begin with.
#ifndef GALLEY_DIFF_SIMULATION_H_
#define GALLEY_DIFF_SIMULATION_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diff/prices.h"

namespace galley::diff {

// One request: its tokens, and those that the cache has from the request before.
struct SimulatedTurn {
  uint64_t tokens = 0;
  uint64_t hits = 0;
  bool is_written = true;  // to the cache, what was not read from it
};

// How the oldest items are left out, and what that gave.
struct SimulatedPolicy {
  std::string name;
  std::vector<SimulatedTurn> turns;

  uint64_t tokens() const noexcept;
  uint64_t hits() const noexcept;
  uint64_t largest() const noexcept;  // tokens of one request
  double hit_ratio() const noexcept;
  double mean_tokens() const noexcept;
  double cost(const CacheRules& rules) const noexcept;
};

struct Simulation {
  std::vector<SimulatedPolicy> policies;
  // All but `sliding` again with `cache: auto`, where the provider keeps up to marks only and the
  // template has none.
  std::vector<SimulatedPolicy> marked;
  CacheRules rules;
  uint64_t window = UINT64_MAX;  // tokens that the model takes

  const SimulatedPolicy* Find(std::string_view name) const noexcept;
  // Against that of the sliding window; 0 where there is none.
  double RelativeCost(const SimulatedPolicy& policy) const noexcept;
};

// What would save most, in words; at most a few lines.
std::vector<std::string> Advise(const Simulation& simulation);

std::string PrintText(const Simulation& simulation);
// What has been paid up to each turn, one line a policy.
std::string PrintSvg(const Simulation& simulation);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_SIMULATION_H_
