// Outline: a conversation with all that a provider cannot take already gone, moved or
// replaced, and told of.  What is left is written as it stands.
#ifndef GALLEY_EMIT_OUTLINE_H_
#define GALLEY_EMIT_OUTLINE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diag/registry.h"
#include "emit/provider.h"
#include "galley/diagnostic.h"
#include "history/message.h"
#include "value/heap.h"

namespace galley {

// What a request does not say as the conversation did: one diagnostic for each kind of loss, which
// names the first message it happens to.
class Losses {
 public:
  void Add(Code code, size_t message, std::string_view what);
  void Tell(std::vector<Diagnostic>* warnings) const;

 private:
  struct Loss {
    Code code;
    size_t message;
    size_t count;
    std::string what;
  };
  std::vector<Loss> losses_;
};

// A message as it will be written.
struct OutlineMessage {
  history::Role role = history::Role::kUser;
  size_t index = 0;  // of the first message that it is made of
  size_t last = 0;   // and of the last
  bool prefix = false;
  bool cache = false;
  std::string_view ttl = {};
  std::string_view name = {};
  std::vector<history::Part> parts = {};

  bool is_system() const noexcept { return role == history::Role::kSystem; }
  bool is_assistant() const noexcept { return role == history::Role::kAssistant; }
  bool is_tool() const noexcept { return role == history::Role::kTool; }
};
using Outline = std::vector<OutlineMessage>;

// The parts that `provider` takes, in `heap` where they are made anew; empty messages are left
// out, neighbouring messages of tools are one.  Where the heap is exhausted the rest is missing.
Outline MakeOutline(const Outgoing& outgoing, Provider provider, Heap* heap, Losses* losses);

// How long a provider keeps what is marked, where it has that time; else absent, and it keeps it
// as long as it does by itself.
std::string_view TtlFor(Provider provider, std::string_view ttl) noexcept;

// The marks of `outgoing` on what they stand on; what stands for tools is left alone.
void SetMarks(const Outgoing& outgoing, Provider provider, Outline* outline);

// The system's messages to where the provider has them: for Mistral and Anthropic.  What
// Anthropic has in a field of its own comes first.
void MoveSystemMessages(const Outgoing& outgoing, Provider provider, Outline* outline,
                        Losses* losses);

// The rules of order that no type tells.  Fails with request-order, duplicate-tool-call and
// prefix-unsupported.
Result<void> CheckOrder(const Outgoing& outgoing, Provider provider, const Outline& outline,
                        Losses* losses);

// Anthropic: from 4.6 on no answer goes on from a message; from 4.8 on the system may speak
// inside the conversation.  OpenAI: from 5.6 on caching has marks.  Gemini: from 3 on calls are
// signed.
bool RefusesPrefill(const Outgoing& outgoing) noexcept;
bool TakesSystemInside(const Outgoing& outgoing) noexcept;
bool TakesBreakpoints(const Outgoing& outgoing) noexcept;
bool NeedsSignatures(const Outgoing& outgoing) noexcept;

// `messages[3]` in backticks.
std::string MessageName(size_t at);
std::string_view NameOf(Provider provider) noexcept;

}  // namespace galley

#endif  // GALLEY_EMIT_OUTLINE_H_
