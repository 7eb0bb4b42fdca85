// Counting joined texts while slots are filled, and settling the ledger with the request as it
// came out, so that its records add up to what a recount gives.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "render/recount.h"
#include "render/renderer.h"

namespace galley::chat {

uint64_t Renderer::AloneCost(const Content& content) {
  const uint64_t tokens = TokensOf(content);
  if (!counts_joined_) return tokens;
  // Items that may go again are measured by a budget of their own.
  const bool is_measured = evicting_ && evicting_->is_running;
  return tokens + (is_measured ? evicting_->budget : budget_)->MessageCost(RoleName(content.role));
}

OpenMessages::Message Renderer::OpenFormOf(const Content& content, bool prefix) const {
  OpenMessages::Message open;
  open.role = content.role;
  const Printed printed{content.role, prefix, content.text, kAbsent, kAbsent, content.rich};
  open.joins = request_->count_squashed && IsJoinable(printed);
  open.begin = content.text.begin;
  open.size = content.text.size;
  if (content.rich != kAbsent) {
    const std::string_view text = rich_[content.rich].content;
    open.own = text.data() ? text : std::string_view("");
  }
  return open;
}

// What a message costs behind `after` in the conversation as it stands.
uint64_t Renderer::CostAt(uint32_t after, const Content& content, bool prefix) {
  const uint64_t alone = AloneCost(content);
  if (!counts_joined_) return alone;
  // Items that may go again have the sizes that they have alone: what is cut must not depend on
  // what they join.
  if (evicting_ && evicting_->is_running) return alone;
  if (after == kAbsent) return alone + 1;  // whatever it joins
  uint64_t steps = 0;
  const uint64_t cost =
      open_.CostOf(after, OpenFormOf(content, prefix), alone, texts_.view(), *budget_, &steps);
  Step(steps);
  return cost;
}

// Notes that a message stands behind `after`; where the next one goes.
uint32_t Renderer::AddOpen(uint32_t after, uint32_t number) {
  if (!counts_joined_ || after == kAbsent) return after;
  Printed& printed = printed_[number];
  const Content content{printed.text, printed.rich, printed.role};
  printed.node = open_.AddMessage(after, OpenFormOf(content, printed.prefix));
  return printed.node;
}

// What is there once, whatever the messages are.
void Renderer::CountFrame() {
  if (!counts_joined_) return;
  budget_->Consume(budget_->RequestCost());
}

// The messages of the conversation as they are counted.
std::vector<Message> Renderer::CountedMessages(std::vector<std::string>* joined) const {
  std::vector<Message> counted;
  joined->reserve(conversation_.messages.size());  // views of them stay valid
  const auto is_plain = [](const Message& message) {
    return message.is_text() && !message.content.empty() && !message.prefix && !message.cache &&
           !message.pin && !message.name.data();
  };
  for (const Message& next : conversation_.messages) {
    const bool joins = request_->count_squashed && !request_->squash && !counted.empty() &&
                       counted.back().role == next.role && is_plain(counted.back()) &&
                       is_plain(next);
    if (!joins) {
      counted.push_back(next);
      joined->emplace_back(next.content);
    } else {
      joined->back().append("\n").append(next.content);
    }
    if (counted.back().is_text()) counted.back().content = joined->back();
  }
  return counted;
}

void Renderer::Settle() {
  conversation_.tokens = budget_->consumed();
  if (!request_->recount || !counts_joined_) return;
  std::vector<std::string> joined;
  const std::vector<Message> counted = CountedMessages(&joined);
  Result<uint64_t> total =
      request_->recount->Count(counted, conversation_.tools, artifact_->tool_choice);
  if (!total) {
    failure_ = std::move(total).error();
    return;
  }
  conversation_.tokens = *total;
  if (request_->explain) SettleLedger(*total);
}

// Each record gets what its message adds to those before it in the end; what remains is the
// frame of the request.
void Renderer::SettleLedger(uint64_t total) {
  uint64_t sum = 0;
  for (const LedgerRecord& record : conversation_.ledger) {
    if (record.where == "tools" && record.tokens) sum += *record.tokens;
  }
  const auto is_counted = [](const LedgerRecord& record) {
    return record.event == Event::kEmit || record.event == Event::kInsert;
  };
  // A slot may be shown twice, or not at all.
  for (const Printed& printed : printed_) {
    if (printed.record == kAbsent || !is_counted(conversation_.ledger[printed.record])) continue;
    conversation_.ledger[printed.record].tokens = 0;
  }
  std::string before;
  const Printed* last = nullptr;
  for (const uint32_t number : out_) {
    const Printed& printed = printed_[number];
    const Content content{printed.text, printed.rich, printed.role};
    const bool joins = last && request_->count_squashed && last->role == printed.role &&
                       IsJoinable(*last) && IsJoinable(printed);
    const std::string_view text = View(printed);
    const uint64_t tokens = joins ? budget_->EstimateAfter(before, text) : AloneCost(content);
    if (joins) {
      before = TailOf(before.append("\n").append(TailOf(text)));
    } else {
      before = TailOf(text);
    }
    last = &printed;
    sum += tokens;
    if (printed.record == kAbsent) continue;
    std::optional<uint64_t>& told = conversation_.ledger[printed.record].tokens;
    told = told.value_or(0) + tokens;
  }
  // A text that is longer than a window looks beyond it, and a frame is smaller behind a system
  // message: what is too much is taken back where it was counted last.
  for (size_t at = conversation_.ledger.size(); at-- > 0 && sum > total;) {
    LedgerRecord& record = conversation_.ledger[at];
    if (!is_counted(record) || !record.tokens) continue;
    const uint64_t less = std::min(*record.tokens, sum - total);
    *record.tokens -= less;
    sum -= less;
  }
  if (sum == total) return;
  LedgerRecord* record = Record(Event::kFrame, Reason::kNone, kAbsent);
  record->where = "frame";
  record->tokens = total - sum;
}

}  // namespace galley::chat
