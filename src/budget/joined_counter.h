// JoinedCounter: what counts the texts of a budget where that takes neighbours into account,
// and the frames of messages.
#ifndef GALLEY_BUDGET_JOINED_COUNTER_H_
#define GALLEY_BUDGET_JOINED_COUNTER_H_

#include <cstdint>
#include <string_view>

namespace galley {

// As the members of BudgetManager that are called so.
class JoinedCounter {
 public:
  virtual ~JoinedCounter() = default;

  virtual uint64_t Estimate(std::string_view text) const = 0;
  virtual uint64_t EstimateAfter(std::string_view before, std::string_view text) const = 0;
  virtual uint64_t MessageCost(std::string_view role) const = 0;
  virtual uint64_t RequestCost() const = 0;
};

}  // namespace galley

#endif  // GALLEY_BUDGET_JOINED_COUNTER_H_
