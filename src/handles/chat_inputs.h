// What chat templates read from their context: in their strings, and through the sources
// of their task.
#ifndef GALLEY_HANDLES_CHAT_INPUTS_H_
#define GALLEY_HANDLES_CHAT_INPUTS_H_

#include "galley/limits.h"
#include "handles/input_list.h"
#include "workspace/chat_template.h"

namespace galley::handles {

void AddChatInputs(const workspace::CheckedTemplate& checked, const Limits& limits,
                   InputList* inputs);

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_CHAT_INPUTS_H_
