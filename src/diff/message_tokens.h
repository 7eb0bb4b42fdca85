// The tokens that two messages begin with alike.
//
// A message is told apart into what is counted by itself: a text, the name of a call, its
// arguments, an image.  What differs in the middle of one counts up to there.
#ifndef GALLEY_DIFF_MESSAGE_TOKENS_H_
#define GALLEY_DIFF_MESSAGE_TOKENS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "history/message.h"

namespace galley::diff {

// What counts tokens.
struct TokenCounter {
  std::function<uint64_t(std::string_view text)> count;
  // The tokens that two texts begin with alike.
  std::function<uint64_t(std::string_view a, std::string_view b)> shared;
};

// A part of a message that is counted by itself.
struct CountedPart {
  std::string kind;  // parts of other kinds have nothing in common
  std::string text;
  uint64_t tokens = 0;
  bool is_text = true;  // a beginning of it counts too
};

// A message, as far as counting goes.  Outlives it.
struct CountedMessage {
  history::Role role = history::Role::kUser;
  std::vector<CountedPart> parts;

  uint64_t tokens() const noexcept;
};

CountedMessage CountMessage(const history::Message& message, const TokenCounter& tokens);
// 0 where the roles differ.
uint64_t SharedTokens(const CountedMessage& a, const CountedMessage& b, const TokenCounter& tokens);

}  // namespace galley::diff

#endif  // GALLEY_DIFF_MESSAGE_TOKENS_H_
