// The cache text of a request: what a provider compares with what it has kept, one line an
// element in the order in which it is compared: tools, the system's text, other keys, messages.
#ifndef GALLEY_DIFF_CACHE_TEXT_H_
#define GALLEY_DIFF_CACHE_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "history/message.h"
#include "value/value.h"

namespace galley::diff {

struct CacheElement {
  enum class Kind : uint8_t { kTool, kSystem, kKey, kMessage } kind;
  uint32_t number = 0;  // among those of its kind
  std::string key = {};
  size_t begin = 0;  // in the text
  size_t end = 0;
  // The first message of the conversation that it is of, and the last where several are joined;
  // not known: UINT32_MAX.
  uint32_t message = UINT32_MAX;
  uint32_t last_message = UINT32_MAX;
};

// A text of a message, escaped, in the cache text.
struct Stretch {
  size_t begin = 0;  // behind the quote
  size_t end = 0;
  std::string_view text = {};
  uint32_t message = 0;
};

struct CacheText {
  std::string text;
  std::vector<CacheElement> elements;  // in the order of the text
  std::vector<Stretch> stretches;
  bool is_prompt = false;  // nothing in it is escaped

  // The element that holds a byte, or null.
  const CacheElement* ElementAt(size_t byte) const;
  // The stretch that holds it, or null; `*offset` is the byte of its text.
  const Stretch* StretchAt(size_t byte, size_t* offset) const;
};

// Where the last line of each of `count` messages ends; 0 for those that a request does not hold.
std::vector<size_t> EndsOfMessages(const CacheText& text, size_t count);

// `request` as chat.emit wrote it from `messages`.
CacheText MakeCacheText(const Value& request, std::span<const history::Message> messages);
// A prompt that is one text already, made of `messages`; their texts are looked for in it.
CacheText MakeCacheText(std::string_view prompt, std::span<const history::Message> messages);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_CACHE_TEXT_H_
