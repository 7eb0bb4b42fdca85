// Loops that leave their oldest items out in steps (`evict`).
//
// Every item of the whole list is rendered alone, newest first, by a budget that refuses
// nothing.  Those that fit under the real one are kept, and all behind the first that does not
// are counted and forgotten at once, so that what is held is what is kept.  How much was left
// out, rounded up, says how many of the kept ones go too: a longer list begins with the same
// bytes until that number changes.
#include <algorithm>

#include "budget/default_budget.h"
#include "budget/eviction.h"
#include "render/renderer.h"

namespace galley::chat {

void Renderer::BeginEvicting(const PlanNode& node) {
  if (!evicting_) evicting_ = std::make_unique<Evicting>();
  Evicting& evicting = *evicting_;
  evicting.chunk = EvictionChunk(node, &evicting.counts_items);
  evicting.kept.clear();
  evicting.kept_tokens = 0;
  evicting.left_out = 0;
  evicting.items_left_out = 0;
  evicting.is_filling = true;
  evicting.budget = budget_;
  evicting.ceilings.swap(ceilings_);
  evicting.soft_targets.swap(soft_targets_);
  const EstimateFunction estimate = [](std::string_view text, void* budget) {
    return static_cast<const BudgetManager*>(budget)->Estimate(text);
  };
  evicting.measuring =
      std::make_unique<DefaultBudget>(kUnlimited, Estimator{"", estimate, budget_});
  budget_ = evicting.measuring.get();
  evicting.is_running = true;
}

// Back to the budget of the render; also where a limit ended a loop halfway.
void Renderer::EndEvicting() {
  if (!evicting_ || !evicting_->is_running) return;
  evicting_->is_running = false;
  budget_ = evicting_->budget;
  ceilings_.swap(evicting_->ceilings);
  soft_targets_.swap(evicting_->soft_targets);
  evicting_->ceilings.clear();
  evicting_->soft_targets.clear();
}

Renderer::MadeSoFar Renderer::CountMade() const {
  return {texts_.size(),
          keys_.size(),
          printed_.size(),
          slot_anchors_.size(),
          links_.size(),
          rich_.size(),
          conversation_.ledger.size()};
}

// Everything that was made since, but for the ledger.
void Renderer::Unmake(const MadeSoFar& made) {
  texts_.Truncate(made.texts);
  keys_.Truncate(made.keys);
  printed_.resize(made.printed);
  if (traces_.size() > made.printed) traces_.resize(made.printed);
  slot_anchors_.resize(made.anchors);
  links_.resize(made.links);
  rich_.resize(made.rich);
}

void Renderer::BeginMeasuredTurn() {
  evicting_->measured = evicting_->measuring->consumed();
  evicting_->before = CountMade();
  const Loop& loop = loops_.back();
  evicting_->counts.assign(loop_counts_.begin() + loop.body, loop_counts_.begin() + loop.node->end);
}

void Renderer::EndMeasuredTurn() {
  Evicting& evicting = *evicting_;
  Loop& loop = loops_.back();
  MeasuredItem item;
  item.turn = loop.turn;
  item.chain = chains_.back();
  chains_.pop_back();
  item.tokens = evicting.measuring->consumed() - evicting.measured;
  item.before = evicting.before;
  const bool prints = item.chain.messages > 0;
  uint64_t needed = item.tokens;
  if (evicting.is_filling && loop.turn < loop.count) {
    if (prints && loop.last_printed != kAbsent) {
      item.separator = MakeSeparator(loop);
      needed = evicting.measuring->consumed() - evicting.measured;
    }
    const uint64_t sum = evicting.kept_tokens + needed;
    if (!prints || evicting.budget->Fits(sum, evicting.ceilings.size())) {
      item.with_separator = needed;
      item.counts.assign(evicting.counts.begin(), evicting.counts.end());
      evicting.kept_tokens = sum;
      evicting.kept_records = conversation_.ledger.size();
      evicting.kept.push_back(std::move(item));
      if (prints) loop.last_printed = loop.turn;
      return;
    }
    evicting.is_filling = false;
  }
  LeaveOut(item, needed);
}

void Renderer::LeaveOut(const MeasuredItem& item, uint64_t needed) {
  Evicting& evicting = *evicting_;
  evicting.left_out += evicting.counts_items ? 1 : item.tokens;
  ++evicting.items_left_out;
  Unmake(item.before);
  conversation_.ledger.resize(item.before.records);
  const Loop& loop = loops_.back();
  std::copy(evicting.counts.begin(), evicting.counts.end(), loop_counts_.begin() + loop.body);
  if (!request_->explain) return;
  // What refused it is among the ceilings of the render.
  const BudgetRefusal refusal =
      evicting.budget->Refusal(evicting.kept_tokens + needed, evicting.ceilings.size());
  LedgerRecord* record = Record(Event::kSkip, Reason::kOverBudget, loop.node->place);
  NoteSource(record, loop.node->index);
  record->needed = needed;
  record->left = refusal.left - std::min(refusal.left, evicting.kept_tokens);
  if (loop.turn >= loop.count) {
    record->limit = "limit";
  } else {
    ceilings_.swap(evicting.ceilings);
    record->limit = LimitName(refusal);
    ceilings_.swap(evicting.ceilings);
  }
}

// How much goes at once, in tokens, or in items where only `limit` bounds the loop.
uint64_t Renderer::EvictionChunk(const PlanNode& node, bool* counts_items) const {
  *counts_items = false;
  if (!node.evict.is_percentage) return node.evict.chunk;
  const uint64_t left = budget_->left();
  uint64_t ceiling = left == UINT64_MAX ? left : left + budget_->consumed();
  ceiling = std::min(ceiling, node.budget.max_tokens);
  for (const OpenCeiling& open : ceilings_) {
    if (open.owner.kind != CeilingOwner::Kind::kSlot) continue;
    ceiling = std::min(ceiling, artifact_->slots[open.owner.index].budget.max_tokens);
  }
  *counts_items = ceiling == UINT64_MAX;
  if (*counts_items) ceiling = node.limit;
  return ceiling == UINT64_MAX ? 0 : PercentageOf(node.evict.chunk, ceiling);
}

// The items that go so that as much is gone as the grid says; never the newest that prints.
size_t Renderer::CountEvicted() const {
  const Evicting& evicting = *evicting_;
  const std::vector<MeasuredItem>& kept = evicting.kept;
  const auto newest = std::find_if(
      kept.begin(), kept.end(), [](const MeasuredItem& item) { return item.chain.messages > 0; });
  const size_t least = newest == kept.end() ? 0 : static_cast<size_t>(newest - kept.begin()) + 1;
  const uint64_t target = RoundUpToGrid(evicting.left_out, evicting.chunk);
  uint64_t gone = evicting.left_out;
  size_t left = kept.size();
  while (gone < target && left > least) {
    --left;
    gone += evicting.counts_items ? 1 : kept[left].tokens;
  }
  return kept.size() - left;
}

void Renderer::FinishEvicting() {
  EndEvicting();
  Evicting& evicting = *evicting_;
  Loop& loop = loops_.back();
  const size_t evicted = CountEvicted();
  if (evicted > 0) Evict(evicted);
  uint64_t total = 0;
  for (const MeasuredItem& item : evicting.kept) {
    total += item.with_separator;
    if (item.chain.messages > 0) ++loop.shown;
    Chain chain = item.chain;
    Join(&chain, item.separator);
    Join(&chain, loop.chain);
    loop.chain = chain;
  }
  if (total > 0) budget_->Consume(total);
  if (request_->explain) NoteSpentByKept();
  loop.over_budget = static_cast<uint32_t>(evicting.items_left_out + evicted);
  loop.count = static_cast<uint32_t>(loop.items.size());
}

// The oldest of the kept ones stand last, in every list.
void Renderer::Evict(size_t evicted) {
  Evicting& evicting = *evicting_;
  const Loop& loop = loops_.back();
  const size_t first = evicting.kept.size() - evicted;
  const MadeSoFar& before = evicting.kept[first].before;
  const size_t end = evicting.kept_records;
  Unmake(before);
  std::copy(evicting.kept[first].counts.begin(), evicting.kept[first].counts.end(),
            loop_counts_.begin() + loop.body);
  if (request_->explain) {
    std::vector<LedgerRecord>& ledger = conversation_.ledger;
    const auto at = ledger.begin() + static_cast<ptrdiff_t>(before.records);
    std::vector<LedgerRecord> behind(
        std::make_move_iterator(ledger.begin() + static_cast<ptrdiff_t>(end)),
        std::make_move_iterator(ledger.end()));
    ledger.erase(at, ledger.end());
    for (size_t i = first; i < evicting.kept.size(); ++i) {
      scope_.Change(LoopItemOf(loop, evicting.kept[i].turn));
      LedgerRecord* record = Record(Event::kSkip, Reason::kEvicted, loop.node->place);
      NoteSource(record, loop.node->index);
      record->tokens = evicting.kept[i].tokens;
    }
    for (LedgerRecord& record : behind) ledger.push_back(std::move(record));
  }
  evicting.kept.resize(first);
}

// What the records of kept messages say of the budget of the render, as if each had been
// consumed when it was made.
void Renderer::NoteSpentByKept() {
  const Evicting& evicting = *evicting_;
  if (evicting.kept.empty()) return;
  uint64_t left = budget_->left();
  if (left != UINT64_MAX) {
    for (const MeasuredItem& item : evicting.kept) left += item.with_separator;
  }
  std::vector<LedgerRecord>& ledger = conversation_.ledger;
  for (size_t i = evicting.kept.front().before.records; i < ledger.size(); ++i) {
    LedgerRecord& record = ledger[i];
    if (record.event != Event::kEmit) continue;
    std::vector<CeilingLeft> inner = std::move(record.ceilings);
    record.ceilings.clear();
    const uint64_t tokens = *record.tokens;
    if (left != UINT64_MAX) record.ceilings.push_back({"global", left -= tokens});
    for (OpenCeiling& ceiling : ceilings_) {
      ceiling.left -= std::min(ceiling.left, tokens);
      record.ceilings.push_back({OwnerName(ceiling.owner), ceiling.left});
    }
    for (CeilingLeft& ceiling : inner) record.ceilings.push_back(std::move(ceiling));
    for (OpenCeiling& target : soft_targets_) {
      if (tokens > target.left) record.soft.push_back(OwnerName(target.owner));
      target.left -= std::min(target.left, tokens);
    }
  }
}

}  // namespace galley::chat
