// Reads the ledger once, in order; parts refer to the artifact and to the conversation and
// outlive neither.
#include "emit/explanation.h"

#include <unordered_map>
#include <utility>

#include "diag/report.h"
#include "diag/wording.h"
#include "history/message_text.h"

namespace galley::chat {
namespace {

using Event = LedgerRecord::Event;
using Reason = LedgerRecord::Reason;
using Kind = BudgetUse::Kind;

constexpr uint32_t kWhole = 0;
constexpr uint32_t kLayout = 1;

bool IsPrinted(const LedgerRecord& record) noexcept {
  return record.event == Event::kEmit || record.event == Event::kInsert;
}

// What tells whether two messages are one that was printed twice.
const void* BytesOf(const Message& message) noexcept {
  if (message.is_text()) return message.content.data();
  return message.parts.data();
}

// What stands behind the colon: `slot:turns`.
std::string_view NameIn(std::string_view limit) noexcept {
  const size_t colon = limit.find(':');
  return colon == limit.npos ? std::string_view() : limit.substr(colon + 1);
}

// Whose floor it is.
std::string KeptFor(std::string_view floor) {
  if (floor == "layout") return "the layout";
  return floor == "required" ? "what is required" : "lane " + Quoted(floor);
}

std::string OfSource(std::string_view source) {
  return source.empty() ? "its source" : "source " + Quoted(source);
}

}  // namespace

std::string_view BudgetKindName(BudgetUse::Kind kind) noexcept {
  constexpr std::string_view kNames[] = {"whole", "layout", "slot", "lane", "tools", "frame"};
  return kNames[static_cast<size_t>(kind)];
}

std::string InThousands(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string LabelOf(const BudgetUse& use) {
  const std::string kind(BudgetKindName(use.kind));
  return use.name.empty() ? kind : kind + ' ' + use.name;
}

std::string NotesOf(const BudgetUse& use) {
  if (use.kind == Kind::kTools) return "counted before everything else";
  if (use.kind == Kind::kFrame) return "what the provider puts around messages";
  std::string notes = Pluralize(use.messages, "message");
  if (use.items > 0) {
    notes += ", " + InThousands(use.shown) + " of " + InThousands(use.items) + " items";
  }
  if (use.dropped > 0) notes += ", " + InThousands(use.dropped) + " dropped";
  if (use.reserve > 0) notes += ", reserves " + std::to_string(use.reserve);
  return notes;
}

std::string FactsOf(const Explanation& told) {
  const std::string tokens =
      told.max_tokens != UINT64_MAX
          ? std::to_string(told.tokens) + " of " + Pluralize(told.max_tokens, "token")
          : Pluralize(told.tokens, "token") + " without a budget";
  const std::string counted = told.counted.empty() ? "" : " (" + told.counted + ')';
  return Pluralize(told.messages.size(), "message") + ", " + tokens + counted + ", " +
         InThousands(told.budgets.front().dropped) + " dropped";
}

std::string SourceLabel(std::string_view source, const std::vector<uint32_t>& loop) {
  std::string label(source);
  for (const uint32_t index : loop) label += '[' + std::to_string(index) + ']';
  return label;
}

std::string LabelOf(const Drop& drop) {
  std::string label = SourceLabel(drop.source, drop.record.loop);
  if (drop.record.unit.empty()) return label;
  return label + (label.empty() ? "" : " ") + drop.record.unit;
}

uint64_t ScaleOf(const BudgetUse& use, const Explanation& told) noexcept {
  if (use.limit != UINT64_MAX) return use.limit;
  return told.max_tokens != UINT64_MAX ? told.max_tokens : told.tokens;
}

Explainer::Explainer(const Artifact& artifact, const LaneDefaults* defaults,
                     const Injections* injections, bool has_file)
    : artifact_(artifact), has_file_(has_file) {
  budgets_.resize(2);
  budgets_[kWhole].kind = Kind::kWhole;
  budgets_[kLayout].kind = Kind::kLayout;
  ReadTools();
  ReadLayout();
  ReadSlots();
  ReadLanes(defaults, injections);
  ReadInjections(injections);
}

void Explainer::AddFrame() {
  frame_ = static_cast<uint32_t>(budgets_.size());
  budgets_.emplace_back();
  budgets_.back().kind = Kind::kFrame;
}

void Explainer::ReadTools() {
  const uint32_t ref = artifact_.tools_from;
  if (ref == kAbsent && !artifact_.tools.is_list()) return;
  const std::string_view source =
      ref == kAbsent ? std::string_view() : artifact_.parts.refs[ref].name;
  origins_.Insert("tools", {source, static_cast<uint32_t>(budgets_.size())});
  budgets_.emplace_back();
  budgets_.back().kind = Kind::kTools;
}

void Explainer::ReadLayout() {
  const Parts& parts = artifact_.parts;
  for (const LayoutNode& node : artifact_.layout) {
    ReadEntries(node.header);
    ReadEntries(node.footer);
    Origin origin{{}, kLayout};
    const bool is_block =
        node.kind == LayoutNode::Kind::kMessage || node.kind == LayoutNode::Kind::kSeparator;
    if (is_block && parts.blocks[node.index].from != kAbsent) {
      origin.source = parts.refs[parts.blocks[node.index].from].name;
    }
    origin.is_required = is_block && parts.blocks[node.index].required;
    origins_.Insert(parts.places[node.place].path, origin);
  }
}

void Explainer::ReadEntries(Run entries) {
  const Parts& parts = artifact_.parts;
  for (uint32_t at = entries.begin; at < entries.end; ++at) {
    const Entry& entry = artifact_.entries[at];
    if (entry.kind != Entry::Kind::kBlock) continue;
    const Block& block = parts.blocks[entry.index];
    Origin origin{{}, kLayout};
    if (block.from != kAbsent) origin.source = parts.refs[block.from].name;
    origin.is_required = block.required;
    origins_.Insert(parts.places[block.place].path, origin);
  }
}

void Explainer::ReadSlots() {
  for (const uint32_t slot : artifact_.fill_order) {
    const Slot& spec = artifact_.slots[slot];
    const auto budget = static_cast<uint32_t>(budgets_.size());
    BudgetUse use;
    use.kind = Kind::kSlot;
    use.name = spec.name;
    use.limit = spec.budget.max_tokens;
    use.priority = spec.priority;
    budgets_.push_back(std::move(use));
    origins_.Insert(artifact_.parts.places[spec.place].path,
                    {{}, budget, spec.budget.max_tokens, true});
    ReadPlan(slot, budget);
  }
}

void Explainer::ReadPlan(uint32_t slot, uint32_t budget) {
  const Parts& parts = artifact_.parts;
  const Run plan = artifact_.slots[slot].plan;
  std::vector<uint32_t> loops;  // around the node
  for (uint32_t at = plan.begin; at < plan.end; ++at) {
    const PlanNode& node = artifact_.plan[at];
    while (!loops.empty() && at >= artifact_.plan[loops.back()].end) loops.pop_back();
    uint32_t ref = loops.empty() ? kAbsent : artifact_.plan[loops.back()].index;
    const std::string& path = parts.places[node.place].path;
    if (node.kind == PlanNode::Kind::kHistory) {
      ref = node.index;
    } else if (node.kind == PlanNode::Kind::kForEach) {
      ref = node.index;
      loops.push_back(at);
      origins_.Insert(path + ".interleave", {parts.refs[ref].name, budget});
    } else if (node.kind == PlanNode::Kind::kMessage && parts.blocks[node.index].from != kAbsent) {
      ref = parts.blocks[node.index].from;
    }
    const std::string_view source = ref == kAbsent ? std::string_view() : parts.refs[ref].name;
    const bool is_required =
        node.kind == PlanNode::Kind::kMessage && parts.blocks[node.index].required;
    origins_.Insert(path, {source, budget, node.budget.max_tokens, false, is_required});
  }
}

// A default lane takes part where a request or the template names it.
void Explainer::ReadLanes(const LaneDefaults* defaults, const Injections* injections) {
  OrderedMap<bool, std::string_view> named;
  for (const Lane& lane : artifact_.lanes) named.Insert(lane.id, true);
  if (injections) {
    for (const Injection& request : injections->requests) named.Insert(request.lane, true);
  }
  if (defaults) {
    for (const Lane& lane : defaults->lanes) {
      if (named.Find(lane.id)) ReadLane(lane);
    }
  }
  for (const Lane& lane : artifact_.lanes) ReadLane(lane);
}

void Explainer::ReadLane(const Lane& lane) {
  const auto added = lanes_.Insert(lane.id, static_cast<uint32_t>(budgets_.size()));
  if (added.second) {
    budgets_.emplace_back();
    budgets_.back().kind = Kind::kLane;
    budgets_.back().name = lane.id;
  }
  BudgetUse& use = budgets_[*added.first];
  if (lane.budget.present) use.limit = lane.budget.max_tokens;
  if (lane.reserve) use.reserve = *lane.reserve;
  const uint32_t groups = lane.groups ? lane.groups->size() : 0;
  for (uint32_t at = 0; at < groups; ++at) {
    const std::string group = "attachments." + lane.id + ".groups[" + std::to_string(at) + ']';
    origins_.Insert(group + ".open", {lane.id, *added.first});
    origins_.Insert(group + ".close", {lane.id, *added.first});
  }
}

void Explainer::ReadInjections(const Injections* injections) {
  std::vector<bool> asked(budgets_.size());
  const size_t count = injections ? injections->requests.size() : 0;
  for (size_t at = 0; at < count; ++at) {
    const Injection& request = injections->requests[at];
    const uint32_t* budget = lanes_.Find(request.lane);
    if (budget) asked[*budget] = true;
    origins_.Insert("injections[" + std::to_string(at) + "]",
                    {request.lane, budget ? *budget : kAbsent});
  }
  // A lane that nobody asks for anything reserves nothing.
  for (size_t at = 0; at < budgets_.size(); ++at) {
    if (!asked[at]) budgets_[at].reserve = 0;
  }
}

Explanation Explainer::Explain(const Conversation& apart, std::span<const size_t> sizes,
                               uint64_t max_tokens) const {
  Explanation told;
  told.name = artifact_.name;
  told.tokens = apart.tokens;
  told.max_tokens = max_tokens;
  told.budgets = budgets_;
  told.budgets[kWhole].tokens = apart.tokens;
  told.budgets[kWhole].limit = max_tokens;
  AddParts(apart, &told);
  AddMessages(apart, sizes, &told);
  for (const LedgerRecord& record : apart.ledger) {
    const bool is_told = record.event == Event::kSkip || record.event == Event::kStop ||
                         record.event == Event::kShrink;
    if (is_told) AddDrop(record, &told);
    const bool is_frame = record.event == Event::kFrame && frame_ != kAbsent;
    if (is_frame) told.budgets[frame_].tokens += record.tokens.value_or(0);
  }
  AddLoops(apart, &told);
  told.findings = apart.findings;
  told.budgets[kWhole].messages = static_cast<uint32_t>(told.messages.size());
  return told;
}

void Explainer::AddParts(const Conversation& apart, Explanation* told) const {
  told->parts.resize(apart.messages.size());
  // A slot that the layout prints twice has one record for both: the text is the same.
  std::unordered_map<const void*, uint32_t> by_text;
  for (const LedgerRecord& record : apart.ledger) {
    if (!IsPrinted(record)) continue;
    const Origin* origin = Find(record.where);
    const bool is_counted = origin && origin->budget != kAbsent;
    BudgetUse* use = is_counted ? &told->budgets[origin->budget] : nullptr;
    // What a slot printed was paid for, also where no layout node shows the slot.
    if (use) use->tokens += record.tokens.value_or(0);
    if (record.message == kAbsent) continue;
    by_text.emplace(BytesOf(apart.messages[record.message]), record.message);
    ExplainedPart& part = told->parts[record.message];
    part.where = record.where;
    part.loop = record.loop;
    if (record.item != kAbsent) part.loop.push_back(record.item);
    part.line = has_file_ ? record.line : 0;
    part.tokens = record.tokens.value_or(0);
    if (origin) part.source = origin->source;
    if (!use) continue;
    if (use->kind == Kind::kSlot) part.slot = use->name;
    ++use->messages;
  }
  for (size_t at = 0; at < told->parts.size(); ++at) {
    ExplainedPart& part = told->parts[at];
    const Message& message = apart.messages[at];
    const auto first = by_text.find(BytesOf(message));
    if (part.where.empty() && first != by_text.end()) {
      part = told->parts[first->second];
      part.tokens = 0;  // it was paid for once
    }
    part.role = message.role;
    part.content = history::ReadableText(message);
  }
}

// A message is as long as its parts with a line break between them.
void Explainer::AddMessages(const Conversation& apart, std::span<const size_t> sizes,
                            Explanation* told) {
  uint32_t at = 0;
  for (const size_t size : sizes) {
    if (at == told->parts.size()) return;
    const Message& first = apart.messages[at];
    ExplainedMessage message{first.role, first.prefix, 0, {at, at}};
    for (size_t length = 0; at < told->parts.size() && (at == message.parts.begin || length < size);
         ++at) {
      ExplainedPart& part = told->parts[at];
      length += part.content.size() + (at > message.parts.begin ? 1 : 0);
      part.message = static_cast<uint32_t>(told->messages.size());
      message.tokens += part.tokens;
    }
    message.parts.end = at;
    told->messages.push_back(message);
  }
}

bool Explainer::IsDropped(const LedgerRecord& record) noexcept {
  const bool for_tokens =
      record.reason == Reason::kOverBudget || record.reason == Reason::kOutOfBudget;
  return for_tokens && record.event == Event::kSkip && record.loop.empty() && record.unit.empty();
}

void Explainer::AddLoops(const Conversation& apart, Explanation* told) const {
  told->loops = apart.loops;
  for (const LoopCount& loop : apart.loops) {
    const Origin* origin = Find(artifact_.parts.places[artifact_.plan[loop.node].place].path);
    told->budgets[kWhole].dropped += loop.over_budget;
    if (!origin) continue;
    BudgetUse& use = told->budgets[origin->budget];
    use.items += loop.items;
    use.shown += loop.shown;
    use.dropped += loop.over_budget;
  }
}

void Explainer::AddDrop(const LedgerRecord& record, Explanation* told) const {
  Drop drop{record, record.source, {}};
  const Origin* origin = Find(record.where);
  if (origin && drop.source.empty()) drop.source = origin->source;
  if (IsDropped(record)) {
    ++told->budgets[kWhole].dropped;
    if (origin && origin->budget != kAbsent) ++told->budgets[origin->budget].dropped;
  }
  const uint32_t ceiling = CeilingOf(record.limit);
  if (ceiling != kAbsent) ++told->budgets[ceiling].refused;
  drop.why = Why(record, drop.source, told->max_tokens);
  told->drops.push_back(std::move(drop));
}

uint32_t Explainer::CeilingOf(std::string_view limit) const {
  if (limit == "global") return kWhole;
  const std::string_view name = NameIn(limit);
  if (limit.starts_with("lane:")) {
    const uint32_t* lane = lanes_.Find(name);
    return lane ? *lane : kAbsent;
  }
  const Origin* origin = nullptr;
  if (limit.starts_with("slot:")) origin = Find("slots." + std::string(name));
  if (limit.starts_with("node:")) origin = Find(name);
  return origin ? origin->budget : kAbsent;
}

// "over slot `turns` 900: 38 left, 61 needed"
std::string Explainer::OverBudget(const LedgerRecord& record, uint64_t max_tokens) const {
  const std::string_view name = NameIn(record.limit);
  const std::string room =
      ": " + std::to_string(record.left) + " left, " + std::to_string(record.needed) + " needed";
  if (record.limit.starts_with("floor:")) {
    return "the rest is kept for " + KeptFor(name) + room;
  }
  if (record.limit == "limit") return "beyond the `limit` of its loop";
  uint64_t limit = max_tokens;
  std::string ceiling = "the budget";
  if (record.limit.starts_with("slot:")) {
    const Origin* origin = Find("slots." + std::string(name));
    ceiling = "slot " + Quoted(name);
    limit = origin ? origin->limit : UINT64_MAX;
  } else if (record.limit.starts_with("node:")) {
    const Origin* origin = Find(name);
    ceiling = Quoted(name);
    limit = origin ? origin->limit : UINT64_MAX;
  } else if (record.limit.starts_with("lane:")) {
    const uint32_t* lane = lanes_.Find(name);
    ceiling = "lane " + Quoted(name);
    limit = lane ? budgets_[*lane].limit : UINT64_MAX;
  }
  return "over " + ceiling + (limit == UINT64_MAX ? "" : ' ' + std::to_string(limit)) + room;
}

// "no tokens are left beside those kept for the layout"
std::string Explainer::OutOfBudget(const LedgerRecord& record) {
  std::string why = "no tokens are left";
  if (record.limit.starts_with("floor:")) {
    const std::string_view name = NameIn(record.limit);
    why += " beside those kept for " + KeptFor(name);
  }
  if (record.event != Event::kStop) return why;
  return (record.loop.empty() ? "filling ends here, " : "the loop ends here, ") + why;
}

std::string Explainer::Why(const LedgerRecord& record, std::string_view source,
                           uint64_t max_tokens) const {
  switch (record.reason) {
    case Reason::kNone:
      if (record.event != Event::kShrink) return "";
      return "shrunk from " + Pluralize(record.tokens_before.value_or(0), "token") + " to " +
             std::to_string(record.tokens.value_or(0));
    case Reason::kConditionFalse:
      return "its condition does not hold";
    case Reason::kSourceMissing:
      return OfSource(source) + " has nothing";
    case Reason::kSourceFailed:
      return OfSource(source) + " failed";
    case Reason::kSourceNotList:
      return OfSource(source) + " is no list";
    case Reason::kEmptyContent:
      if (record.is_anchor) return "its key is empty";
      // A loop has no role; nor has it a text.
      return record.role ? "its text is empty" : OfSource(source) + " is empty";
    case Reason::kEmptyInterpolation:
      return "none of its tags printed anything";
    case Reason::kLeafFailed:
      return record.is_anchor ? "its key cannot be rendered" : "its text cannot be rendered";
    case Reason::kOverBudget: {
      const std::string over = OverBudget(record, max_tokens);
      const Origin* origin = Find(record.where);
      if (origin && origin->is_required) return "required, so the render fails: " + over;
      return record.event == Event::kStop ? "the loop ends here, " + over : over;
    }
    case Reason::kOutOfBudget:
      return OutOfBudget(record);
    case Reason::kSlotEmpty:
      return "the slot is empty";
    case Reason::kLaneUnknown:
      return "there is no lane " + Quoted(source);
    case Reason::kLaneDisabled:
      return "lane " + Quoted(source) + " is disabled";
    case Reason::kNoTemplate:
      return "neither it nor lane " + Quoted(source) + " has a template";
    case Reason::kTargetUnresolved:
      return "none of its targets is there";
    case Reason::kEvicted:
      return "what is left out is rounded up, so that the cut moves seldom";
    case Reason::kUnansweredCall:
      return "its calls get no result";
    case Reason::kOrphanResult:
      return "no calls stand before it";
  }
  return "";
}

}  // namespace galley::chat
