// Explaining a session, and finding the budgets at which its conversation changes.
#ifndef GALLEY_WORKSPACE_CHAT_CHANGES_H_
#define GALLEY_WORKSPACE_CHAT_CHANGES_H_

#include <cstddef>
#include <cstdint>

#include "emit/explanation.h"
#include "emit/what_if.h"
#include "galley/result.h"
#include "workspace/chat_session.h"

namespace galley::workspace {

// The session's explainer, which must not outlive it.
chat::Explainer ExplainerOf(const ChatSession& session);

// What the session renders within `max_tokens`.
Result<chat::Explanation> ExplainAt(const chat::Explainer& explainer, uint64_t max_tokens,
                                    ChatSession* session);

// What of each point is kept: all of it, or numbers and what appeared and vanished,
// without any text.
enum class Tell : uint8_t { kAll, kChanges };

// What changes from the budget `from` to `to`, at most `most_points` points of it.
// Fails with limit-heap where the changes take more bytes than session->most_bytes();
// who wants all asks for no more points than fit.
//
// Budgets are tried on a grid, and wherever two neighbours differ the interval is halved
// until it is known where.  A change that is undone between two budgets of the grid is
// not seen.
Result<chat::WhatIf> FindChanges(const chat::Explainer& explainer, uint64_t from, uint64_t to,
                                 size_t most_points, Tell tell, ChatSession* session);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CHAT_CHANGES_H_
