// Shrinking: old images and long outputs of tools become short texts before a history is
// filled; and how many tokens its messages take.
//
// Calls, ids and flags stay, so what is shrunk is still paired.
#ifndef GALLEY_HISTORY_SHRINK_H_
#define GALLEY_HISTORY_SHRINK_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "history/message.h"
#include "value/heap.h"

namespace galley::history {

// What media take where nobody knows better.
inline constexpr uint64_t kMediaTokens = 1'000;

// How a model counts images, by their size in pixels, 0 by 0 where that is not known, and by
// how closely it looks at them.
struct ImageRule {
  uint64_t (*tokens)(uint32_t width, uint32_t height, std::string_view detail,
                     const void* profile) = nullptr;  // null: kMediaTokens
  const void* profile = nullptr;                      // handed to the function
};
// The size is the one that is given, else the one that the data begin with.
uint64_t TokensOfMedia(const Part& media, const ImageRule& rule);

// How tokens are counted.
struct TokenRules {
  std::function<uint64_t(std::string_view text)> text;
  std::function<uint64_t(const Part& media)> media;
};

// Each part by itself: a call is its name and its arguments, an opaque part its JSON.
// Signatures, redacted thinking and the names of media take nothing.
uint64_t TokensOf(const Part& part, const TokenRules& rules, Heap* heap);
uint64_t TokensOf(const Message& message, const TokenRules& rules, Heap* heap);

// Makes `parts` the parts of a message, in `heap`; one text is its content.
void SetParts(std::span<const Part> parts, Heap* heap, Message* message);

struct ShrinkRules {
  std::optional<uint64_t> keep_media;    // the newest; the others become texts
  std::string_view media_text = {};      // absent: `[image left out]` and its like
  std::optional<uint64_t> keep_outputs;  // of the newest steps with calls
  uint64_t over = 200;                   // outputs of more tokens are shrunk
  uint64_t grid = 1;                     // as many steps at a time
  // What stands for an output of `tokens`; nothing where it cannot be made.
  std::function<std::optional<std::string_view>(uint64_t tokens, std::string_view name)> text;
};

// A part that was shrunk.
struct Shrunk {
  uint32_t message;
  uint64_t before;  // tokens
  uint64_t after;
  bool is_output = false;  // of a tool, not media
};

// Replaces messages by shrunk ones, whose parts lie in `heap`.
std::vector<Shrunk> ShrinkMessages(std::span<Message> messages, const ShrinkRules& rules,
                                   const TokenRules& tokens, Heap* heap);

}  // namespace galley::history

#endif  // GALLEY_HISTORY_SHRINK_H_
