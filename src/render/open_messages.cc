// Only the seams to both neighbours are measured when a message is added; the rest of the
// conversation keeps its counts.
#include "render/open_messages.h"

#include <algorithm>

#include "base/utf8.h"

namespace galley::chat {
namespace {

// Tokens reach over two pieces of text, and hardly any piece is as long as a third of this.
constexpr size_t kWindow = 384;

bool AreJoined(const OpenMessages::Message& a, const OpenMessages::Message& b) noexcept {
  return a.joins && b.joins && a.role == b.role;
}

}  // namespace

std::string_view HeadOf(std::string_view text) noexcept {
  if (text.size() <= kWindow) return text;
  size_t end = kWindow;
  while (end > 0 && IsContinuation(text[end])) --end;
  return text.substr(0, end);
}

std::string_view TailOf(std::string_view text) noexcept {
  if (text.size() <= kWindow) return text;
  size_t begin = text.size() - kWindow;
  while (begin < text.size() && IsContinuation(text[begin])) ++begin;
  return text.substr(begin);
}

void OpenMessages::Clear() {
  nodes_.assign(1, {});
  nodes_[kHead].previous = nodes_[kHead].next = kNone;
  last_ = kHead;
}

uint32_t OpenMessages::Link(uint32_t after, const Node& node) {
  const auto added = static_cast<uint32_t>(nodes_.size());
  nodes_.push_back(node);
  const uint32_t next = nodes_[after].next;
  nodes_[added].previous = after;
  nodes_[added].next = next;
  nodes_[after].next = added;
  if (next == kNone) {
    last_ = added;
  } else {
    nodes_[next].previous = added;
  }
  return added;
}

uint32_t OpenMessages::AddPlace(uint32_t after) { return Link(after, {}); }

uint32_t OpenMessages::AddMessage(uint32_t after, const Message& message) {
  Node node;
  node.message = message;
  node.is_message = true;
  return Link(after, node);
}

void OpenMessages::Remove(uint32_t node) { nodes_[node].is_message = false; }

uint32_t OpenMessages::MessageBefore(uint32_t node, uint64_t* steps) const {
  while (node != kNone && !nodes_[node].is_message) {
    node = nodes_[node].previous;
    ++*steps;
  }
  return node;
}

uint32_t OpenMessages::MessageFrom(uint32_t node, uint64_t* steps) const {
  while (node != kNone && !nodes_[node].is_message) {
    node = nodes_[node].next;
    ++*steps;
  }
  return node;
}

bool OpenMessages::Join(uint32_t left, uint32_t right) const {
  return left != kNone && right != kNone && AreJoined(nodes_[left].message, nodes_[right].message);
}

std::string OpenMessages::TextUpTo(uint32_t node, std::string_view texts, uint64_t* steps) const {
  std::string text;
  std::vector<std::string_view> parts;
  size_t size = 0;
  for (uint32_t at = node;;) {
    const Message& message = nodes_[at].message;
    parts.push_back(TailOf(message.TextIn(texts)));
    size += message.TextIn(texts).size() + 1;
    const uint32_t before = MessageBefore(nodes_[at].previous, steps);
    if (size >= kWindow || !Join(before, at)) break;
    at = before;
  }
  for (size_t at = parts.size(); at-- > 0;) {
    text += parts[at];
    if (at > 0) text += '\n';
  }
  return std::string(TailOf(text));
}

std::string OpenMessages::TextFrom(uint32_t node, std::string_view texts, uint64_t* steps) const {
  std::string text;
  for (uint32_t at = node;;) {
    const Message& message = nodes_[at].message;
    text += HeadOf(message.TextIn(texts));
    const uint32_t next = MessageFrom(nodes_[at].next, steps);
    if (text.size() >= kWindow || !Join(at, next)) break;
    text += '\n';
    at = next;
  }
  return std::string(HeadOf(text));
}

uint64_t OpenMessages::CostOf(uint32_t after, const Message& message, uint64_t alone,
                              std::string_view texts, const BudgetManager& budget,
                              uint64_t* steps) const {
  const uint32_t left = MessageBefore(after, steps);
  const uint32_t right = MessageFrom(nodes_[after].next, steps);
  const bool joins_left = left != kNone && AreJoined(nodes_[left].message, message);
  const bool joins_right = right != kNone && AreJoined(message, nodes_[right].message);
  const bool were_joined = Join(left, right);
  const std::string_view text = message.TextIn(texts);
  const std::string before =
      joins_left || were_joined ? TextUpTo(left, texts, steps) : std::string();
  const auto signed_cost = [](uint64_t tokens) { return static_cast<int64_t>(tokens); };
  int64_t cost = signed_cost(joins_left ? budget.EstimateAfter(before, text) : alone);
  if (joins_right || were_joined) {
    const std::string behind = TextFrom(right, texts, steps);
    const uint64_t apart =
        budget.MessageCost(RoleName(nodes_[right].message.role)) + budget.Estimate(behind);
    const std::string new_before =
        joins_left ? std::string(TailOf(before + '\n' + std::string(TailOf(text))))
                   : std::string(TailOf(text));
    const uint64_t was = were_joined ? budget.EstimateAfter(before, behind) : apart;
    const uint64_t is = joins_right ? budget.EstimateAfter(new_before, behind) : apart;
    cost += signed_cost(is) - signed_cost(was);
  }
  return static_cast<uint64_t>(std::max<int64_t>(cost, 0));
}

}  // namespace galley::chat
