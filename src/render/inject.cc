// Lanes and injections: what others ask to have inserted into the conversation.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

#include "render/renderer.h"

namespace galley::chat {
namespace {

size_t BudgetLane(size_t lane) noexcept { return lane + Renderer::kOwnLanes; }

// `at` moved by `delta`, within 0 and `size`.
uint32_t Moved(uint32_t at, int64_t delta, size_t size) noexcept {
  const auto last = static_cast<int64_t>(size);
  const int64_t bounded = std::clamp<int64_t>(delta, -last, last);
  return static_cast<uint32_t>(std::clamp<int64_t>(at + bounded, 0, last));
}

}  // namespace

void Renderer::MergeLanes() {
  if (!request_->injections) return;
  if (const LaneDefaults* defaults = request_->lane_defaults) {
    for (const Lane& lane : defaults->lanes) AddLane(lane, defaults->parts, true);
    OrderLanes();
  }
  for (const Lane& lane : artifact_->lanes) AddLane(lane, *parts_, false);
  OrderLanes();
}

// Those of one list have different ids, so they need to be found only after it.
void Renderer::OrderLanes() {
  lane_order_.resize(lanes_.size());
  std::iota(lane_order_.begin(), lane_order_.end(), 0);
  std::sort(lane_order_.begin(), lane_order_.end(),
            [&](uint32_t a, uint32_t b) { return lanes_[a].id < lanes_[b].id; });
}

// A lane over the one of the same id that is there already, field by field.
void Renderer::AddLane(const Lane& lane, const Parts& parts, bool is_default) {
  ActiveLane* active = FindLane(lane.id);
  if (!active) {
    lanes_.push_back({});
    active = &lanes_.back();
    active->id = lane.id;
  }
  if (lane.enabled) active->enabled = *lane.enabled;
  if (lane.role) active->role = *lane.role;
  if (lane.leaf != kAbsent) active->leaf = &parts.leaves[lane.leaf];
  if (lane.order) active->order = *lane.order;
  if (lane.reserve) active->reserve = *lane.reserve;
  if (lane.budget.present) active->budget = lane.budget;
  if (lane.groups) {
    active->groups = std::span(parts.groups).subspan(lane.groups->begin, lane.groups->size());
    active->group_parts = &parts;
  }
  if (lane.payload.is_map()) (is_default ? active->lower_payload : active->payload) = lane.payload;
}

Renderer::ActiveLane* Renderer::FindLane(std::string_view id) {
  const auto place = std::lower_bound(
      lane_order_.begin(), lane_order_.end(), id,
      [&](uint32_t at, std::string_view wanted) { return lanes_[at].id < wanted; });
  if (place == lane_order_.end() || lanes_[*place].id != id) return nullptr;
  return &lanes_[*place];
}

// The requests whose lane is there, in the order in which they are served; lanes
// that have one get what they reserve.
void Renderer::SelectRequests() {
  if (!request_->injections) return;
  const std::vector<Injection>& requests = request_->injections->requests;
  for (uint32_t i = 0; i < requests.size() && Step(); ++i) {
    ActiveLane* lane = FindLane(requests[i].lane);
    if (!lane || !lane->enabled) {
      RecordRequest(Event::kSkip, lane ? Reason::kLaneDisabled : Reason::kLaneUnknown, i);
      continue;
    }
    const auto number = static_cast<uint32_t>(lane - lanes_.data());
    if (!lane->asked) budget_->Reserve(BudgetLane(number), lane->reserve);
    lane->asked = true;
    selected_.emplace_back(number, i);
  }
  std::sort(selected_.begin(), selected_.end(), [&](const auto& a, const auto& b) {
    const int64_t order_a = lanes_[a.first].order;
    const int64_t order_b = lanes_[b.first].order;
    if (order_a != order_b) return order_a < order_b;
    if (a.first != b.first) return a.first < b.first;
    const int64_t priority_a = requests[a.second].priority;
    const int64_t priority_b = requests[b.second].priority;
    return priority_a != priority_b ? priority_a < priority_b : a.second < b.second;
  });
}

void Renderer::Inject() {
  if (selected_.empty()) return;
  OrderMarks();
  for (size_t at = 0; at < selected_.size() && Step();) {
    const uint32_t number = selected_[at].first;
    const ActiveLane& lane = lanes_[number];
    budget_->EnterLane(BudgetLane(number));
    PushCeiling(lane.budget, {CeilingOwner::Kind::kLane, number});
    for (; at < selected_.size() && selected_[at].first == number; ++at) {
      InjectOne(selected_[at].second, lane);
    }
    PopCeiling(lane.budget);
    budget_->LeaveLane();
    CloseBundles(lane);
    budget_->Release(BudgetLane(number), UINT64_MAX);
  }
  order_of_messages_.CopyTo(&out_);
}

// Makes anchors findable by key, and by where they stand however many messages come before.
void Renderer::OrderMarks() {
  order_of_messages_.Clear();
  size_t mark = 0;
  for (uint32_t at = 0; at <= out_.size() && Step(); ++at) {
    for (; mark < marks_.size() && marks_[mark].place == at; ++mark) order_of_messages_.AddAnchor();
    if (at < out_.size()) order_of_messages_.AddMessage(out_[at]);
  }
  mark_order_.resize(marks_.size());
  std::iota(mark_order_.begin(), mark_order_.end(), 0);
  std::sort(mark_order_.begin(), mark_order_.end(), [&](uint32_t a, uint32_t b) {
    const int order = KeyOf(a).compare(KeyOf(b));
    return order != 0 ? order < 0 : a < b;
  });
  Step(marks_.size() + keys_.size() / 64);
}

void Renderer::InjectOne(uint32_t number, const ActiveLane& lane) {
  if (!Step()) return;
  const Injection& injection = request_->injections->requests[number];
  Bundle* bundle = FindBundle(injection, lane);
  const LaneGroup* group = bundle ? bundle->group : FindGroup({}, lane);
  Insertion insertion;
  insertion.request = number;
  insertion.leaf = lane.leaf;
  if (group && group->leaf != kAbsent) insertion.leaf = &lane.group_parts->leaves[group->leaf];
  if (injection.leaf != kAbsent) {
    insertion.leaf = &request_->injections->parts.leaves[injection.leaf];
  }
  if (!insertion.leaf || insertion.leaf->text.empty()) {
    RecordInsertion(Event::kSkip, Reason::kNoTemplate, insertion);
    return;
  }
  const Value of_group = group ? group->payload : Value();
  const Value layers[] = {lane.lower_payload, lane.payload, of_group, injection.payload};
  insertion.payload = MergePayloads(layers);
  insertion.role = injection.role.value_or(group && group->role ? *group->role : lane.role);
  const std::optional<MessageOrder::Inserted> inserted = Insert(insertion, Place(injection));
  if (inserted && bundle && group) Bundled(bundle, lane, *inserted);
}

// Text, then place, then budget; whatever is missing leaves this one out.
std::optional<MessageOrder::Inserted> Renderer::Insert(const Insertion& insertion,
                                                       std::optional<uint32_t> place) {
  const size_t begin = texts_.size();
  bool blank = false;
  const Value variables = scope_.VariablesWith(insertion.payload);
  Reason reason = RenderLeaf(*insertion.leaf, variables, &texts_, &blank);
  if (reason == Reason::kNone && texts_.size() == begin) reason = Reason::kEmptyContent;
  if (reason == Reason::kNone && !place) reason = Reason::kTargetUnresolved;
  const Text text{static_cast<uint32_t>(begin), static_cast<uint32_t>(texts_.size() - begin)};
  const Content content{text, kAbsent, insertion.role};
  const uint32_t after = reason == Reason::kNone ? NodeBefore(OutsideOfStep(*place)) : kAbsent;
  const uint64_t tokens = reason == Reason::kNone ? CostAt(after, content, false) : 0;
  if (reason == Reason::kNone && !budget_->Fits(tokens, ceilings_.size())) {
    reason = Reason::kOverBudget;
  }
  LedgerRecord* record =
      RecordInsertion(reason == Reason::kNone ? Event::kInsert : Event::kSkip, reason, insertion);
  if (record) record->role = insertion.role;
  if (reason != Reason::kNone) {
    texts_.Truncate(begin);
    if (record && reason == Reason::kOverBudget) NoteRefusal(record, tokens);
    return std::nullopt;
  }
  budget_->Consume(tokens);
  if (record) NoteSpent(record, tokens);
  const auto printed = static_cast<uint32_t>(printed_.size());
  const uint32_t entry = record ? static_cast<uint32_t>(conversation_.ledger.size() - 1) : kAbsent;
  printed_.push_back({insertion.role, false, text, entry, kAbsent});
  AddOpen(after, printed);
  if (request_->trace) TraceInsertion(insertion);
  return order_of_messages_.Insert(OutsideOfStep(*place), printed);
}

// What stands before the message at `place`, in open_.
uint32_t Renderer::NodeBefore(uint32_t place) const {
  if (!counts_joined_) return kAbsent;
  return place == 0 ? OpenMessages::kHead : printed_[order_of_messages_.MessageAt(place - 1)].node;
}

// The fields of each layer over those before it.
Value Renderer::MergePayloads(std::span<const Value> layers) {
  size_t most = 0;
  const Value* only = &layers.back();
  for (const Value& layer : layers) {
    if (!layer.is_map() || layer.size() == 0) continue;
    only = most == 0 ? &layer : nullptr;
    most += layer.size();
  }
  if (only && only->is_map()) return *only;
  MapEntry* entries = heap_.NewEntries(most);
  if (!entries) return Value();
  size_t count = 0;
  for (const Value& layer : layers) {
    if (!layer.is_map()) continue;
    for (const MapEntry& entry : EntriesOf(layer)) entries[count++] = entry;
  }
  return heap_.NewMap(entries, count);
}

// The first target that is there.
std::optional<uint32_t> Renderer::Place(const Injection& injection) {
  std::optional<uint32_t> place;
  for (size_t i = 0; i < injection.targets.size() && !place; ++i) {
    place = Place(injection.targets[i]);
  }
  return place;
}

std::optional<uint32_t> Renderer::Place(const Target& target) {
  const uint32_t size = order_of_messages_.size();
  switch (target.kind) {
    case Target::Kind::kAt:
      return FindMark(target);
    case Target::Kind::kOffset: {
      const std::optional<uint32_t> base = FindMark(target);
      return base ? std::optional(Moved(*base, target.number, size)) : std::nullopt;
    }
    case Target::Kind::kBoundary:
      return Moved(target.bottom ? size : 0, target.number, size);
  }
  return std::nullopt;
}

// Where the wanted occurrence of an anchor is; a number too low means the first, one too
// high the last.
std::optional<uint32_t> Renderer::FindMark(const Target& target) {
  using Occurrence = Target::Occurrence;
  const auto first =
      std::lower_bound(mark_order_.begin(), mark_order_.end(), target.key,
                       [&](uint32_t mark, const std::string& key) { return KeyOf(mark) < key; });
  const auto end =
      std::upper_bound(first, mark_order_.end(), target.key,
                       [&](const std::string& key, uint32_t mark) { return key < KeyOf(mark); });
  if (first == end) return std::nullopt;
  const int64_t last = end - first - 1;
  int64_t wanted = last;
  if (target.kind == Target::Kind::kAt && target.occurrence == Occurrence::kFirst) wanted = 0;
  if (target.kind == Target::Kind::kAt && target.occurrence == Occurrence::kNumber) {
    wanted = std::clamp<int64_t>(target.number, 0, last);
  }
  return order_of_messages_.PlaceOf(first[wanted]);
}

}  // namespace galley::chat
