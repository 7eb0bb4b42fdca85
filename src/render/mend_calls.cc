// Calls and results, after template and history were put together: each call is answered by
// one result in the next message, and each result has its call.  Open calls may end the
// conversation; whatever is inserted afterwards goes before them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "diag/report.h"
#include "history/read.h"
#include "render/renderer.h"

namespace galley::chat {
namespace {

using history::HasCalls;
using history::Part;

bool IsCall(const Part& part) noexcept { return part.type == Part::Type::kToolCall; }

}  // namespace

void Renderer::MendCalls() {
  if (rich_.empty()) return;
  mended_.clear();
  size_t mark = 0;
  for (size_t at = 0; at < out_.size() && Step();) {
    const size_t first = mended_.size();
    const size_t next = MendStep(at);
    for (; mark < marks_.size() && marks_[mark].place < next; ++mark) {
      const size_t place = std::min(first + marks_[mark].place - at, mended_.size());
      marks_[mark].place = static_cast<uint32_t>(place);
    }
    at = next;
  }
  for (; mark < marks_.size(); ++mark) marks_[mark].place = static_cast<uint32_t>(mended_.size());
  out_.swap(mended_);
}

// Mends the message at `at` of out_, with the results behind its calls; the place after them.
size_t Renderer::MendStep(size_t at) {
  const Printed& printed = printed_[out_[at]];
  const Message* message = RichOf(printed);
  // A slot that the layout has twice shares what is gone.
  if (!message && printed.text.size == 0) return at + 1;
  if (!message || !HasCalls(*message)) {
    if (printed.role == Role::kTool) {
      DropOrphans(out_[at]);
    } else {
      mended_.push_back(out_[at]);
    }
    return at + 1;
  }
  size_t end = at + 1;
  while (end < out_.size() && printed_[out_[end]].role == Role::kTool) ++end;
  const bool is_open = end == out_.size() && end == at + 1;
  // What the history holds was mended when it was read.
  const bool is_mended =
      end == at + 2 && IsOfHistory(printed) && IsOfHistory(printed_[out_[at + 1]]);
  if (is_open || is_mended) {
    mended_.insert(mended_.end(), out_.begin() + static_cast<ptrdiff_t>(at),
                   out_.begin() + static_cast<ptrdiff_t>(end));
  } else {
    MendStep(at, end);
  }
  return end;
}

bool Renderer::IsOfHistory(const Printed& printed) const noexcept {
  return artifact_->history && printed.place == artifact_->plan[artifact_->history->node].place;
}

void Renderer::MendStep(size_t at, size_t end) {
  const std::span<const Part> parts = rich_[printed_[out_[at]].rich].parts;
  OrderedMap<bool, std::string_view> answered;  // by id
  for (const Part& part : parts) {
    if (IsCall(part) && !answered.Insert(part.id, false).second) {
      return Fail(Code::kDuplicateToolCall, "two calls of one message have the same id");
    }
  }
  std::vector<Part> results;
  uint32_t holder = kAbsent;  // of the results
  for (size_t i = at + 1; i < end && !stopped(); ++i) {
    std::optional<uint64_t> orphans;  // tokens
    for (const Part& result : rich_[printed_[out_[i]].rich].parts) {
      bool* known = answered.Find(result.id);
      if (known && !*known) {
        results.push_back(result);
        *known = true;
      } else {
        orphans = orphans.value_or(0) + history::TokensOf(result, TokenRules(), &heap_);
      }
    }
    if (results.size() > 0 && holder == kAbsent) holder = out_[i];
    if (orphans && Complain(Code::kOrphanToolResult, out_[i]))
      TakeBack(printed_[out_[i]], *orphans);
  }
  std::vector<Part> open;
  for (const Part& part : parts) {
    if (IsCall(part) && !*answered.Find(part.id)) open.push_back(part);
  }
  if (!open.empty()) AnswerOrDrop(out_[at], open, &results, &holder);
  if (printed_[out_[at]].rich == kAbsent || stopped()) return;
  mended_.push_back(out_[at]);
  if (results.empty()) return;
  history::SetParts(results, &heap_, &rich_[printed_[holder].rich]);
  mended_.push_back(holder);
}

// Calls that cannot be the next step any more: they get a result that says so, or go.
void Renderer::AnswerOrDrop(uint32_t printed, const std::vector<Part>& calls,
                            std::vector<Part>* results, uint32_t* holder) {
  if (!Complain(Code::kUnansweredToolCall, printed)) return;
  Part text;
  text.text = history::kNoResult;
  const uint64_t needed = budget_->Estimate(text.text) * calls.size();
  const bool stubs = Mending() == history::Repair::kStub && budget_->Fits(needed, ceilings_.size());
  if (!stubs) return DropCalls(printed, calls);
  const std::span<const Part> inner = history::NewParts(&heap_, {&text, 1});
  for (const Part& call : calls) {
    Part stub{Part::Type::kToolResult, true};
    stub.id = call.id;
    stub.inner = inner.data();
    stub.inner_size = static_cast<uint32_t>(inner.size());
    results->push_back(stub);
  }
  budget_->Consume(needed);
  const Printed before = printed_[printed];
  uint32_t entry = kAbsent;
  if (LedgerRecord* record = Record(Event::kEmit, Reason::kNone, before.place)) {
    record->role = Role::kTool;
    if (before.record != kAbsent) record->unit = conversation_.ledger[before.record].unit;
    NoteSpent(record, needed);
    entry = static_cast<uint32_t>(conversation_.ledger.size() - 1);
  }
  if (*holder != kAbsent) return;
  Message message;
  message.role = Role::kTool;
  *holder = static_cast<uint32_t>(printed_.size());
  printed_.push_back({Role::kTool, false, {}, entry, before.place, AddRich(message)});
}

// A message that is then empty goes too; it has no place in rich_ any more.
void Renderer::DropCalls(uint32_t number, const std::vector<Part>& calls) {
  Printed& printed = printed_[number];
  uint64_t tokens = 0;
  std::vector<Part> kept;
  auto next = calls.begin();  // in the order of the message
  for (const Part& part : rich_[printed.rich].parts) {
    if (IsCall(part) && next != calls.end() && next->id == part.id) {
      ++next;
      tokens += history::TokensOf(part, TokenRules(), &heap_);
    } else {
      kept.push_back(part);
    }
  }
  TakeBack(printed, tokens);
  history::SetParts(kept, &heap_, &rich_[printed.rich]);
  if (kept.empty()) Vanish(&printed, Reason::kUnansweredCall);
}

// A message of results that has no calls before it.
void Renderer::DropOrphans(uint32_t number) {
  if (!Complain(Code::kOrphanToolResult, number)) return;
  Printed& printed = printed_[number];
  TakeBack(printed, history::TokensOf(rich_[printed.rich], TokenRules(), &heap_));
  Vanish(&printed, Reason::kOrphanResult);
}

void Renderer::TakeBack(const Printed& printed, uint64_t tokens) {
  budget_->GiveBack(tokens);
  if (printed.record == kAbsent) return;
  std::optional<uint64_t>& spent = conversation_.ledger[printed.record].tokens;
  if (spent) *spent -= std::min(*spent, tokens);
}

void Renderer::Vanish(Printed* printed, Reason reason) {
  printed->rich = kAbsent;
  if (printed->record == kAbsent) return;
  conversation_.ledger[printed->record].event = Event::kSkip;
  conversation_.ledger[printed->record].reason = reason;
}

history::Repair Renderer::Mending() const noexcept {
  return artifact_->history ? static_cast<history::Repair>(artifact_->history->repair)
                            : history::Repair::kStub;
}

// False where that fails the render.
bool Renderer::Complain(Code code, uint32_t printed) {
  const chat::Place& place = parts_->places[printed_[printed].place];
  const bool is_call = code == Code::kUnansweredToolCall;
  Diagnostic complaint = Report(code, Source(parts_->file, parts_->text), place.span,
                                Quoted(place.path) + (is_call ? " prints calls that get no result"
                                                              : " prints results without a call"));
  if (Mending() != history::Repair::kError) {
    AddWarning(std::move(complaint));
    return true;
  }
  complaint.severity = Severity::kError;
  AddWarning(std::move(complaint));
  return false;
}

// The place before a step, where `place` is inside of it or behind open calls.
uint32_t Renderer::OutsideOfStep(uint32_t place) const {
  if (rich_.empty() || place == 0) return place;
  const Message* before = RichOf(printed_[order_of_messages_.MessageAt(place - 1)]);
  return before && HasCalls(*before) ? place - 1 : place;
}

}  // namespace galley::chat
