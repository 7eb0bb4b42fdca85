// `galley._galley.Conversation`, which galley/_conversation.py wraps.
#ifndef GALLEY_PYTHON_CONVERSATION_H_
#define GALLEY_PYTHON_CONVERSATION_H_

#include <memory>

#include "galley/conversation.h"
#include "ref.h"

namespace galley::python {

struct ConversationHandle {
  std::shared_ptr<const Conversation> conversation;
};

void DefineConversation(nanobind::module_& module);

}  // namespace galley::python

#endif  // GALLEY_PYTHON_CONVERSATION_H_
