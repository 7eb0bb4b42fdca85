// Conversation: what rendering a chat template gives, and Request: the same as one
// provider takes it.
#ifndef GALLEY_CONVERSATION_H_
#define GALLEY_CONVERSATION_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "galley/diagnostic.h"
#include "galley/export.h"
#include "galley/json.h"
#include "galley/result.h"

namespace galley {

// One message; its texts live as long as the conversation.
struct Message {
  std::string_view role;  // `system`, `user`, `assistant`, `tool`
  std::string_view content;
  bool prefix = false;  // the model goes on from here
};

// The body of a request to a provider.  Immutable; may be shared between threads.
class GALLEY_EXPORT Request {
 public:
  Request(Request&& other) noexcept;
  Request& operator=(Request&& other) noexcept;
  ~Request();

  // A map or a list, as the provider has it; null as text.
  Json body() const noexcept;
  // The body as JSON, or the text.
  std::string ToText(uint32_t indent = 0) const;
  // What the provider cannot say as it was meant.
  const std::vector<Diagnostic>& warnings() const noexcept;

 private:
  struct State;
  friend class Conversation;
  explicit Request(State* state) noexcept : state_(state) {}

  State* state_;  // owned; null once moved from
};

// Immutable; may be shared between threads.
class GALLEY_EXPORT Conversation {
 public:
  Conversation(Conversation&& other) noexcept;
  Conversation& operator=(Conversation&& other) noexcept;
  ~Conversation();

  std::span<const Message> messages() const noexcept;
  // What was consumed of the budget, and what counted it.
  uint64_t tokens() const noexcept;
  std::string_view estimator() const noexcept;
  // Every decision of the render, as `chat.render` gives it; null unless the options
  // asked for it.
  Json ledger() const noexcept;
  // How the answer should look, as the template has it; null where it does not say.
  Json response_format() const noexcept;
  const std::vector<Diagnostic>& warnings() const noexcept;

  // For a provider that `chat.emit` knows: `openai`, `anthropic`, `gemini`, `messages`,
  // or `text`.  Fails with invalid-params for another, and as `chat.emit` does.
  Result<Request> ToRequest(std::string_view provider) const;

 private:
  struct State;
  friend struct ConversationAccess;
  explicit Conversation(State* state) noexcept : state_(state) {}

  State* state_;  // owned; null once moved from
};

}  // namespace galley

#endif  // GALLEY_CONVERSATION_H_
