// Message: one message of a conversation in the canonical form, whatever form it came in.
//
// A message that is one text is its `content`; any other is its `parts`.  Nothing here
// owns its text: views lead into the data a message was read from, or into the heap of
// whoever made it.  A view whose data() is null is absent, which an empty one is not.
#ifndef GALLEY_HISTORY_MESSAGE_H_
#define GALLEY_HISTORY_MESSAGE_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compile/artifact.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::history {

using chat::kAbsent;
using chat::Role;
using chat::RoleName;
using chat::Run;

// The request forms: what a message may be read from and written as.
enum class Form : uint8_t {
  kMessages,  // the canonical one
  kOpenAi,
  kResponses,
  kAnthropic,
  kGemini,
  kMistral,
  kHuggingFace,
};
inline constexpr std::string_view kFormNames[] = {"messages", "openai",  "responses",  "anthropic",
                                                  "gemini",   "mistral", "huggingface"};

struct Part {
  enum class Type : uint8_t {
    kText,
    kImage,
    kAudio,
    kFile,
    kThinking,
    kRefusal,
    kToolCall,
    kToolResult,
    kOpaque,
  } type = Type::kText;
  bool is_error = false;          // of a result
  uint32_t inner_size = 0;        // parts of a result
  const Part* inner = nullptr;    // text and media only
  std::string_view text = {};     // of a text, thinking, a refusal; the arguments of a call
  std::string_view id = {};       // of a call and of its result
  std::string_view name = {};     // of a call, a result, a file
  std::string_view url = {};      // of media: this, or data, or file_id
  std::string_view data = {};     // base64
  std::string_view mime = {};     // of data, and of a url where it is known
  std::string_view file_id = {};  // what the provider calls it
  std::string_view detail = {};   // how closely a model looks at an image
  uint32_t width = 0;             // of an image in pixels; 0: not known
  uint32_t height = 0;
  std::string_view signature = {};  // of thinking
  std::string_view redacted = {};   // thinking that cannot be read
  std::string_view provider = {};   // of an opaque part
  Value value = {};                 // what an opaque part is

  bool is_media() const noexcept { return type >= Type::kImage && type <= Type::kFile; }
  std::span<const Part> content() const noexcept { return {inner, inner_size}; }
};
std::string_view PartTypeName(Part::Type type) noexcept;

struct Message {
  Role role = Role::kUser;
  bool prefix = false;            // the model goes on from here
  bool pin = false;               // a history keeps its turn
  bool cache = false;             // a provider may cache all up to its end
  std::string_view content = {};  // where there are no parts
  std::span<const Part> parts = {};
  std::string_view name = {};  // of a participant
  std::string_view ttl = {};   // how long the provider should keep it

  bool is_text() const noexcept { return parts.empty(); }
};

// Messages that were read, and their parts.  What is inside results lies in the heap.
struct MessageList {
  std::vector<Message> messages;
  std::vector<Part> parts;
};

// A copy of `parts` in `heap`, or nothing where that is exhausted.
std::span<const Part> NewParts(Heap* heap, std::span<const Part> parts) noexcept;

}  // namespace galley::history

#endif  // GALLEY_HISTORY_MESSAGE_H_
