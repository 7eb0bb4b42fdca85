// Fields that do not apply are undefined, and so left out of the records.
#include "workspace/chat_records.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cache_marks.h"
#include "history/message_value.h"
#include "value/record.h"

namespace galley::workspace {
namespace {

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

// Undefined where there are none.
Value NewStrings(Heap* heap, const std::vector<std::string>& texts) {
  if (texts.empty()) return Value();
  return NewListOf(heap, texts.size(), [&](size_t at) { return heap->NewString(texts[at]); });
}

// {name: left, ...}; undefined where there are none.
Value CeilingsRecord(const std::vector<chat::CeilingLeft>& ceilings, Heap* heap) {
  if (ceilings.empty()) return Value();
  MapEntry* entries = heap->NewEntries(ceilings.size());
  if (!entries) return Value();
  for (size_t at = 0; at < ceilings.size(); ++at) {
    entries[at] = {heap->NewString(ceilings[at].name), Number(ceilings[at].left)};
  }
  return heap->NewMap(entries, ceilings.size());
}

}  // namespace

Value MessageRecord(const chat::Message& message, Heap* heap) {
  return history::MessageValue(message, heap);
}

Value LedgerEntry(const chat::LedgerRecord& record, std::string_view file, Heap* heap) {
  using Reason = chat::LedgerRecord::Reason;
  const bool limited = !record.limit.empty();
  const bool placed = !file.empty() && record.line > 0;
  const Value loop =
      record.loop.empty() ? Value() : NewListOf(heap, record.loop.size(), [&](size_t at) {
        return Value::Int(record.loop[at]);
      });
  return NewRecord(
      heap,
      {{"event", Value::String(chat::EventName(record.event))},
       {"where", heap->NewString(record.where)},
       {"role", record.role ? Value::String(chat::RoleName(*record.role)) : Value()},
       {"unit", record.unit.empty() ? Value() : heap->NewString(record.unit)},
       {"tokensBefore", record.tokens_before ? Number(*record.tokens_before) : Value()},
       {"tokens", record.tokens ? Number(*record.tokens) : Value()},
       {"reason",
        record.reason == Reason::kNone ? Value() : Value::String(chat::ReasonName(record.reason))},
       {"limit", limited ? heap->NewString(record.limit) : Value()},
       {"needed", limited ? Number(record.needed) : Value()},
       {"left", limited ? Number(record.left) : Value()},
       {"message", record.message == chat::kAbsent ? Value() : Value::Int(record.message)},
       {"source", record.source.empty() ? Value() : heap->NewString(record.source)},
       {"loop", loop},
       {"unreached", record.unreached > 0 ? Number(record.unreached) : Value()},
       {"soft", NewStrings(heap, record.soft)},
       {"ceilings", CeilingsRecord(record.ceilings, heap)},
       {"file", placed ? heap->NewString(file) : Value()},
       {"line", placed ? Value::Int(record.line) : Value()}});
}

Value DroppedList(const std::vector<chat::LoopCount>& loops, const chat::Artifact& artifact,
                  Heap* heap) {
  return NewListOf(heap, loops.size(), [&](size_t at) {
    const chat::LoopCount& loop = loops[at];
    const chat::PlanNode& node = artifact.plan[loop.node];
    return NewRecord(heap, {{"where", heap->NewString(artifact.parts.places[node.place].path)},
                            {"source", heap->NewString(artifact.parts.refs[node.index].name)},
                            {"items", Number(loop.items)},
                            {"shown", Number(loop.shown)},
                            {"overBudget", Number(loop.over_budget)},
                            {"skipped", Number(loop.skipped())}});
  });
}

std::string_view ExactnessOf(const ChatSession& session, const chat::Conversation& conversation) {
  if (session.has_own_budget()) return ExactnessName(Exactness::kEstimate);
  const auto is_media = [](const history::Part& part) { return part.is_media(); };
  const auto holds_media = [&](const chat::Message& message) {
    return std::ranges::any_of(message.parts, [&](const history::Part& part) {
      return is_media(part) || std::ranges::any_of(part.content(), is_media);
    });
  };
  const bool has_tools = conversation.tools.is_list() && conversation.tools.size() > 0;
  return ExactnessName(session.counting().counter->ExactnessOf(
      std::ranges::any_of(conversation.messages, holds_media), has_tools));
}

Value UsageRecord(const ChatSession& session, uint64_t tokens, std::string_view exactness,
                  uint64_t max_tokens, Heap* heap) {
  const bool limited = !session.has_own_budget() && max_tokens != kUnlimited;
  const bool is_own = session.has_own_budget();
  const RequestCounter& counter = *session.counting().counter;
  const uint64_t margin = is_own ? 0 : counter.MarginOf(tokens);
  const ModelProfile* model = session.counting().model.get();
  return NewRecord(heap,
                   {{"tokens", Number(tokens)},
                    {"maxTokens", limited ? Number(max_tokens) : Value::None()},
                    {"estimator", is_own ? Value::None() : heap->NewString(session.estimator())},
                    {"exactness", Value::String(exactness)},
                    {"estimatedMargin", margin > 0 ? Number(margin) : Value()},
                    {"model", model ? heap->NewString(model->name) : Value()}});
}

Value MarkRecord(const CacheMark& mark, const chat::Conversation& conversation,
                 const ChatSession& session, Heap* heap) {
  const bool is_tool = mark.message == UINT32_MAX;
  std::string where = is_tool ? "tools" : "messages[" + std::to_string(mark.message) + ']';
  uint32_t line = 0;
  for (const chat::Origin& origin : conversation.origins) {
    if (is_tool || origin.message != mark.message || origin.place == chat::kAbsent) continue;
    const chat::Place& place = session.artifact().parts.places[origin.place];
    where = place.path;
    line = place.line;
  }
  const std::vector<std::string_view> reasons = ReasonsOf(mark);
  const bool placed = !session.file().empty() && line > 0;
  return NewRecord(heap, {{"event", Value::String("mark")},
                          {"where", heap->NewString(where)},
                          {"tokens", Number(mark.tokens)},
                          {"why", NewListOf(heap, reasons.size(),
                                            [&](size_t at) { return Value::String(reasons[at]); })},
                          {"ttl", mark.ttl.empty() ? Value() : heap->NewString(mark.ttl)},
                          {"message", is_tool ? Value() : Value::Int(mark.message)},
                          {"file", placed ? heap->NewString(session.file()) : Value()},
                          {"line", placed ? Value::Int(line) : Value()}});
}

Value ConversationRecord(const chat::Conversation& conversation, const ChatSession& session,
                         uint64_t max_tokens, bool explain, Heap* heap,
                         std::span<const CacheMark> marks) {
  const Value messages = NewListOf(heap, conversation.messages.size(), [&](size_t at) {
    chat::Message message = conversation.messages[at];
    for (const CacheMark& mark : marks) {
      if (mark.message != at) continue;
      message.cache = true;
      if (!mark.ttl.empty()) message.ttl = mark.ttl;
    }
    return MessageRecord(message, heap);
  });
  Value ledger;
  if (explain) {
    const size_t records = conversation.ledger.size();
    ledger = NewListOf(heap, records + marks.size(), [&](size_t at) {
      return at < records ? LedgerEntry(conversation.ledger[at], session.file(), heap)
                          : MarkRecord(marks[at - records], conversation, session, heap);
    });
  }
  return NewRecord(
      heap, {{"messages", messages},
             {"usage", UsageRecord(session, conversation.tokens, ExactnessOf(session, conversation),
                                   max_tokens, heap)},
             {"dropped", DroppedList(conversation.loops, session.artifact(), heap)},
             {"responseFormat", heap->Copy(session.artifact().response_format)},
             {"tools", heap->Copy(conversation.tools)},
             {"toolChoice",
              conversation.tools.is_list() ? heap->Copy(session.artifact().tool_choice) : Value()},
             {"ledger", ledger}});
}

}  // namespace galley::workspace
