// Messages as values, in the canonical form: what `history.read` gives and renders show.
#ifndef GALLEY_HISTORY_MESSAGE_VALUE_H_
#define GALLEY_HISTORY_MESSAGE_VALUE_H_

#include <span>

#include "history/message.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley::history {

// {role, content, name?, prefix?, cache?, pin?}; `content` is a string exactly where the
// message is one text.  Nothing in it points to the message.
Value MessageValue(const Message& message, Heap* heap);
Value MessageValues(std::span<const Message> messages, Heap* heap);
// {type, ...} as the part has it.
Value PartValue(const Part& part, Heap* heap);
Value PartValues(std::span<const Part> parts, Heap* heap);

// The same message with all it points to in `heap`.
Message CopyMessage(Message message, Heap* heap);

}  // namespace galley::history

#endif  // GALLEY_HISTORY_MESSAGE_VALUE_H_
