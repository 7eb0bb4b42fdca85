// What marks for a provider's cache are placed by, of one render.
#ifndef GALLEY_WORKSPACE_MARK_PLAN_H_
#define GALLEY_WORKSPACE_MARK_PLAN_H_

#include <optional>

#include "emit/cache_marks.h"
#include "galley/limits.h"
#include "render/conversation.h"
#include "workspace/chat_session.h"

namespace galley::workspace {

// `conversation` is one of `session`.  Nothing where the template does not say `cache: auto`.
std::optional<MarkPlan> MakeMarkPlan(const ChatSession& session,
                                     const chat::Conversation& conversation, const Limits& limits);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_MARK_PLAN_H_
