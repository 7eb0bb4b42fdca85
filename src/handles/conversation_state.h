// What a Conversation holds: a copy of what the renderer made, in a heap of its own.
#ifndef GALLEY_HANDLES_CONVERSATION_STATE_H_
#define GALLEY_HANDLES_CONVERSATION_STATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emit/cache_marks.h"
#include "galley/conversation.h"
#include "galley/limits.h"
#include "render/conversation.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

struct Conversation::State {
  explicit State(const Limits& given) : limits(given), heap(given) {}

  Limits limits;
  Heap heap;                               // what everything below points into
  std::vector<chat::Message> as_rendered;  // for requests
  std::vector<Message> messages;
  uint64_t tokens = 0;
  std::string estimator;
  std::string_view exactness;  // a word of the program
  uint64_t margin = 0;
  std::optional<MarkPlan> marks;  // where the template says `cache: auto`
  std::string model;              // that it was rendered for; empty: none was named
  Value values;                   // all of it, as `chat.render` gives it
  std::vector<Diagnostic> warnings;
};

// What may make a Conversation.
struct ConversationAccess {
  using State = Conversation::State;
  static Conversation Of(State* state) noexcept { return Conversation(state); }
};

}  // namespace galley

#endif  // GALLEY_HANDLES_CONVERSATION_STATE_H_
