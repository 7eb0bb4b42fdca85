// `chat.explain` and `chat.budget`: why a conversation is what it is, and what it would
// be within another budget.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "api/cache_requests.h"
#include "api/emit.h"
#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "diag/wording.h"
#include "emit/cache_marks.h"
#include "emit/explain_html.h"
#include "emit/explain_text.h"
#include "value/record.h"
#include "workspace/chat_changes.h"
#include "workspace/chat_records.h"
#include "workspace/chat_session.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

Value LoopOf(const std::vector<uint32_t>& loop, Heap* heap) {
  if (loop.empty()) return Value();
  return NewListOf(heap, loop.size(), [&](size_t at) { return Value::Int(loop[at]); });
}

Value NameOrNothing(std::string_view name, Heap* heap) {
  return name.empty() ? Value() : heap->NewString(name);
}

// {where, source?, slot?, loop?, line?, tokens, content?}
Value PartRecord(const chat::ExplainedPart& part, bool content, Heap* heap) {
  return NewRecord(heap, {{"where", heap->NewString(part.where)},
                          {"source", NameOrNothing(part.source, heap)},
                          {"slot", NameOrNothing(part.slot, heap)},
                          {"loop", LoopOf(part.loop, heap)},
                          {"line", part.line > 0 ? Value::Int(part.line) : Value()},
                          {"tokens", Number(part.tokens)},
                          {"content", content ? heap->NewString(part.content) : Value()}});
}

// {role, prefix?, tokens, parts}
Value MessageOf(const chat::ExplainedMessage& message, const chat::Explanation& told, Heap* heap) {
  const Value parts = NewListOf(heap, message.parts.size(), [&](size_t at) {
    return PartRecord(told.parts[message.parts.begin + at], true, heap);
  });
  return NewRecord(heap, {{"role", Value::String(chat::RoleName(message.role))},
                          {"prefix", message.prefix ? Value::Bool(true) : Value()},
                          {"tokens", Number(message.tokens)},
                          {"parts", parts}});
}

// {kind, name?, priority?, tokens, maxTokens?, reserve?, messages, items?, shown?, dropped}
Value BudgetRecord(const chat::BudgetUse& use, Heap* heap) {
  const bool is_slot = use.kind == chat::BudgetUse::Kind::kSlot;
  return NewRecord(heap, {{"kind", Value::String(chat::BudgetKindName(use.kind))},
                          {"name", NameOrNothing(use.name, heap)},
                          {"priority", is_slot ? Value::Int(use.priority) : Value()},
                          {"tokens", Number(use.tokens)},
                          {"maxTokens", use.limit == UINT64_MAX ? Value() : Number(use.limit)},
                          {"reserve", use.reserve > 0 ? Number(use.reserve) : Value()},
                          {"messages", Value::Int(use.messages)},
                          {"items", use.items > 0 ? Number(use.items) : Value()},
                          {"shown", use.items > 0 ? Number(use.shown) : Value()},
                          {"dropped", Number(use.dropped)}});
}

// The record of the ledger, with `why` in plain words.
Value DropRecord(const chat::Drop& drop, std::string_view file, Heap* heap) {
  chat::LedgerRecord record = drop.record;
  record.source = drop.source;
  const Value entry = workspace::LedgerEntry(record, file, heap);
  MapEntry* entries = heap->NewEntries(entry.size() + 1);
  if (!entries) return Value();
  std::copy_n(entry.entries(), entry.size(), entries);
  entries[entry.size()] = {Value::String("why"), heap->NewString(drop.why)};
  return heap->NewMap(entries, entry.size() + 1);
}

Value BudgetList(const chat::Explanation& told, Heap* heap) {
  return NewListOf(heap, told.budgets.size(),
                   [&](size_t at) { return BudgetRecord(told.budgets[at], heap); });
}

Value PartList(const std::vector<chat::ExplainedPart>& parts, Heap* heap) {
  return NewListOf(heap, parts.size(),
                   [&](size_t at) { return PartRecord(parts[at], false, heap); });
}

Result<chat::TextStyle> ReadTextStyle(const Params& params) {
  chat::TextStyle style;
  const int64_t width = TRY(params.Int("width", style.width));
  style.width = static_cast<uint32_t>(std::clamp<int64_t>(width, 20, 10'000));
  if (TRY(params.Bool("colour", false))) style.colour = Colour::kAlways;
  return style;
}

// The points of a page around the budget that was asked for.
constexpr size_t kPagePoints = 48;

// As many points as fit the limit where each is as large as `whole`, but some.
size_t PagePoints(const chat::Conversation& whole, uint64_t most_bytes) {
  constexpr size_t kLeast = 4;
  uint64_t bytes = 1;
  for (const chat::Message& message : whole.messages) {
    bytes += sizeof(chat::ExplainedPart) + message.content.size();
  }
  return std::clamp(static_cast<size_t>(most_bytes / bytes), kLeast, kPagePoints);
}

Result<std::string> MakePage(const chat::Explanation& told, const chat::Explainer& explainer,
                             workspace::ChatSession* session) {
  // From nothing to where all that can be printed is, with room for what is reserved and
  // not used.
  const chat::Conversation& whole = *TRY(session->RenderAnyway(kUnlimited, false, false));
  const uint64_t all = 2 * whole.tokens;
  const size_t points = PagePoints(whole, session->most_bytes());
  const bool limited = told.max_tokens != kUnlimited;
  const uint64_t to = limited ? std::max(all, told.max_tokens) : all;
  chat::WhatIf found =
      TRY(workspace::FindChanges(explainer, 0, to, points, workspace::Tell::kAll, session));
  const auto is_later = [&](const chat::WhatIfPoint& point) {
    return point.told.max_tokens >= told.max_tokens;
  };
  auto place = std::find_if(found.points.begin(), found.points.end(), is_later);
  if (place == found.points.end() || place->told.max_tokens != told.max_tokens) {
    chat::WhatIfPoint asked;
    asked.told = told;
    place = found.points.insert(place, std::move(asked));
  }
  const auto start = static_cast<size_t>(place - found.points.begin());
  for (size_t at = std::max<size_t>(start, 1); at < std::min(found.points.size(), start + 2);
       ++at) {
    chat::Compare(found.points[at - 1].told, &found.points[at]);
  }
  return chat::ExplainAsHtml(found, start);
}

Result<Value> PrintAs(const Params& params, const chat::Explanation& told,
                      const chat::Explainer& explainer, workspace::ChatSession* session,
                      Heap* heap) {
  if (!params.has("format")) return Value();
  if (TRY(params.Choice("format", {"text", "html"})) == 0) {
    return heap->NewString(chat::ExplainAsText(told, TRY(ReadTextStyle(params))));
  }
  return heap->NewString(TRY(MakePage(told, explainer, session)));
}

// Where `cache: auto` places marks for the provider of the parameter `as`.
struct ToldMarks {
  Value list;        // undefined where nobody asked
  std::string text;  // for people
};

std::string MarkLine(const CacheMark& mark, const Value& record) {
  std::string why;
  for (const std::string_view reason : ReasonsOf(mark)) {
    why += (why.empty() ? "" : ", ") + std::string(reason);
  }
  return "  " + std::string(FindItem(record, "where")->as_string()) + ": " + why + ", " +
         Pluralize(mark.tokens, "token") + " before it" +
         (mark.ttl.empty() ? "" : ", kept for " + mark.ttl) + '\n';
}

Result<ToldMarks> TellMarks(const Params& params, uint64_t max_tokens,
                            workspace::ChatSession* session, const Invocation& call) {
  ToldMarks told;
  if (!params.has("as")) return told;
  const Provider provider = TRY(ReadProvider(params));
  const chat::Conversation& conversation =
      *TRY(session->RenderAnyway(max_tokens, session->squash(), false));
  std::vector<Tool> tools;
  if (conversation.tools.is_list()) {
    tools = TRY(ReadTools(conversation.tools, ToolNamesOf(provider)));
  }
  Outgoing outgoing{conversation.messages};
  outgoing.tools = tools;
  outgoing.model = ModelOf(params, *session);
  const std::vector<CacheMark> marks =
      TRY(MarksFor(*session, conversation, outgoing, provider, call));
  told.text = marks.empty() ? "\nno cache marks\n" : "\ncache marks\n";
  std::vector<Value> records;
  for (const CacheMark& mark : marks) {
    records.push_back(workspace::MarkRecord(mark, conversation, *session, call.heap));
    told.text += MarkLine(mark, records.back());
  }
  told.list = call.heap->NewList(records);
  return told;
}

// Explaining renders more than once, and a budget of the caller's serves one render.
Result<void> RefuseOwnBudget(const workspace::ChatSession& session) {
  if (!session.has_own_budget()) return {};
  return Report(Code::kInvalidParams,
                "a budget of the calling program serves one render, and this takes several",
                "call `chat.render` with `explain`");
}

// A number of tokens that must be there.
Result<uint64_t> RequireTokens(const Params& params, std::string_view name) {
  TRY(params.Any(name));
  return workspace::ReadTokens(params, name);
}

constexpr int64_t kMostPoints = 1'000;

Result<size_t> ReadPoints(const Params& params) {
  const int64_t points = TRY(params.Int("points", 24));
  if (points >= 2 && points <= kMostPoints) return static_cast<size_t>(points);
  return Report(Code::kInvalidParams, Quoted(params.PathOf("points")) + " must be from 2 to " +
                                          std::to_string(kMostPoints));
}

}  // namespace

// {template, context, sources?, task?, allowedSources?, maxTokens?, model?, tokenizer?,
//  injections?,
//  laneDefaults?, squash = true, format?: text|html, width = 100, colour = false,
//  as?} ->
//   {usage, file?, messages: [{role, prefix?, tokens, parts}], budgets, dropped, drops, marks?,
//    text?}
Result<Value> ExplainChat(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(params, call));
  const uint64_t max_tokens = session->BudgetFor(TRY(workspace::ReadTokens(params, "maxTokens")));
  TRY(RefuseOwnBudget(*session));
  const chat::Explainer explainer = workspace::ExplainerOf(*session);
  const chat::Explanation told = TRY(workspace::ExplainAt(explainer, max_tokens, session.get()));
  for (const Diagnostic& finding : told.findings) call.warnings->push_back(finding);
  Heap* heap = call.heap;
  const Value messages = NewListOf(heap, told.messages.size(), [&](size_t at) {
    return MessageOf(told.messages[at], told, heap);
  });
  const Value drops = NewListOf(heap, told.drops.size(), [&](size_t at) {
    return DropRecord(told.drops[at], session->file(), heap);
  });
  const Value dropped = workspace::DroppedList(told.loops, session->artifact(), heap);
  Value text = TRY(PrintAs(params, told, explainer, session.get(), heap));
  const ToldMarks marks = TRY(TellMarks(params, max_tokens, session.get(), call));
  if (text.is_string() && !marks.text.empty() &&
      TRY(params.Choice("format", {"text", "html"})) == 0) {
    text = heap->NewString(std::string(text.as_string()) + marks.text);
  }
  const Value usage =
      workspace::UsageRecord(*session, told.tokens, told.exactness, max_tokens, heap);
  return NewRecord(heap, {{"usage", usage},
                          {"file", NameOrNothing(session->file(), heap)},
                          {"messages", messages},
                          {"budgets", BudgetList(told, heap)},
                          {"dropped", dropped},
                          {"drops", drops},
                          {"marks", marks.list},
                          {"text", text}});
}

// {template, context, ... as for chat.explain, from, to, points = 24, format?: text,
//  width = 100, colour = false} ->
//   {from, to, changes, points: [{maxTokens, tokens, messages, budgets, dropped, appeared,
//    vanished, changes, exact}], text?}; the first point is the state at `from`
Result<Value> FindBudgetChanges(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::unique_ptr<workspace::ChatSession> session =
      TRY(workspace::ChatSession::Open(params, call));
  const uint64_t from = TRY(RequireTokens(params, "from"));
  const uint64_t to = TRY(RequireTokens(params, "to"));
  if (from > to) {
    return Report(
        Code::kInvalidParams,
        Quoted(params.PathOf("from")) + " must not be larger than " + Quoted(params.PathOf("to")));
  }
  const size_t most_points = TRY(ReadPoints(params));
  TRY(RefuseOwnBudget(*session));
  const chat::Explainer explainer = workspace::ExplainerOf(*session);
  const chat::WhatIf found = TRY(workspace::FindChanges(explainer, from, to, most_points,
                                                        workspace::Tell::kChanges, session.get()));
  Heap* heap = call.heap;
  const Value points = NewListOf(heap, found.points.size(), [&](size_t at) {
    const chat::WhatIfPoint& point = found.points[at];
    const Value dropped = workspace::DroppedList(point.told.loops, session->artifact(), heap);
    return NewRecord(heap, {{"maxTokens", Number(point.told.max_tokens)},
                            {"tokens", Number(point.told.tokens)},
                            {"messages", Number(point.messages)},
                            {"budgets", BudgetList(point.told, heap)},
                            {"dropped", dropped},
                            {"appeared", PartList(point.appeared, heap)},
                            {"vanished", PartList(point.vanished, heap)},
                            {"changes", Value::Int(point.changes)},
                            {"exact", Value::Bool(point.exact)}});
  });
  Value text;
  if (params.has("format")) {
    TRY(params.Choice("format", {"text"}));
    text = heap->NewString(chat::WhatIfAsText(found, TRY(ReadTextStyle(params))));
  }
  return NewRecord(heap, {{"from", Number(from)},
                          {"to", Number(to)},
                          {"changes", Number(found.changes)},
                          {"points", points},
                          {"text", text}});
}

}  // namespace galley::api
