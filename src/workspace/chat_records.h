// What a render gave, as results show it.
#ifndef GALLEY_WORKSPACE_CHAT_RECORDS_H_
#define GALLEY_WORKSPACE_CHAT_RECORDS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "emit/provider.h"
#include "render/conversation.h"
#include "value/heap.h"
#include "value/value.h"
#include "workspace/chat_session.h"

namespace galley::workspace {

// {role, content, prefix?}
Value MessageRecord(const chat::Message& message, Heap* heap);
// {event, where, role?, tokens?, reason?, limit?, needed?, left?, message?, source?, loop?,
//  unreached?, soft?, file?, line?}; `file` is that of the template, or empty
Value LedgerEntry(const chat::LedgerRecord& record, std::string_view file, Heap* heap);
// [{where, source, items, shown, overBudget, skipped}]: one for each loop of the template.
Value DroppedList(const std::vector<chat::LoopCount>& loops, const chat::Artifact& artifact,
                  Heap* heap);
// {event: mark, where, message?, tokens, why, ttl?, file?, line?}: where a mark for a provider's
// cache stands, and why; `tokens` are those up to it.
Value MarkRecord(const CacheMark& mark, const chat::Conversation& conversation,
                 const ChatSession& session, Heap* heap);
// What `chat.render` gives: {messages, usage, dropped, responseFormat?, ledger?}, all of it
// in the heap; the ledger where `explain` says so.  `marks` are set on the messages.
Value ConversationRecord(const chat::Conversation& conversation, const ChatSession& session,
                         uint64_t max_tokens, bool explain, Heap* heap,
                         std::span<const CacheMark> marks = {});
// {tokens, maxTokens, estimator, exactness, estimatedMargin?, model?}
Value UsageRecord(const ChatSession& session, uint64_t tokens, std::string_view exactness,
                  uint64_t max_tokens, Heap* heap);
// How the tokens of a render are counted: `exact`, `text-exact`, `estimate`.
std::string_view ExactnessOf(const ChatSession& session, const chat::Conversation& conversation);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_CHAT_RECORDS_H_
