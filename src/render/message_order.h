// MessageOrder: the messages of a conversation and the anchors between them, while
// others are inserted.
//
// A tree over the order, balanced by priorities drawn from the seed of the process: the
// place of an anchor and an insertion anywhere take logarithmic time, and nobody who
// writes templates or requests can make it lopsided.  What it gives never depends on the
// seed.
#ifndef GALLEY_RENDER_MESSAGE_ORDER_H_
#define GALLEY_RENDER_MESSAGE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace galley::chat {

class MessageOrder {
 public:
  // Forgets everything, keeping the memory.
  void Clear() noexcept;

  // At the end.  An anchor stands before the message that is added next; its number is
  // how many there were before.
  void AddMessage(uint32_t message);
  void AddAnchor();

  uint32_t size() const noexcept { return nodes_.empty() ? 0 : nodes_[root_].messages; }
  // How many messages stand before an anchor.
  uint32_t PlaceOf(uint32_t anchor) const noexcept { return PlaceOfNode(anchors_[anchor]); }

  // A message that was inserted, wherever others have moved it.
  enum class Inserted : uint32_t {};

  // The message behind the first `place`, which is there.
  uint32_t MessageAt(uint32_t place) const noexcept;

  // Inserts a message behind the first `place`, which are there; anchors at that place
  // stand behind it from then on.
  Inserted Insert(uint32_t place, uint32_t message);
  // How many messages stand before one that was inserted.
  uint32_t PlaceOf(Inserted inserted) const noexcept {
    return PlaceOfNode(static_cast<uint32_t>(inserted));
  }

  // Replaces `*messages` by all of them in order.
  void CopyTo(std::vector<uint32_t>* messages) const;

 private:
  struct Node {
    uint32_t item;      // message, or kAnchor
    uint32_t messages;  // in this subtree
    uint32_t priority;  // higher than those of all nodes below
    uint32_t parent;
    uint32_t left;
    uint32_t right;
  };
  static constexpr uint32_t kAnchor = UINT32_MAX;
  static constexpr uint32_t kNone = UINT32_MAX;

  static uint32_t IsMessage(const Node& node) noexcept { return node.item == kAnchor ? 0 : 1; }
  uint32_t MessagesIn(uint32_t node) const noexcept {
    return node == kNone ? 0 : nodes_[node].messages;
  }
  uint32_t PlaceOfNode(uint32_t node) const noexcept;
  uint32_t AddNode(uint32_t item);
  void Append(uint32_t item);
  void Attach(uint32_t node, uint32_t parent, bool left);
  void RotateUp(uint32_t node);
  uint32_t Leftmost(uint32_t node) const noexcept;
  uint32_t After(uint32_t node) const noexcept;

  std::vector<Node> nodes_;
  std::vector<uint32_t> anchors_;  // nodes, by number
  uint32_t root_ = kNone;
  uint32_t last_ = kNone;
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_MESSAGE_ORDER_H_
