// The ledger: one record a decision.  Nothing is made where nobody asked for it.
#include <algorithm>

#include "render/renderer.h"

namespace galley::chat {

std::string_view EventName(LedgerRecord::Event event) noexcept {
  constexpr std::string_view kNames[] = {"emit",  "skip",   "stop", "insert",
                                         "merge", "shrink", "frame"};
  return kNames[static_cast<size_t>(event)];
}

std::string_view ReasonName(LedgerRecord::Reason reason) noexcept {
  constexpr std::string_view kNames[] = {"",
                                         "condition-false",
                                         "source-missing",
                                         "source-failed",
                                         "source-not-list",
                                         "empty-content",
                                         "empty-interpolation",
                                         "leaf-failed",
                                         "over-budget",
                                         "out-of-budget",
                                         "slot-empty",
                                         "lane-unknown",
                                         "lane-disabled",
                                         "no-template",
                                         "target-unresolved",
                                         "evicted",
                                         "unanswered-call",
                                         "orphan-result"};
  return kNames[static_cast<size_t>(reason)];
}

LedgerRecord* Renderer::AddRecord(Event event, Reason reason, uint32_t place) {
  LedgerRecord record{event, reason};
  if (place != kAbsent) {
    record.where = parts_->places[place].path;
    record.line = parts_->places[place].line;
  }
  for (const LoopItem& loop : scope_.loops()) record.loop.push_back(loop.index);
  conversation_.ledger.push_back(std::move(record));
  return &conversation_.ledger.back();
}

LedgerRecord* Renderer::RecordRequest(Event event, Reason reason, uint32_t request) {
  LedgerRecord* record = Record(event, reason, kAbsent);
  if (record) record->where = "injections[" + std::to_string(request) + "]";
  return record;
}

LedgerRecord* Renderer::RecordInsertion(Event event, Reason reason, const Insertion& insertion) {
  if (!insertion.group) return RecordRequest(event, reason, insertion.request);
  LedgerRecord* record = Record(event, reason, kAbsent);
  if (!record) return nullptr;
  record->where = "attachments." + std::string(insertion.lane->id) + ".groups[" +
                  std::to_string(insertion.group->written) +
                  (insertion.closes ? "].close" : "].open");
  if (insertion.lane->group_parts == parts_) {
    record->line = parts_->places[insertion.group->place].line;
  }
  return record;
}

void Renderer::RecordAnchor(Reason reason, uint32_t place) {
  if (LedgerRecord* record = Record(Event::kSkip, reason, place)) record->is_anchor = true;
}

void Renderer::NoteRefusal(LedgerRecord* record, uint64_t tokens) {
  const BudgetRefusal refusal = budget_->Refusal(tokens, ceilings_.size());
  record->limit = LimitName(refusal);
  record->needed = tokens;
  record->left = refusal.left;
}

void Renderer::NoteSource(LedgerRecord* record, uint32_t ref) {
  if (record && ref != kAbsent) record->source = parts_->refs[ref].name;
}

void Renderer::NoteSpent(LedgerRecord* record, uint64_t tokens) {
  record->tokens = tokens;
  const uint64_t left = budget_->left();
  if (left != UINT64_MAX) record->ceilings.push_back({"global", left});
  for (OpenCeiling& ceiling : ceilings_) {
    ceiling.left -= std::min(ceiling.left, tokens);
    record->ceilings.push_back({OwnerName(ceiling.owner), ceiling.left});
  }
  for (OpenCeiling& target : soft_targets_) {
    if (tokens > target.left) record->soft.push_back(OwnerName(target.owner));
    target.left -= std::min(target.left, tokens);
  }
}

std::string Renderer::LimitName(const BudgetRefusal& refusal) const {
  using By = BudgetRefusal::By;
  if (refusal.by == By::kFloor) {
    if (refusal.index == kRequiredLane) return "floor:required";
    const size_t lane = refusal.index - kOwnLanes;
    const bool is_own = refusal.index < kOwnLanes || lane >= lanes_.size();
    return "floor:" + (is_own ? "layout" : std::string(lanes_[lane].id));
  }
  if (refusal.by == By::kGlobal || refusal.index >= ceilings_.size()) return "global";
  return OwnerName(ceilings_[refusal.index].owner);
}

std::string Renderer::OwnerName(const CeilingOwner& owner) const {
  switch (owner.kind) {
    case CeilingOwner::Kind::kSlot:
      return "slot:" + artifact_->slots[owner.index].name;
    case CeilingOwner::Kind::kNode:
      return "node:" + parts_->places[owner.index].path;
    case CeilingOwner::Kind::kLane:
      return "lane:" + std::string(lanes_[owner.index].id);
  }
  return "global";
}

}  // namespace galley::chat
