// Mending: each call is answered by one result in the next message, each result has its
// call; open calls may end the list.
#include <string>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "history/reader.h"

namespace galley::history {
namespace {

// More of one kind would not tell more.
constexpr size_t kMostComplaints = 100;

}  // namespace

Result<void> Reader::CheckCalls() {
  for (const Call& call : calls_) {
    const auto [number, is_new] = calls_by_id_.Insert(list_.parts[call.part].id,
                                                      static_cast<uint32_t>(&call - calls_.data()));
    if (is_new) continue;
    return Report(Code::kDuplicateToolCall,
                  "`messages[" + std::to_string(drafts_[call.draft].item) +
                      "]` calls a tool by an id that `messages[" +
                      std::to_string(drafts_[calls_[*number].draft].item) + "]` has used");
  }
  return {};
}

Result<void> Reader::Mend() {
  mended_.reserve(drafts_.size());
  for (size_t at = 0; at < drafts_.size(); ++at) {
    const Draft& draft = drafts_[at];
    if (draft.message.role == Role::kTool) {
      TRY(MendResults(draft));
      continue;
    }
    TRY(Close(false));
    mended_.push_back(draft);
    open_.begin = open_.end = next_call_;
    while (next_call_ < calls_.size() && calls_[next_call_].draft == at) ++next_call_;
    open_.end = next_call_;
    first_open_ = open_.begin;
    open_draft_ = static_cast<uint32_t>(mended_.size() - 1);
    linked_by_name_ = false;
  }
  return Close(true);
}

// Keeps the results that answer an open call; a message without any goes.
Result<void> Reader::MendResults(Draft draft) {
  uint32_t kept = draft.parts.begin;
  uint32_t orphans = 0;
  for (uint32_t at = draft.parts.begin; at < draft.parts.end; ++at) {
    Part& result = list_.parts[at];
    Call* call = CallOf(result);
    if (call) {
      call->answered = true;
      result.id = list_.parts[call->part].id;
    } else {
      ++orphans;
      if (options_.repair != Repair::kKeep) continue;
    }
    if (kept != at) list_.parts[kept] = result;
    ++kept;
  }
  draft.parts.end = kept;
  if (orphans > 0) {
    TRY(Complain(Code::kOrphanToolResult, draft.item,
                 "holds " + std::to_string(orphans) +
                     (orphans == 1 ? " result that answers" : " results that answer") +
                     " no open call"));
  }
  if (draft.parts.size() > 0) mended_.push_back(draft);
  return {};
}

// The open call that a result answers, or null.
Reader::Call* Reader::CallOf(const Part& result) {
  if (result.id.empty()) return FirstOpen(result.name);
  const uint32_t* number = calls_by_id_.Find(result.id);
  if (!number || *number < open_.begin || *number >= open_.end) return nullptr;
  return calls_[*number].answered ? nullptr : &calls_[*number];
}

Reader::Call* Reader::FirstOpen(std::string_view name) {
  if (name.empty()) {
    while (first_open_ < open_.end && calls_[first_open_].answered) ++first_open_;
    return first_open_ < open_.end ? &calls_[first_open_] : nullptr;
  }
  if (!linked_by_name_) LinkByName();
  uint32_t* first = open_by_name_.Find(name);
  if (!first) return nullptr;
  while (*first != kAbsent && calls_[*first].answered) *first = calls_[*first].next_of_name;
  return *first != kAbsent ? &calls_[*first] : nullptr;
}

// Chains the open calls of each name, so that finding the first one stays linear.
void Reader::LinkByName() {
  linked_by_name_ = true;
  open_by_name_ = OrderedMap<uint32_t, std::string_view>();
  for (uint32_t at = open_.end; at > open_.begin; --at) {
    uint32_t& first = *open_by_name_.Insert(list_.parts[calls_[at - 1].part].name, kAbsent).first;
    calls_[at - 1].next_of_name = std::exchange(first, at - 1);
  }
}

// No more results can come for the open calls.
Result<void> Reader::Close(bool at_end) {
  std::vector<uint32_t> unanswered;
  for (uint32_t at = open_.begin; at < open_.end; ++at) {
    if (!calls_[at].answered) unanswered.push_back(at);
  }
  open_.begin = open_.end;
  if (unanswered.empty() || options_.repair == Repair::kKeep) return {};
  // Calls at the very end are the agent's next step.
  if (at_end && open_draft_ + 1 == mended_.size()) return {};
  TRY(Complain(Code::kUnansweredToolCall, mended_[open_draft_].item,
               "holds " + std::to_string(unanswered.size()) +
                   (unanswered.size() == 1 ? " call that gets" : " calls that get") +
                   " no result"));
  if (options_.repair == Repair::kStub) {
    AddStubs(unanswered);
  } else {
    DropCalls(unanswered);
  }
  return {};
}

// Behind the results that came, which move to where there is room.
void Reader::AddStubs(const std::vector<uint32_t>& calls) {
  if (open_draft_ + 1 == mended_.size()) {
    Draft results;
    results.message.role = Role::kTool;
    results.item = mended_[open_draft_].item;
    mended_.push_back(results);
  }
  Draft& results = mended_[open_draft_ + 1];
  const Run given = results.parts;
  results.parts.begin = static_cast<uint32_t>(list_.parts.size());
  for (uint32_t at = given.begin; at < given.end; ++at) {
    const Part result = list_.parts[at];
    list_.parts.push_back(result);
  }
  Part text;
  text.text = kNoResult;
  const std::span<const Part> inner = NewParts(heap_, {&text, 1});
  for (const uint32_t call : calls) {
    if (!heap_->meter().Take(sizeof(Part))) break;
    Part stub{Part::Type::kToolResult, true};
    stub.inner = inner.data();
    stub.inner_size = static_cast<uint32_t>(inner.size());
    stub.id = list_.parts[calls_[call].part].id;
    list_.parts.push_back(stub);
  }
  results.parts.end = static_cast<uint32_t>(list_.parts.size());
}

// A message that is then empty goes too; it has no results.
void Reader::DropCalls(const std::vector<uint32_t>& calls) {
  Draft& draft = mended_[open_draft_];
  uint32_t kept = draft.parts.begin;
  auto next = calls.begin();
  for (uint32_t at = draft.parts.begin; at < draft.parts.end; ++at) {
    if (next != calls.end() && calls_[*next].part == at) {
      ++next;
      continue;
    }
    if (kept != at) list_.parts[kept] = list_.parts[at];
    ++kept;
  }
  draft.parts.end = kept;
  if (draft.parts.size() == 0) mended_.erase(mended_.begin() + open_draft_);
}

Result<void> Reader::Complain(Code code, uint32_t item, std::string message) {
  if (options_.repair == Repair::kKeep) return {};
  Diagnostic complaint =
      Report(code, "`messages[" + std::to_string(item) + "]` " + std::move(message));
  if (options_.repair == Repair::kError) {
    complaint.severity = Severity::kError;
    return complaint;
  }
  if (complaints_++ < kMostComplaints) warnings_->push_back(std::move(complaint));
  return {};
}

}  // namespace galley::history
