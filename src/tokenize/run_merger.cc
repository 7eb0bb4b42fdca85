// One merge a round, over all its places; runs that touch and hold the same symbol become one
// again.
#include "tokenize/run_merger.h"

#include <algorithm>
#include <functional>

namespace galley {

void RunMerger::MakeRuns(const std::vector<Symbol>& symbols) {
  runs_.clear();
  runs_.push_back({kNoSymbol, 1, kNone, kNone});
  for (const Symbol symbol : symbols) {
    if (runs_.back().symbol == symbol) {
      ++runs_.back().count;
      continue;
    }
    const auto at = static_cast<uint32_t>(runs_.size());
    runs_.back().after = at;
    runs_.push_back({symbol, 1, at - 1, kNone});
  }
}

void RunMerger::AddPair(const TokenTable& table, uint32_t at, Symbol right) {
  const Symbol left = runs_[at].symbol;
  const Symbol result = table.Merged(left, right);
  if (result >= round_of_.size()) return;  // kNoSymbol as well
  uint32_t& number = round_of_[result];
  if (number == 0) {
    if (used_rounds_ == rounds_.size()) rounds_.emplace_back();
    Round& fresh = rounds_[used_rounds_++];
    fresh.left = left;
    fresh.right = right;
    fresh.result = result;
    fresh.places.clear();
    number = static_cast<uint32_t>(used_rounds_);
    queue_.emplace_back(result, number - 1);
    std::push_heap(queue_.begin(), queue_.end(), std::greater<>());
  }
  rounds_[number - 1].places.push_back(at);
}

void RunMerger::AddPairsAround(const TokenTable& table, uint32_t at) {
  const Run run = runs_[at];
  if (run.before != kHead) AddPair(table, run.before, run.symbol);
  if (run.count > 1) AddPair(table, at, run.symbol);
  if (run.after != kNone) AddPair(table, at, runs_[run.after].symbol);
}

uint32_t RunMerger::Insert(uint32_t before, Symbol symbol, uint32_t count) {
  const auto at = static_cast<uint32_t>(runs_.size());
  const uint32_t after = runs_[before].after;
  runs_.push_back({symbol, count, before, after});
  runs_[before].after = at;
  if (after != kNone) runs_[after].before = at;
  return at;
}

void RunMerger::Shorten(uint32_t at, uint32_t count) {
  Run& run = runs_[at];
  run.count -= count;
  if (run.count > 0) return;
  runs_[run.before].after = run.after;
  if (run.after != kNone) runs_[run.after].before = run.before;
}

uint32_t RunMerger::Coalesce(uint32_t at) {
  const uint32_t before = runs_[at].before;
  if (runs_[before].symbol == runs_[at].symbol) {
    runs_[before].count += runs_[at].count;
    Shorten(at, runs_[at].count);
    at = before;
  }
  const uint32_t after = runs_[at].after;
  if (after != kNone && runs_[after].symbol == runs_[at].symbol) {
    runs_[at].count += runs_[after].count;
    Shorten(after, runs_[after].count);
  }
  return at;
}

// Its places have nothing in common: a run holds its left half or its right one, or is halved.
void RunMerger::DoRound(const TokenTable& table, const Round& round) {
  for (const uint32_t at : round.places) {
    const Run run = runs_[at];
    if (run.count == 0 || run.symbol != round.left) continue;
    uint32_t made;
    if (round.left == round.right) {
      if (run.count < 2) continue;
      // From the left on, so that one that is left over stands at the end.
      made = Insert(run.before, round.result, run.count / 2);
      Shorten(at, run.count / 2 * 2);
    } else {
      if (run.after == kNone || runs_[run.after].symbol != round.right) continue;
      made = Insert(at, round.result, 1);
      Shorten(run.after, 1);
      Shorten(at, 1);
    }
    AddPairsAround(table, Coalesce(made));
  }
}

void RunMerger::Merge(const TokenTable& table, std::vector<Symbol>* symbols) {
  MakeRuns(*symbols);
  round_of_.resize(table.symbols());
  const auto count = static_cast<uint32_t>(runs_.size());
  for (uint32_t at = 1; at < count; ++at) {
    if (runs_[at].count > 1) AddPair(table, at, runs_[at].symbol);
    if (runs_[at].after != kNone) AddPair(table, at, runs_[at + 1].symbol);
  }
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), std::greater<>());
    const auto [result, number] = queue_.back();
    queue_.pop_back();
    // Out of the list, which may grow and move.
    Round round = std::move(rounds_[number]);
    DoRound(table, round);
    round_of_[result] = 0;
  }
  used_rounds_ = 0;
  symbols->clear();
  for (uint32_t at = runs_[kHead].after; at != kNone; at = runs_[at].after) {
    symbols->insert(symbols->end(), runs_[at].count, runs_[at].symbol);
  }
}

}  // namespace galley
