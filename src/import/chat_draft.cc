// Laying out what an importer found as a document of ours.
#include "import/chat_draft.h"

#include "base/try.h"
#include "value/record.h"

namespace galley::importing {
namespace {

// The built-in task kind whose context is whatever the caller gives.
constexpr std::string_view kTask = "writing_assistant";

struct RoleName {
  std::string_view name;
  std::string_view role;
};

constexpr RoleName kRoles[] = {
    {"system", "system"},       {"developer", "system"}, {"user", "user"},
    {"human", "user"},          {"assistant", "assistant"}, {"ai", "assistant"},
    {"model", "assistant"},
};

}  // namespace

std::optional<std::string_view> FindRole(std::string_view name) noexcept {
  for (const RoleName& known : kRoles) {
    if (known.name == name) return known.role;
  }
  return std::nullopt;
}

ChatDraft::ChatDraft(Job* job, Leaf leaf, std::string_view name)
    : job_(job), leaf_(leaf), name_(name) {}

void ChatDraft::AddMessage(std::string_view role, const std::string& content, bool is_prefix) {
  Heap* heap = job_->heap();
  layout_.push_back(NewRecord(heap, {{"kind", Value::String("message")},
                                     {"role", Value::String(role)},
                                     {"content", heap->NewString(content)},
                                     {"prefix", is_prefix ? Value::Bool(true) : Value()}}));
}

void ChatDraft::AddParts(std::string_view role, Value parts) {
  layout_.push_back(NewRecord(job_->heap(), {{"kind", Value::String("message")},
                                             {"role", Value::String(role)},
                                             {"content", parts}}));
}

void ChatDraft::AddHistory(std::string_view field, Span place) {
  if (!history_.is_undefined()) {
    job_->Lose(place, "a template of ours has one history: this one is left out");
    return;
  }
  Heap* heap = job_->heap();
  const Value source = NewRecord(
      heap, {{"source", Value::String("$ctx")},
             {"args", NewRecord(heap, {{"path", heap->NewString(field)}})}});
  const Value node =
      NewRecord(heap, {{"kind", Value::String("history")}, {"source", source}});
  layout_.push_back(NewRecord(
      heap, {{"kind", Value::String("slot")}, {"name", Value::String("history")}}));
  history_ = heap->NewList({&node, 1});
}

void ChatDraft::AddAnchor(std::string_view key) {
  layout_.push_back(NewRecord(job_->heap(), {{"kind", Value::String("anchor")},
                                             {"key", job_->heap()->NewString(key)}}));
}

void ChatDraft::AddLane(std::string_view id) {
  lanes_.push_back(NewRecord(job_->heap(), {{"id", job_->heap()->NewString(id)}}));
}

Result<Imported> ChatDraft::Finish() {
  Heap* heap = job_->heap();
  const std::string id = job_->NameOr(name_, "imported");
  Value slots = Value::Map(nullptr, 0);
  if (!history_.is_undefined()) {
    slots = NewRecord(heap, {{"history", NewRecord(heap, {{"priority", Value::Int(0)},
                                                          {"plan", history_}})}});
  }
  const Value document = NewRecord(
      heap,
      {{"id", heap->NewString(id)},
       {"name", heap->NewString(name_.empty() ? id : name_)},
       {"description", description_.empty() ? Value() : heap->NewString(description_)},
       {"task", Value::String(kTask)},
       {"version", Value::Int(1)},
       {"leaf", leaf_ == Leaf::kJinja ? Value::String(LeafName(leaf_)) : Value()},
       {"responseFormat", response_format_},
       {"tools", tools_},
       {"layout", heap->NewList(layout_)},
       {"slots", slots},
       {"attachments", lanes_.empty() ? Value() : heap->NewList(lanes_)}});
  return Imported{TRY(PrintDocument(job_, document)), "chat", {}};
}

}  // namespace galley::importing
