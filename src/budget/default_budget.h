// DefaultBudget: the arithmetic of budgets.
//
// A global maximum, a stack of ceilings, and a floor for each lane.  What fits must
// fit under all of them; what was consumed lowers all of them.
#ifndef GALLEY_BUDGET_DEFAULT_BUDGET_H_
#define GALLEY_BUDGET_DEFAULT_BUDGET_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "budget/joined_counter.h"
#include "galley/budget.h"

namespace galley {

// One that needs nothing but the text.
using TokenEstimator = uint64_t (*)(std::string_view text);

// The maximum of a render that has none.
inline constexpr uint64_t kUnlimited = UINT64_MAX;

class DefaultBudget final : public BudgetManager {
 public:
  DefaultBudget(uint64_t max_tokens, TokenEstimator estimator) noexcept
      : max_(max_tokens), estimate_(estimator) {}
  DefaultBudget(uint64_t max_tokens, const Estimator& estimator) noexcept
      : max_(max_tokens), own_(estimator) {}

  // Texts are counted as they are joined; `counter` outlives the budget.
  DefaultBudget(uint64_t max_tokens, const JoinedCounter* counter) noexcept
      : max_(max_tokens), joined_(counter) {}

  // Starts anew, keeping the memory.
  void Reset(uint64_t max_tokens) noexcept;

  uint64_t Estimate(std::string_view text) const override {
    if (joined_) return joined_->Estimate(text);
    return estimate_ ? estimate_(text) : own_.function(text, own_.data);
  }
  uint64_t EstimateAfter(std::string_view before, std::string_view text) const override {
    return joined_ ? joined_->EstimateAfter(before, text) : Estimate(text);
  }
  uint64_t MessageCost(std::string_view role) const override {
    return joined_ ? joined_->MessageCost(role) : 0;
  }
  uint64_t RequestCost() const override { return joined_ ? joined_->RequestCost() : 0; }
  bool CountsJoined() const override { return joined_ != nullptr; }
  bool HasAny() const override { return Room() > 0; }
  bool Fits(uint64_t tokens, size_t ceilings) const override;
  BudgetRefusal Refusal(uint64_t tokens, size_t ceilings) const override;
  void Consume(uint64_t tokens) override;
  void GiveBack(uint64_t tokens) override { consumed_ -= tokens < consumed_ ? tokens : consumed_; }
  uint64_t consumed() const override { return consumed_; }
  uint64_t left() const override { return max_ == kUnlimited ? kUnlimited : Left(); }

  void PushCeiling(uint64_t tokens) override { ceilings_.push_back(tokens); }
  void PopCeiling() override { ceilings_.pop_back(); }
  void EnterLane(size_t lane) override;
  void LeaveLane() override { lanes_.pop_back(); }
  void Reserve(size_t lane, uint64_t tokens) override;
  void Release(size_t lane, uint64_t tokens) override;

 private:
  // What the floors of all lanes add up to may be more than one number holds.
  __extension__ using Sum = unsigned __int128;

  // What is kept for lanes other than the current one.
  Sum Others() const noexcept;
  uint64_t Left() const noexcept { return consumed_ < max_ ? max_ - consumed_ : 0; }
  // What is left besides; without a maximum there is always room.
  uint64_t Room() const noexcept;

  uint64_t max_;
  TokenEstimator estimate_ = nullptr;  // null: own_ counts
  Estimator own_ = {};
  const JoinedCounter* joined_ = nullptr;  // before both
  uint64_t consumed_ = 0;
  Sum reserved_ = 0;  // the sum of the floors
  std::vector<uint64_t> ceilings_;
  std::vector<size_t> lanes_;     // entered, innermost last
  std::vector<uint64_t> floors_;  // by lane
};

}  // namespace galley

#endif  // GALLEY_BUDGET_DEFAULT_BUDGET_H_
