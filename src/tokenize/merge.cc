#include "tokenize/merge.h"

#include <algorithm>

namespace galley {
namespace {

constexpr size_t kFew = 48;
constexpr uint32_t kNone = UINT32_MAX;

}  // namespace

void Merger::Merge(const TokenTable& table, std::vector<Symbol>* symbols) {
  if (symbols->size() < 2) return;
  return symbols->size() <= kFew ? MergeFew(table, symbols) : MergeMany(table, symbols);
}

// Looks through all candidates for the best one: short pieces fit a few lines of cache.
void Merger::MergeFew(const TokenTable& table, std::vector<Symbol>* symbols) {
  std::vector<Symbol>& all = *symbols;
  size_t count = all.size();
  results_.resize(count);
  for (size_t i = 0; i + 1 < count; ++i) results_[i] = table.Merged(all[i], all[i + 1]);
  results_[count - 1] = kNoSymbol;
  for (;;) {
    size_t best = count;
    uint32_t lowest = kNone;
    for (size_t i = 0; i + 1 < count; ++i) {
      if (results_[i] == kNoSymbol) continue;
      const uint32_t priority = table.PriorityOf(results_[i]);
      if (priority < lowest) {
        lowest = priority;
        best = i;
      }
    }
    if (best == count) break;
    all[best] = results_[best];
    std::copy(all.begin() + static_cast<std::ptrdiff_t>(best) + 2,
              all.begin() + static_cast<std::ptrdiff_t>(count),
              all.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    std::copy(results_.begin() + static_cast<std::ptrdiff_t>(best) + 2,
              results_.begin() + static_cast<std::ptrdiff_t>(count),
              results_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    --count;
    results_[best] = best + 1 < count ? table.Merged(all[best], all[best + 1]) : kNoSymbol;
    if (best > 0) results_[best - 1] = table.Merged(all[best - 1], all[best]);
  }
  all.resize(count);
}

// A heap of candidates over a list of symbols.  A candidate whose symbols have changed
// since is told by its result: both halves can only have grown.
void Merger::MergeMany(const TokenTable& table, std::vector<Symbol>* symbols) {
  std::vector<Symbol>& all = *symbols;
  const auto count = static_cast<uint32_t>(all.size());
  before_.resize(count);
  after_.resize(count);
  heap_.clear();
  const auto add = [&](uint32_t at, Symbol result) {
    if (result == kNoSymbol) return false;
    heap_.push_back({table.PriorityOf(result), at, result});
    return true;
  };
  for (uint32_t i = 0; i < count; ++i) {
    before_[i] = i == 0 ? kNone : i - 1;
    after_[i] = i + 1 == count ? kNone : i + 1;
    if (i + 1 < count) add(i, table.Merged(all[i], all[i + 1]));
  }
  std::make_heap(heap_.begin(), heap_.end());
  while (!heap_.empty()) {
    const Candidate best = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    const uint32_t right = all[best.at] == kNoSymbol ? kNone : after_[best.at];
    if (right == kNone || table.Merged(all[best.at], all[right]) != best.result) continue;
    all[best.at] = best.result;
    all[right] = kNoSymbol;
    after_[best.at] = after_[right];
    if (after_[best.at] != kNone) {
      before_[after_[best.at]] = best.at;
      if (add(best.at, table.Merged(best.result, all[after_[best.at]]))) {
        std::push_heap(heap_.begin(), heap_.end());
      }
    }
    if (before_[best.at] != kNone &&
        add(before_[best.at], table.Merged(all[before_[best.at]], best.result))) {
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
  all.erase(std::remove(all.begin(), all.end(), kNoSymbol), all.end());
}

}  // namespace galley
