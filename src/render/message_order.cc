// A treap: rotations keep the order, counts give places, and priorities come from the seed of
// the process.
#include "render/message_order.h"

#include "base/hash.h"

namespace galley::chat {

void MessageOrder::Clear() noexcept {
  nodes_.clear();
  anchors_.clear();
  root_ = last_ = kNone;
}

uint32_t MessageOrder::AddNode(uint32_t item) {
  const auto number = static_cast<uint32_t>(nodes_.size());
  const auto priority = static_cast<uint32_t>(SipHash(uint64_t{number}, ProcessHashSeed()));
  nodes_.push_back({item, 0, priority, kNone, kNone, kNone});
  return number;
}

void MessageOrder::AddMessage(uint32_t message) { Append(message); }

void MessageOrder::AddAnchor() {
  Append(kAnchor);
  anchors_.push_back(last_);
}

void MessageOrder::Append(uint32_t item) {
  const uint32_t node = AddNode(item);
  Attach(node, last_, false);
  last_ = node;
}

uint32_t MessageOrder::PlaceOfNode(uint32_t at) const noexcept {
  uint32_t before = MessagesIn(nodes_[at].left);
  for (uint32_t parent = nodes_[at].parent; parent != kNone; parent = nodes_[at].parent) {
    const Node& above = nodes_[parent];
    if (above.right == at) before += MessagesIn(above.left) + IsMessage(above);
    at = parent;
  }
  return before;
}

uint32_t MessageOrder::MessageAt(uint32_t place) const noexcept {
  for (uint32_t at = root_; at != kNone;) {
    const Node& node = nodes_[at];
    const uint32_t before = MessagesIn(node.left);
    if (place == before && IsMessage(node)) return node.item;
    const bool left = place < before;
    if (!left) place -= before + IsMessage(node);
    at = left ? node.left : node.right;
  }
  return kNone;
}

// Goes left wherever enough messages lie there, so that it ends before the anchors.
MessageOrder::Inserted MessageOrder::Insert(uint32_t place, uint32_t message) {
  uint32_t parent = kNone;
  bool left = true;
  for (uint32_t at = root_; at != kNone;) {
    const Node& node = nodes_[at];
    const uint32_t before = MessagesIn(node.left);
    parent = at;
    left = place <= before;
    if (!left) place -= before + IsMessage(node);
    at = left ? node.left : node.right;
  }
  const uint32_t node = AddNode(message);
  Attach(node, parent, left);
  return Inserted{node};
}

// Hangs a new node below `parent`, where there is nothing, and mends counts and balance.
void MessageOrder::Attach(uint32_t node, uint32_t parent, bool left) {
  nodes_[node].parent = parent;
  if (parent == kNone) {
    root_ = node;
  } else {
    (left ? nodes_[parent].left : nodes_[parent].right) = node;
  }
  const uint32_t added = IsMessage(nodes_[node]);
  for (uint32_t at = node; at != kNone; at = nodes_[at].parent) nodes_[at].messages += added;
  while (nodes_[node].parent != kNone &&
         nodes_[nodes_[node].parent].priority < nodes_[node].priority) {
    RotateUp(node);
  }
}

// `number` changes places with its parent; the order stays.
void MessageOrder::RotateUp(uint32_t number) {
  Node& node = nodes_[number];
  const uint32_t parent_number = node.parent;
  Node& parent = nodes_[parent_number];
  const bool was_left = parent.left == number;
  uint32_t& inner = was_left ? node.right : node.left;
  (was_left ? parent.left : parent.right) = inner;
  if (inner != kNone) nodes_[inner].parent = parent_number;
  inner = parent_number;

  node.parent = parent.parent;
  parent.parent = number;
  if (node.parent == kNone) {
    root_ = number;
  } else {
    Node& above = nodes_[node.parent];
    (above.left == parent_number ? above.left : above.right) = number;
  }
  node.messages = parent.messages;
  parent.messages = MessagesIn(parent.left) + MessagesIn(parent.right) + IsMessage(parent);
}

uint32_t MessageOrder::Leftmost(uint32_t node) const noexcept {
  while (nodes_[node].left != kNone) node = nodes_[node].left;
  return node;
}

uint32_t MessageOrder::After(uint32_t node) const noexcept {
  if (nodes_[node].right != kNone) return Leftmost(nodes_[node].right);
  uint32_t parent = nodes_[node].parent;
  while (parent != kNone && nodes_[parent].right == node) {
    node = parent;
    parent = nodes_[node].parent;
  }
  return parent;
}

void MessageOrder::CopyTo(std::vector<uint32_t>* messages) const {
  messages->clear();
  if (nodes_.empty()) return;
  for (uint32_t at = Leftmost(root_); at != kNone; at = After(at)) {
    if (nodes_[at].item != kAnchor) messages->push_back(nodes_[at].item);
  }
}

}  // namespace galley::chat
