// Squashing: neighbours of one role become one message.
#include "render/renderer.h"

namespace galley::chat {

void Renderer::Squash() {
  FindGroups();
  if (joined_.overflowed()) Fail(Code::kLimitOutput, "the render wrote more bytes than the limit");
  if (stopped()) return;
  // The buffers have stopped growing: views of them stay valid.
  for (const Group& group : groups_) {
    const Printed& first = printed_[out_[group.begin]];
    if (group.size == 1 && first.rich != kAbsent) {
      conversation_.messages.push_back(rich_[first.rich]);
      continue;
    }
    const std::string_view content =
        group.size == 1 ? View(first.text)
                        : joined_.view().substr(group.joined.begin, group.joined.size);
    Message message;
    message.role = first.role;
    message.prefix = first.prefix;
    message.content = content;
    conversation_.messages.push_back(message);
  }
}

// Runs of messages that become one; the texts of more than one are joined.
void Renderer::FindGroups() {
  groups_.clear();
  for (uint32_t at = 0; at < out_.size() && Step(); ++at) {
    const Printed& next = printed_[out_[at]];
    if (groups_.empty() || !JoinsLast(next)) {
      groups_.push_back({at, 0, {}});
    }
    Group& group = groups_.back();
    const auto message = static_cast<uint32_t>(groups_.size() - 1);
    if (++group.size == 2) {
      group.joined.begin = static_cast<uint32_t>(joined_.size());
      joined_.Append(View(printed_[out_[group.begin]]));
    }
    if (group.size >= 2) {
      joined_.Append('\n');
      joined_.Append(View(next));
      group.joined.size = static_cast<uint32_t>(joined_.size()) - group.joined.begin;
      if (LedgerRecord* record = Record(Event::kMerge, Reason::kNone, next.place)) {
        record->role = next.role;
        record->message = message;
        // A separator stands at another place than the loop that printed it.
        if (next.record != kAbsent) record->where = conversation_.ledger[next.record].where;
      }
    }
    if (next.record != kAbsent && conversation_.ledger[next.record].message == kAbsent) {
      conversation_.ledger[next.record].message = message;
    }
    if (artifact_->cache.is_set) [[unlikely]]
      conversation_.origins.push_back({message, next.place});
    if (out_[at] == newest_elided_) conversation_.newest_elided = message;
    if (request_->trace) {
      const size_t size = View(next).size() + (group.size >= 2 ? 1 : 0);
      const size_t end = group.size >= 2 ? group.joined.size : size;
      TracePiece(out_[at], message, end - size, end);
    }
  }
}

bool Renderer::JoinsLast(const Printed& next) const {
  const Printed& first = printed_[out_[groups_.back().begin]];
  return request_->squash && next.role == first.role && IsJoinable(first) && IsJoinable(next);
}

// One text without a name or a mark.
bool Renderer::IsJoinable(const Printed& printed) const {
  if (printed.rich == kAbsent) return !printed.prefix;
  const Message& message = rich_[printed.rich];
  return message.is_text() && !message.content.empty() && !message.name.data() && !message.prefix &&
         !message.cache && !message.pin;
}

}  // namespace galley::chat
