// Filling slots: plans are run by priority, every message under the budgets in
// force.  Sequences of nodes and loops lie on stacks; nothing recurses.
#include <algorithm>
#include <numeric>
#include <utility>

#include "render/renderer.h"
#include "render/strict_equal.h"

namespace galley::chat {

void Renderer::FillSlots() {
  bool out_of_budget = false;
  for (const uint32_t slot : artifact_->fill_order) {
    if (!Step()) return;
    const Slot& spec = artifact_->slots[slot];
    if (spec.when != kAbsent && !Holds(spec.when)) {
      if (!out_of_budget) Record(Event::kSkip, Reason::kConditionFalse, spec.place);
      continue;
    }
    if (!out_of_budget && !budget_->HasAny()) {
      out_of_budget = true;
      if (LedgerRecord* record = Record(Event::kStop, Reason::kOutOfBudget, spec.place)) {
        NoteRefusal(record, 0);
      }
    }
    // What is required has tokens of its own.
    if (!out_of_budget || spec.required) {
      FillSlot(slot);
    } else {
      CountUnreached(spec.plan);
    }
  }
}

// The items of loops that were never begun for want of tokens.
void Renderer::CountUnreached(Run plan) {
  sequences_.push_back({plan.begin, plan.end, false});
  while (!sequences_.empty() && Step()) {
    Sequence& sequence = sequences_.back();
    if (sequence.at >= sequence.end) {
      sequences_.pop_back();
      continue;
    }
    const uint32_t at = sequence.at;
    const PlanNode& node = artifact_->plan[at];
    sequence.at = node.end;
    if (node.kind == PlanNode::Kind::kIf) {
      const bool holds = Holds(node.index);
      sequences_.push_back(
          {holds ? at + 1 : node.otherwise, holds ? node.otherwise : node.end, false});
    } else if (node.kind == PlanNode::Kind::kForEach) {
      const Value& list = scope_.Resolve(node.index).value;
      const uint64_t most = node.evict.chunk > 0 ? UINT64_MAX : node.limit;
      const uint64_t items = list.is_list() ? std::min<uint64_t>(list.size(), most) : 0;
      loop_counts_[at].items += items;
      loop_counts_[at].over_budget += items;
    } else if (node.kind == PlanNode::Kind::kHistory) {
      CountUnreachedHistory(at);
    }
  }
}

void Renderer::CountLoops() {
  for (uint32_t at = 0; at < artifact_->plan.size(); ++at) {
    const PlanNode::Kind kind = artifact_->plan[at].kind;
    if (kind != PlanNode::Kind::kForEach && kind != PlanNode::Kind::kHistory) continue;
    conversation_.loops.push_back(loop_counts_[at]);
    conversation_.loops.back().node = at;
  }
}

void Renderer::FillSlot(uint32_t slot) {
  const Slot& spec = artifact_->slots[slot];
  PushCeiling(spec.budget, {CeilingOwner::Kind::kSlot, slot});
  cursor_ = slot_places_[slot];
  chains_.push_back({});
  RunPlan(spec.plan);
  EndEvicting();
  slots_[slot] = chains_.back();
  chains_.clear();
  PopCeiling(spec.budget);
}

void Renderer::RunPlan(Run plan) {
  sequences_.push_back({plan.begin, plan.end, false});
  while (!sequences_.empty() && Step()) {
    Sequence& sequence = sequences_.back();
    if (sequence.at < sequence.end) {
      const uint32_t at = sequence.at;
      sequence.at = artifact_->plan[at].end;
      RunNode(at);
    } else {
      const bool is_turn = sequence.is_turn;
      sequences_.pop_back();
      if (is_turn) NextTurn();
    }
  }
}

void Renderer::RunNode(uint32_t at) {
  const PlanNode& node = artifact_->plan[at];
  switch (node.kind) {
    case PlanNode::Kind::kMessage:
      return RunMessage(node);
    case PlanNode::Kind::kForEach:
      return BeginLoop(at);
    case PlanNode::Kind::kIf:
      return RunIf(at);
    case PlanNode::Kind::kAnchor:
      return RunAnchor(node);
    case PlanNode::Kind::kHistory:
      return RunHistory(at);
  }
}

void Renderer::RunMessage(const PlanNode& node) {
  PushCeiling(node.budget, {CeilingOwner::Kind::kNode, node.place});
  uint64_t tokens = 0;
  const Block& block = parts_->blocks[node.index];
  const Outcome outcome =
      block.required ? TryRequired(node.index, &tokens) : TryBlock(block, &tokens);
  PopCeiling(node.budget);
  if (outcome == Outcome::kOverflow || outcome == Outcome::kNoneLeft) {
    if (!loops_.empty()) loops_.back().overflowed = true;
    Overflow(tokens, outcome == Outcome::kNoneLeft);
  }
}

Renderer::Outcome Renderer::TryBlock(const Block& block, uint64_t* tokens) {
  if (!budget_->HasAny()) {
    if (LedgerRecord* record = Record(Event::kSkip, Reason::kOutOfBudget, block.place)) {
      record->role = block.role;
      NoteRefusal(record, 0);
    }
    return Outcome::kNoneLeft;
  }
  Content content;
  const Reason reason = MakeContent(block, &content);
  if (reason != Reason::kNone) {
    if (LedgerRecord* record = Record(Event::kSkip, reason, block.place)) {
      record->role = content.role;
      NoteSource(record, block.from);
    }
    TraceNothing(block);
    return Outcome::kNothing;
  }
  *tokens = CostAt(cursor_, content, block.prefix);
  uint32_t printed = kAbsent;
  const Outcome outcome = Print(block, content, *tokens, &printed);
  if (outcome == Outcome::kPrinted) {
    AddLink(&chains_.back(), printed, false);
    cursor_ = AddOpen(cursor_, printed);
  } else {
    Forget(content);
  }
  return outcome;
}

// A message whose tokens were kept for it.
Renderer::Outcome Renderer::TryRequired(uint32_t number, uint64_t* tokens) {
  const Block& block = parts_->blocks[number];
  const Prepared& prepared = prepared_[number];
  if (!prepared.present) {
    if (LedgerRecord* record = Record(Event::kSkip, prepared.reason, block.place)) {
      record->role = block.role;
      NoteSource(record, block.from);
    }
    TraceNothing(block);
    return Outcome::kNothing;
  }
  *tokens = counts_joined_ ? CostAt(cursor_, prepared.content, block.prefix) : prepared.tokens;
  budget_->EnterLane(kRequiredLane);
  uint32_t printed = kAbsent;
  const Outcome outcome = Print(block, prepared.content, *tokens, &printed);
  if (outcome == Outcome::kPrinted) {
    AddLink(&chains_.back(), printed, false);
    cursor_ = AddOpen(cursor_, printed);
  } else {
    NoteDropped(block, *tokens);
  }
  budget_->LeaveLane();
  return outcome;
}

void Renderer::RunIf(uint32_t at) {
  const PlanNode& node = artifact_->plan[at];
  const bool holds = Holds(node.index);
  const uint32_t begin = holds ? at + 1 : node.otherwise;
  const uint32_t end = holds ? node.otherwise : node.end;
  if (begin < end) {
    sequences_.push_back({begin, end, false});
  } else if (!holds) {
    Record(Event::kSkip, Reason::kConditionFalse, node.place);
  }
}

void Renderer::RunAnchor(const PlanNode& node) {
  const Anchor& anchor = parts_->anchors[node.index];
  Text key;
  const Reason reason = MakeKey(anchor, &key);
  if (reason != Reason::kNone) return RecordAnchor(reason, anchor.place);
  AddLink(&chains_.back(), static_cast<uint32_t>(slot_anchors_.size()), true);
  slot_anchors_.push_back({key, anchor.place});
}

// --- Loops

// Why there is nothing to go over; kNone where there is.
Renderer::Reason Renderer::ReasonNoList(const Resolution& resolution) {
  const Value& value = resolution.value;
  if (resolution.failed) return Reason::kSourceFailed;
  if (value.is_undefined() || value.is_none()) return Reason::kSourceMissing;
  if (!value.is_list()) return Reason::kSourceNotList;
  return value.size() == 0 ? Reason::kEmptyContent : Reason::kNone;
}

void Renderer::BeginLoop(uint32_t at) {
  const PlanNode& node = artifact_->plan[at];
  const Resolution resolution = scope_.Resolve(node.index);
  const Reason reason = ReasonNoList(resolution);
  if (resolution.failed) NoteSourceFailure(node.index);
  if (reason != Reason::kNone) {
    NoteSource(Record(Event::kSkip, reason, node.place), node.index);
    return;
  }
  Loop loop{};
  loop.node = &node;
  loop.body = at + 1;
  if (!OrderItems(node, resolution.value.items(), &loop)) return;
  PushCeiling(node.budget, {CeilingOwner::Kind::kNode, node.place});
  if (node.evict.chunk > 0) BeginEvicting(node);
  loop.ceilings = ceilings_.size();
  // Items that may go again are counted alone.
  if (node.evict.chunk > 0) evicting_->cursor = std::exchange(cursor_, kAbsent);
  loop.start = cursor_;
  loop.tail = kAbsent;
  loops_.push_back(loop);
  scope_.Enter(LoopItemOf(loops_.back(), 0));
  BeginTurn();
}

// Numbers by value, strings by code point; anything else as it came, or turned
// round.
bool Renderer::OrderItems(const PlanNode& node, std::span<const Value> items, Loop* loop) {
  using Order = PlanNode::Order;
  loop->items = items;
  loop->order = kAbsent;
  loop->last_printed = kAbsent;
  loop->count = static_cast<uint32_t>(std::min<uint64_t>(items.size(), node.limit));
  loop->turns = node.evict.chunk > 0 ? static_cast<uint32_t>(items.size()) : loop->count;
  if (node.order == Order::kSource) return true;
  const bool numbers = std::all_of(items.begin(), items.end(), IsPlainNumber);
  const bool strings =
      std::all_of(items.begin(), items.end(), [](const Value& item) { return item.is_string(); });
  loop->reversed = node.order == Order::kDescending;
  if (!numbers && !strings) return true;

  const auto less = [&](uint32_t a, uint32_t b) {
    if (strings) return items[a].as_string() < items[b].as_string();
    return CompareNumbers(items[a], items[b]) == galley::Order::kLess;
  };
  loop->order = static_cast<uint32_t>(order_.size());
  order_.resize(order_.size() + items.size());
  const auto begin = order_.begin() + loop->order;
  std::iota(begin, order_.end(), 0);
  const bool descending = loop->reversed;
  loop->reversed = false;
  // Equal items keep their order, either way.
  std::sort(begin, order_.end(), [&](uint32_t a, uint32_t b) {
    if (descending ? less(b, a) : less(a, b)) return true;
    if (descending ? less(a, b) : less(b, a)) return false;
    return a < b;
  });
  return Step(items.size());
}

Value Renderer::ItemOf(const Loop& loop, uint32_t turn) const {
  if (loop.order != kAbsent) return loop.items[order_[loop.order + turn]];
  return loop.items[loop.reversed ? loop.items.size() - 1 - turn : turn];
}

LoopItem Renderer::LoopItemOf(const Loop& loop, uint32_t turn) const {
  return {ItemOf(loop, turn), turn, loop.count};
}

void Renderer::BeginTurn() {
  Loop& loop = loops_.back();
  if (loop.node->prepend) cursor_ = loop.start;
  loop.turn_start = cursor_;
  if (loop.node->evict.chunk > 0) BeginMeasuredTurn();
  chains_.push_back({});
  sequences_.push_back({loop.body, loop.node->end, true});
}

// The turn is over: what it printed joins what the earlier ones printed.
void Renderer::EndTurn() {
  Loop& loop = loops_.back();
  if (loop.node->evict.chunk > 0) return EndMeasuredTurn();
  Chain block = chains_.back();
  chains_.pop_back();
  Chain separator;
  if (block.messages > 0) {
    if (loop.last_printed != kAbsent) separator = MakeSeparator(loop);
    loop.last_printed = loop.turn;
    ++loop.shown;
    if (loop.tail == kAbsent) loop.tail = cursor_;
  } else if (loop.overflowed) {
    ++loop.over_budget;
  }
  if (loop.node->prepend) {
    Join(&block, separator);
    Join(&block, loop.chain);
    loop.chain = block;
  } else {
    Join(&loop.chain, separator);
    Join(&loop.chain, block);
  }
}

void Renderer::NextTurn() {
  EndTurn();
  Loop& loop = loops_.back();
  if (++loop.turn == loop.turns) return EndLoop();
  loop.overflowed = false;
  scope_.Change(LoopItemOf(loop, loop.turn));
  BeginTurn();
}

void Renderer::EndLoop() {
  if (loops_.back().node->evict.chunk > 0) FinishEvicting();
  const Loop loop = loops_.back();
  loops_.pop_back();
  if (loop.node->prepend) cursor_ = loop.tail == kAbsent ? loop.start : loop.tail;
  if (loop.node->evict.chunk > 0) cursor_ = evicting_->cursor;
  LoopCount& count = loop_counts_[loop.body - 1];
  count.items += loop.count;
  count.shown += loop.shown;
  count.over_budget += loop.over_budget;
  // An item around it that prints nothing lacked tokens too.
  if (loop.over_budget > 0 && !loops_.empty()) loops_.back().overflowed = true;
  scope_.Leave();
  PopCeiling(loop.node->budget);
  if (loop.order != kAbsent) order_.resize(loop.order);
  Join(&chains_.back(), loop.chain);
}

// A message of the user's between two turns that printed something, made with the
// item of the earlier one.
Renderer::Chain Renderer::MakeSeparator(const Loop& loop) {
  Chain chain;
  if (loop.node->separator == kAbsent) return chain;
  scope_.Change(LoopItemOf(loop, loop.last_printed));
  Block block;
  block.content = loop.node->separator;
  block.place = loop.node->place;
  block.is_interleave = true;
  Content content;
  if (MakeContent(block, &content) == Reason::kNone) {
    uint32_t printed = kAbsent;
    const size_t first_record = conversation_.ledger.size();
    const uint32_t after = loop.node->prepend ? cursor_ : loop.turn_start;
    if (Print(block, content, CostAt(after, content, false), &printed) == Outcome::kPrinted) {
      AddLink(&chain, printed, false);
      AddOpen(after, printed);
    } else {
      Forget(content);
    }
    for (size_t i = first_record; i < conversation_.ledger.size(); ++i) {
      conversation_.ledger[i].where += ".interleave";
    }
  }
  scope_.Change(LoopItemOf(loop, loop.turn));
  return chain;
}

// Something did not fit.  It ends each loop, from the innermost outwards, that stops
// when out of budget and at whose own level it would not have fitted either.
void Renderer::Overflow(uint64_t tokens, bool none_left) {
  size_t ending = loops_.size();
  while (ending > 0) {
    const Loop& loop = loops_[ending - 1];
    if (!loop.node->stop_when_out || loop.node->evict.chunk > 0) break;
    if (!none_left && budget_->Fits(tokens, loop.ceilings)) break;
    --ending;
  }
  while (loops_.size() > ending) StopLoop(tokens, none_left);
}

void Renderer::StopLoop(uint64_t tokens, bool none_left) {
  if (LedgerRecord* record =
          Record(Event::kStop, none_left ? Reason::kOutOfBudget : Reason::kOverBudget,
                 loops_.back().node->place)) {
    NoteRefusal(record, tokens);
    record->unreached = loops_.back().count - loops_.back().turn - 1;
  }
  bool is_turn = false;
  while (!is_turn) {
    is_turn = sequences_.back().is_turn;
    sequences_.pop_back();
  }
  EndTurn();
  Loop& loop = loops_.back();
  loop.over_budget += loop.count - loop.turn - 1;
  EndLoop();
}

// --- Chains

void Renderer::AddLink(Chain* chain, uint32_t index, bool is_anchor) {
  const auto link = static_cast<uint32_t>(links_.size());
  links_.push_back({index, kAbsent, is_anchor});
  Join(chain, {link, link, is_anchor ? 0u : 1u});
}

void Renderer::Join(Chain* first, const Chain& second) {
  if (second.head == kAbsent) return;
  if (first->head == kAbsent) {
    *first = second;
    return;
  }
  links_[first->tail].next = second.head;
  first->tail = second.tail;
  first->messages += second.messages;
}

}  // namespace galley::chat
