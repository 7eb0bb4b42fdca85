// OpenMessages: the conversation as it stands while it is being filled, in its final order.
//
// Neighbours of one role become one message, and the tokens of joined texts are not those of
// both together.  So what a message costs depends on where it will stand: what the whole
// takes with it and without it differs by the seams beside it and by the frames of the
// messages that it joins or parts.  Only the texts near a seam are looked at.
#ifndef GALLEY_RENDER_OPEN_MESSAGES_H_
#define GALLEY_RENDER_OPEN_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "galley/budget.h"

namespace galley::chat {

class OpenMessages {
 public:
  // A message, whose text is a part of a buffer, or its own.
  struct Message {
    Role role = Role::kUser;
    bool joins = false;  // neighbours of its role that do, too
    uint32_t begin = 0;
    uint32_t size = 0;
    std::string_view own = {};

    std::string_view TextIn(std::string_view texts) const noexcept {
      return own.data() ? own : texts.substr(begin, size);
    }
  };

  // Before all messages.
  static constexpr uint32_t kHead = 0;

  void Clear();
  // A place that messages may be added behind, with nothing there yet.
  uint32_t AddPlace(uint32_t after);
  uint32_t AddMessage(uint32_t after, const Message& message);
  // It keeps its number, behind which nothing may be added any more.
  void Remove(uint32_t node);
  // The one behind all others.
  uint32_t last() const noexcept { return last_; }

  // What the whole would take more if `message`, one that joins, stood behind `after`, or one
  // that does not and takes `alone` by itself.  `texts` is the buffer; `steps` is raised by
  // the nodes that were looked at.
  uint64_t CostOf(uint32_t after, const Message& message, uint64_t alone, std::string_view texts,
                  const BudgetManager& budget, uint64_t* steps) const;

 private:
  struct Node {
    Message message;
    uint32_t previous = 0;
    uint32_t next = 0;
    bool is_message = false;
  };
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t Link(uint32_t after, const Node& node);
  // The nearest message from `node` on, itself included; kNone where there is none.
  uint32_t MessageBefore(uint32_t node, uint64_t* steps) const;
  uint32_t MessageFrom(uint32_t node, uint64_t* steps) const;
  bool Join(uint32_t left, uint32_t right) const;
  // The end of the text that `node` closes so far, and the beginning of the one it opens.
  std::string TextUpTo(uint32_t node, std::string_view texts, uint64_t* steps) const;
  std::string TextFrom(uint32_t node, std::string_view texts, uint64_t* steps) const;

  std::vector<Node> nodes_;
  uint32_t last_ = kHead;
};

// The beginning of `text`, or its end, as far as it may matter to tokens beyond.
std::string_view HeadOf(std::string_view text) noexcept;
std::string_view TailOf(std::string_view text) noexcept;

}  // namespace galley::chat

#endif  // GALLEY_RENDER_OPEN_MESSAGES_H_
