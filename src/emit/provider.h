// Conversations as the requests of providers.
//
// A request holds what the conversation decides: the messages, the tools, the instructions
// of the system and the form of the answer; never a model, a key or a temperature.  What a
// provider cannot say is reported, never left out in silence, and what it would refuse is
// refused here.
#ifndef GALLEY_EMIT_PROVIDER_H_
#define GALLEY_EMIT_PROVIDER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/writer.h"
#include "compile/tool.h"
#include "galley/diagnostic.h"
#include "galley/result.h"
#include "history/message.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

enum class Provider : uint8_t {
  kMessages,  // the canonical form
  kOpenAi,
  kResponses,
  kAnthropic,
  kGemini,
  kMistral,
  kHuggingFace,
  kText,
};

// As callers name them, in the order of the enum.
std::span<const std::string_view> ProviderNames() noexcept;

// A mark: the provider may keep all up to the end of a message, or of the tools.
struct CacheMark {
  enum class Reason : uint8_t {
    kHand,     // the message says so
    kSystem,   // the last of the system's at the head
    kTools,    // there is none
    kSession,  // all up to here stays for a session
    kElision,  // what was shrunk ends here
    kTurn,     // all up to here stays for a turn
    kBlocks,   // a provider looks no further back
  };
  static constexpr uint8_t Bit(Reason reason) noexcept {
    return static_cast<uint8_t>(1u << static_cast<unsigned>(reason));
  }

  uint32_t message = UINT32_MAX;  // UINT32_MAX: the last tool
  uint8_t reasons = 0;            // bits
  uint64_t tokens = 0;            // up to its end
  std::string ttl = {};           // empty: as the provider has it
};

// A conversation to be sent.
struct Outgoing {
  std::span<const history::Message> messages;
  // As a template has it: `text`, `json`, or a map with a schema; undefined where
  // it does not say.
  Value response_format = {};
  std::span<const Tool> tools = {};
  Value tool_choice = {};  // checked against the tools; undefined where it is not said
  // Whose rules hold; empty: the newest model's.
  std::string_view model = {};
  // Besides those of the messages (emit/cache_marks.h).
  std::span<const CacheMark> marks = {};
};

// The names that tools may have for a provider.
ToolNames ToolNamesOf(Provider provider) noexcept;

// The body of a request, in `heap`; it may point into `outgoing`.  Not for kText.
//
// Fails with prefix-unsupported, request-order and duplicate-tool-call where the provider
// would refuse the conversation.  Warns of all that the request does not say.
Result<Value> EmitRequest(const Outgoing& outgoing, Provider provider, Heap* heap,
                          std::vector<Diagnostic>* warnings);

// The same for people to read, and for models that complete a text: each message
// behind a line with its role.  A prefix ends the text, so that it can go on.  `heap` is for what
// is made on the way.
Result<void> EmitText(const Outgoing& outgoing, Heap* heap, Writer* out,
                      std::vector<Diagnostic>* warnings);

}  // namespace galley

#endif  // GALLEY_EMIT_PROVIDER_H_
