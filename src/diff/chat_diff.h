// Two conversations compared as a provider's cache compares them, and message by message.
#ifndef GALLEY_DIFF_CHAT_DIFF_H_
#define GALLEY_DIFF_CHAT_DIFF_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diff/cache_text.h"
#include "diff/cause.h"
#include "diff/message_tokens.h"
#include "diff/side.h"

namespace galley::diff {

// A message that is not the same, or is on one side only.
struct Change {
  Finding finding;
  bool has_before = false;
  bool has_after = false;
  std::string before;
  std::string after;
  int64_t tokens = 0;  // more in B
};

struct ChatDiff {
  bool same = true;
  size_t bytes = 0;     // that both begin with
  uint64_t tokens = 0;  // of the messages in them
  uint64_t of = 0;      // tokens of A
  uint64_t of_b = 0;
  Finding first;
  std::vector<Change> changes;
};

ChatDiff CompareChats(const Side& a, const CacheText& text_a, const Side& b,
                      const CacheText& text_b, const TokenCounter& tokens);

// The tokens of a message: of each of its texts, and so many for an image.
uint64_t TokensOf(const history::Message& message, const TokenCounter& tokens);

// How much two texts begin with alike.
size_t SharedBytes(std::string_view a, std::string_view b);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_CHAT_DIFF_H_
