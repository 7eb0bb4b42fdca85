// The plans of a chat document.  Lists of nodes that hold lists lie on a stack, so
// no depth of the document becomes depth of calls.
#include <utility>

#include "compile/chat_reader.h"

namespace galley::chat {

Run ChatReader::ReadPlan(const Item& list) {
  const auto begin = static_cast<uint32_t>(artifact_->plan.size());
  OpenPlan(list, kAbsent, {});
  while (!open_.empty()) {
    OpenList& innermost = open_.back();
    if (innermost.next == innermost.items.size()) {
      CloseList();
    } else {
      const Item item = innermost.items[innermost.next++];
      ReadPlanNode(item);
    }
  }
  return {begin, static_cast<uint32_t>(artifact_->plan.size())};
}

void ChatReader::OpenPlan(const Item& list, uint32_t owner, Item otherwise) {
  std::vector<Item> items;
  if (list && reader_.IsList(list)) items = reader_.Items(list);
  open_.push_back({std::move(items), 0, owner, std::move(otherwise)});
}

// The list read last is complete: so is its owner, unless an `else` follows.
void ChatReader::CloseList() {
  const OpenList done = std::move(open_.back());
  open_.pop_back();
  if (done.owner == kAbsent) return;
  PlanNode& owner = artifact_->plan[done.owner];
  owner.end = static_cast<uint32_t>(artifact_->plan.size());
  if (owner.kind == PlanNode::Kind::kIf && owner.otherwise == 0) {
    owner.otherwise = owner.end;
    if (done.otherwise) OpenPlan(done.otherwise, done.owner, {});
  }
}

void ChatReader::ReadPlanNode(const Item& item) {
  using Kind = PlanNode::Kind;
  Fields fields(reader_, item);
  const std::optional<size_t> kind =
      fields.Choice("kind", {"message", "forEach", "if", "anchor", "history"}, Need::kRequired);
  if (!kind) return;
  const auto index = static_cast<uint32_t>(artifact_->plan.size());
  PlanNode node{static_cast<Kind>(*kind)};
  node.place = parts_.Place(item);
  node.end = index + 1;
  artifact_->plan.push_back(node);
  switch (node.kind) {
    case Kind::kMessage:
      artifact_->plan[index].index = ReadBlock(&fields);
      artifact_->plan[index].budget = parts_.ReadBudget(fields.Find("budget"));
      CheckRequired(&fields, artifact_->plan[index].index);
      break;
    case Kind::kForEach:
      ReadForEach(&fields, index);
      break;
    case Kind::kIf:
      ReadIf(&fields, index);
      break;
    case Kind::kAnchor:
      artifact_->plan[index].index = parts_.Anchor(&fields);
      break;
    case Kind::kHistory:
      ReadHistory(&fields, index);
      break;
  }
  fields.WarnOfUnknown();
}

// Whether a message in a loop or an `if` is tried at all is known too late to keep tokens
// for it.
void ChatReader::CheckRequired(Fields* fields, uint32_t block) {
  if (!artifact_->parts.blocks[block].required) return;
  has_required_ = true;
  if (open_.back().owner == kAbsent) return;
  reader_.Wrong(fields->Find("required"), "must not be true in a loop or an `if`");
}

void ChatReader::ReadForEach(Fields* fields, uint32_t index) {
  PlanNode node = artifact_->plan[index];
  node.index = parts_.Ref(fields->Find("source", Need::kRequired));
  const std::optional<size_t> order = fields->Choice("order", {"asc", "desc"});
  if (order) node.order = *order == 0 ? PlanNode::Order::kAscending : PlanNode::Order::kDescending;
  const std::optional<int64_t> limit = fields->Integer("limit", 1);
  if (limit) node.limit = static_cast<uint64_t>(*limit);
  node.prepend = fields->Choice("fillDir", {"append", "prepend"}) == size_t{1};
  node.separator = ReadInterleave(fields->Find("interleave"));
  node.budget = parts_.ReadBudget(fields->Find("budget"));
  node.stop_when_out = fields->Bool("stopWhenOutOfBudget").value_or(true);
  const Item evict = fields->Find("evict");
  node.evict = parts_.ReadEviction(evict);
  if (evict) CheckEvict(node, evict);
  artifact_->plan[index] = node;
  OpenPlan(fields->Find("map", Need::kRequired), index, {});
}

// What is left out is counted over the whole list, which only an outermost loop has, and
// from the oldest item on, which stands first only where the newest is filled in first.
void ChatReader::CheckEvict(const PlanNode& node, const Item& evict) {
  if (!node.prepend) reader_.Wrong(evict, "needs `fillDir: prepend`");
  if (!node.stop_when_out) reader_.Wrong(evict, "excludes `stopWhenOutOfBudget: false`");
  for (const OpenList& list : open_) {
    const bool in_loop =
        list.owner != kAbsent && artifact_->plan[list.owner].kind == PlanNode::Kind::kForEach;
    if (in_loop) return reader_.Wrong(evict, "must not stand in another loop");
  }
}

uint32_t ChatReader::ReadInterleave(const Item& item) {
  if (!item) return kAbsent;
  Fields fields(reader_, item);
  fields.Choice("kind", {"separator"}, Need::kRequired);
  const uint32_t text = parts_.Leaf(fields.Find("text"));
  fields.WarnOfUnknown();
  return text;
}

void ChatReader::ReadIf(Fields* fields, uint32_t index) {
  const uint32_t when = parts_.Condition(fields->Find("when", Need::kRequired));
  artifact_->plan[index].index = when;
  const Item then = fields->Find("then", Need::kRequired);
  OpenPlan(then, index, fields->Find("else"));
}

}  // namespace galley::chat
