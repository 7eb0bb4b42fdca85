// Messages as people read them, where a conversation is explained.
#ifndef GALLEY_HISTORY_MESSAGE_TEXT_H_
#define GALLEY_HISTORY_MESSAGE_TEXT_H_

#include <string>

#include "history/message.h"

namespace galley::history {

// What a message says; one of parts has a line a part: `[call run] {"x":1}`, `[result] ...`,
// `[image]`.
std::string ReadableText(const Message& message);

}  // namespace galley::history

#endif  // GALLEY_HISTORY_MESSAGE_TEXT_H_
