// All sums are clamped, never wrapped.  Every answer follows from the maximum, the ceilings and
// the floors as they stand now; nothing is cached.
#include "budget/default_budget.h"

#include <algorithm>

namespace galley {
namespace {

// Sums stay below the maximum of their type, which stands for "more than there is".
uint64_t AddClamped(uint64_t a, uint64_t b) noexcept {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t SubtractClamped(uint64_t a, uint64_t b) noexcept { return a > b ? a - b : 0; }

}  // namespace

BudgetManager::~BudgetManager() = default;

void BudgetManager::GiveBack(uint64_t) {}

void DefaultBudget::Reset(uint64_t max_tokens) noexcept {
  max_ = max_tokens;
  consumed_ = 0;
  reserved_ = 0;
  ceilings_.clear();
  lanes_.clear();
  floors_.clear();
}

DefaultBudget::Sum DefaultBudget::Others() const noexcept {
  if (lanes_.empty()) return reserved_;
  const size_t lane = lanes_.back();
  return lane < floors_.size() ? reserved_ - floors_[lane] : reserved_;
}

uint64_t DefaultBudget::Room() const noexcept {
  if (max_ == kUnlimited) return kUnlimited;
  const Sum others = Others();
  return others < Left() ? Left() - static_cast<uint64_t>(others) : 0;
}

bool DefaultBudget::Fits(uint64_t tokens, size_t ceilings) const {
  if (tokens == 0) return HasAny();
  if (tokens > Room()) return false;
  const size_t count = std::min(ceilings, ceilings_.size());
  return std::all_of(ceilings_.begin(), ceilings_.begin() + static_cast<ptrdiff_t>(count),
                     [&](uint64_t ceiling) { return tokens <= ceiling; });
}

BudgetRefusal DefaultBudget::Refusal(uint64_t tokens, size_t ceilings) const {
  using By = BudgetRefusal::By;
  const uint64_t needed = std::max<uint64_t>(tokens, 1);
  const uint64_t left = Room();
  if (needed > left && needed > Left()) return {By::kGlobal, 0, Left()};
  if (needed > left) {
    for (size_t lane = 0; lane < floors_.size(); ++lane) {
      const bool own = !lanes_.empty() && lanes_.back() == lane;
      if (!own && floors_[lane] > 0) return {By::kFloor, lane, left};
    }
  }
  const size_t count = std::min(ceilings, ceilings_.size());
  for (size_t i = 0; i < count; ++i) {
    if (tokens > ceilings_[i]) return {By::kCeiling, i, ceilings_[i]};
  }
  return {By::kGlobal, 0, left};
}

void DefaultBudget::Consume(uint64_t tokens) {
  consumed_ = AddClamped(consumed_, tokens);
  for (uint64_t& ceiling : ceilings_) ceiling = SubtractClamped(ceiling, tokens);
  if (!lanes_.empty()) Release(lanes_.back(), tokens);
}

void DefaultBudget::EnterLane(size_t lane) { lanes_.push_back(lane); }

void DefaultBudget::Reserve(size_t lane, uint64_t tokens) {
  if (lane >= floors_.size()) floors_.resize(lane + 1);
  const uint64_t added = std::min(tokens, UINT64_MAX - floors_[lane]);
  floors_[lane] += added;
  reserved_ += added;
}

void DefaultBudget::Release(size_t lane, uint64_t tokens) {
  if (lane >= floors_.size()) return;
  const uint64_t given = std::min(tokens, floors_[lane]);
  floors_[lane] -= given;
  reserved_ -= given;
}

}  // namespace galley
