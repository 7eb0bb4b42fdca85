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
  std::string_view role;     // `system`, `user`, `assistant`, `tool`
  std::string_view content;  // where it is one text
  bool prefix = false;       // the model goes on from here
  // Where it is more than one text: its parts, as `history.read` writes them (calls of tools,
  // their results, images, reasoning); null elsewhere.
  Json parts = {};
  std::string_view name = {};  // of a participant
  bool pin = false;            // the history keeps its turn
  bool cache = false;          // a provider may cache all up to its end
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
  // How it was counted: `exact`, `text-exact` or `estimate`; and by how many tokens an
  // estimate may be off, 0 where that is not known.
  std::string_view exactness() const noexcept;
  uint64_t estimated_margin() const noexcept;
  // Every decision of the render, as `chat.render` gives it; null unless the options
  // asked for it.
  Json ledger() const noexcept;
  // How the answer should look, as the template has it; null where it does not say.
  Json response_format() const noexcept;
  // The tools that the model may call, and which it should, as the template or its source has
  // them; null where there are none.
  Json tools() const noexcept;
  Json tool_choice() const noexcept;
  const std::vector<Diagnostic>& warnings() const noexcept;
  // All of it as `chat.render` gives it: {messages, usage, dropped, responseFormat?, ledger?}.
  Json values() const noexcept;

  // For a provider that `chat.emit` knows: `openai`, `responses`, `anthropic`, `gemini`,
  // `mistral`, `huggingface`, `messages`, or `text`; the tools are part of it.  Fails with
  // invalid-params for another, and as `chat.emit` does.
  Result<Request> ToRequest(std::string_view provider) const;

 private:
  struct State;
  friend struct ConversationAccess;
  explicit Conversation(State* state) noexcept : state_(state) {}

  State* state_;  // owned; null once moved from
};

}  // namespace galley

#endif  // GALLEY_CONVERSATION_H_
