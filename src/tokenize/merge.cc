// Few symbols are scanned for the best merge each time, many go through a heap, and long pieces
// in rounds by priority; all give the same tokens.
#include "tokenize/merge.h"

#include <algorithm>
#include <functional>

namespace galley {
namespace {

constexpr size_t kFew = 48;
// From here on it pays to have a list for each priority.
constexpr size_t kMany = 4'096;
// Priorities that are looked up by number; those of most tables are lower.
constexpr uint32_t kNear = 1u << 18;
constexpr uint32_t kNone = UINT32_MAX;

// Whether most symbols are those before them, so that runs are few.
bool HoldsRuns(const std::vector<Symbol>& symbols) noexcept {
  size_t repeated = 0;
  for (size_t at = 1; at < symbols.size(); ++at) {
    repeated += symbols[at] == symbols[at - 1] ? 1 : 0;
  }
  return repeated > symbols.size() / 2;
}

}  // namespace

void Merger::Merge(const TokenTable& table, std::vector<Symbol>* symbols) {
  if (symbols->size() < 2) return;
  if (symbols->size() <= kFew) return MergeFew(table, symbols);
  if (symbols->size() <= kMany) return MergeMany(table, symbols);
  const bool has_runs = HoldsRuns(*symbols) && table.Has(kTableOrdered);
  return has_runs ? runs_.Merge(table, symbols) : MergeLong(table, symbols);
}

// Looks through all candidates for the best one: short pieces fit a few lines of cache.
void Merger::MergeFew(const TokenTable& table, std::vector<Symbol>* symbols) {
  std::vector<Symbol>& all = *symbols;
  size_t count = all.size();
  results_.resize(count);
  for (size_t i = 0; i + 1 < count; ++i) results_[i] = Merged(table, all[i], all[i + 1]);
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
    results_[best] = best + 1 < count ? Merged(table, all[best], all[best + 1]) : kNoSymbol;
    if (best > 0) results_[best - 1] = Merged(table, all[best - 1], all[best]);
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
    if (i + 1 < count) add(i, Merged(table, all[i], all[i + 1]));
  }
  std::make_heap(heap_.begin(), heap_.end());
  while (!heap_.empty()) {
    const Candidate best = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    const uint32_t right = all[best.at] == kNoSymbol ? kNone : after_[best.at];
    if (right == kNone || Merged(table, all[best.at], all[right]) != best.result) continue;
    all[best.at] = best.result;
    all[right] = kNoSymbol;
    after_[best.at] = after_[right];
    if (after_[best.at] != kNone) {
      before_[after_[best.at]] = best.at;
      if (add(best.at, Merged(table, best.result, all[after_[best.at]]))) {
        std::push_heap(heap_.begin(), heap_.end());
      }
    }
    if (before_[best.at] != kNone &&
        add(before_[best.at], Merged(table, all[before_[best.at]], best.result))) {
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
  all.erase(std::remove(all.begin(), all.end(), kNoSymbol), all.end());
}

Symbol Merger::Merged(const TokenTable& table, Symbol left, Symbol right) {
  Known& known = known_[(left * 0x9E3779B1u ^ right * 0x85EBCA6Bu) >> 20];
  if (left != known.left || right != known.right) {
    known = {left, right, table.Merged(left, right)};
  }
  return known.result;
}

void Merger::AddCandidate(const TokenTable& table, uint32_t at, Symbol result) {
  if (result == kNoSymbol) return;
  const uint32_t priority = table.PriorityOf(result);
  if (round_of_.empty()) round_of_.resize(kNear);
  uint32_t& number = priority < kNear ? round_of_[priority] : far_rounds_[priority];
  if (number == 0) {
    if (used_rounds_ == rounds_.size()) rounds_.emplace_back();
    Round& fresh = rounds_[used_rounds_++];
    fresh.priority = priority;
    fresh.places.clear();
    fresh.next = 0;
    fresh.is_sorted = true;
    fresh.is_queued = false;
    number = static_cast<uint32_t>(used_rounds_);
  }
  Round& round = rounds_[number - 1];
  if (round.next < round.places.size() && at < round.places.back()) round.is_sorted = false;
  round.places.push_back(at);
  if (round.is_queued) return;
  round.is_queued = true;
  queue_.emplace_back(priority, number - 1);
  std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
}

void Merger::JoinNext(const TokenTable& table, Round* round, std::vector<Symbol>* symbols) {
  std::vector<Symbol>& all = *symbols;
  if (!round->is_sorted) {
    std::sort(round->places.begin() + static_cast<std::ptrdiff_t>(round->next),
              round->places.end());
    round->is_sorted = true;
  }
  const uint32_t priority = round->priority;
  const uint32_t at = round->places[round->next++];
  const uint32_t right = all[at] == kNoSymbol ? kNone : after_[at];
  if (right == kNone) return;
  const Symbol result = Merged(table, all[at], all[right]);
  if (result == kNoSymbol || table.PriorityOf(result) != priority) return;
  all[at] = result;
  all[right] = kNoSymbol;
  const uint32_t next = after_[at] = after_[right];
  // Both may make a new round, and move this one.
  if (next != kNone) {
    before_[next] = at;
    AddCandidate(table, at, Merged(table, result, all[next]));
  }
  const uint32_t before = before_[at];
  if (before != kNone) AddCandidate(table, before, Merged(table, all[before], result));
}

// Rounds by priority, each over its places from left to right.  A round is left where a lower
// priority comes up, and taken up again behind it.
void Merger::MergeLong(const TokenTable& table, std::vector<Symbol>* symbols) {
  std::vector<Symbol>& all = *symbols;
  const auto count = static_cast<uint32_t>(all.size());
  before_.resize(count);
  after_.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    before_[i] = i == 0 ? kNone : i - 1;
    after_[i] = i + 1 == count ? kNone : i + 1;
    if (i + 1 < count) AddCandidate(table, i, Merged(table, all[i], all[i + 1]));
  }
  while (!queue_.empty()) {
    const uint32_t number = queue_.front().second;
    while (rounds_[number].next < rounds_[number].places.size() &&
           queue_.front().second == number) {
      JoinNext(table, &rounds_[number], symbols);
    }
    if (queue_.front().second != number) continue;
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    queue_.pop_back();
    rounds_[number].is_queued = false;
  }
  for (size_t i = 0; i < used_rounds_; ++i) {
    if (rounds_[i].priority < kNear) round_of_[rounds_[i].priority] = 0;
  }
  used_rounds_ = 0;
  far_rounds_.clear();
  all.erase(std::remove(all.begin(), all.end(), kNoSymbol), all.end());
}

}  // namespace galley
