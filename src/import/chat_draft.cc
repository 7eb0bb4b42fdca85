// Laying out what an importer found as a document of ours.
#include "import/chat_draft.h"

#include <algorithm>

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
    {"system", "system"},       {"developer", "system"}, {"user", "user"},       {"human", "user"},
    {"assistant", "assistant"}, {"ai", "assistant"},     {"model", "assistant"},
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
  layout_.push_back(NewRecord(
      job_->heap(),
      {{"kind", Value::String("message")}, {"role", Value::String(role)}, {"content", parts}}));
}

void ChatDraft::AddHistory(std::string_view field, Span place) {
  Heap* heap = job_->heap();
  const auto reference = [&](std::string_view source, std::string_view path) {
    return NewRecord(heap, {{"source", Value::String(source)},
                            {"args", NewRecord(heap, {{"path", heap->NewString(path)}})}});
  };
  const bool is_first = slots_.empty();
  const std::string name = is_first ? "history" : "history_" + std::to_string(slots_.size() + 1);
  Value node =
      NewRecord(heap, {{"kind", Value::String("history")}, {"source", reference("$ctx", field)}});
  if (!is_first) {
    job_->Lose(place, "a template has one history: these messages are printed as texts",
               "calls of tools among them are left out");
    const std::string_view role = leaf_ == Leaf::kJinja ? "{{ item.role }}" : "{{item.role}}";
    const Value message = NewRecord(heap, {{"kind", Value::String("message")},
                                           {"role", Value::String(role)},
                                           {"from", reference("$item", "content")}});
    node = NewRecord(heap, {{"kind", Value::String("forEach")},
                            {"source", reference("$ctx", field)},
                            {"map", heap->NewList({&message, 1})}});
  }
  layout_.push_back(
      NewRecord(heap, {{"kind", Value::String("slot")}, {"name", heap->NewString(name)}}));
  const Value slot = NewRecord(heap, {{"priority", Value::Int(static_cast<int64_t>(slots_.size()))},
                                      {"plan", heap->NewList({&node, 1})}});
  slots_.push_back({heap->NewString(name), slot});
}

void ChatDraft::AddAnchor(std::string_view key) {
  layout_.push_back(NewRecord(
      job_->heap(), {{"kind", Value::String("anchor")}, {"key", job_->heap()->NewString(key)}}));
}

void ChatDraft::AddLane(std::string_view id) {
  lanes_.push_back(NewRecord(job_->heap(), {{"id", job_->heap()->NewString(id)}}));
}

Result<Imported> ChatDraft::Finish() {
  Heap* heap = job_->heap();
  const std::string id = job_->NameOr(name_, "imported");
  Value slots = Value::Map(nullptr, 0);
  if (MapEntry* entries = slots_.empty() ? nullptr : heap->NewEntries(slots_.size())) {
    std::copy(slots_.begin(), slots_.end(), entries);
    slots = heap->NewMap(entries, slots_.size());
  }
  const Value document = NewRecord(
      heap, {{"id", heap->NewString(id)},
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
