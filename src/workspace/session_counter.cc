// Frames are probed once for each role; where a template cannot be asked, a fixed number stands
// in.
#include "workspace/session_counter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/try.h"
#include "history/message_value.h"
#include "value/heap.h"
#include "value/record.h"

namespace galley::workspace {
namespace {

constexpr chat::Role kRoles[] = {chat::Role::kSystem, chat::Role::kUser, chat::Role::kAssistant,
                                 chat::Role::kTool};
// Of a message in a template that cannot be asked.
constexpr uint64_t kUsualCost = 5;
constexpr std::string_view kProbe = "x";

Value ProbeOf(std::string_view role, Heap* heap) {
  return NewRecord(heap, {{"role", Value::String(role)}, {"content", Value::String(kProbe)}});
}

}  // namespace

std::unique_ptr<SessionCounter> SessionCounter::Of(const Counting& counting) {
  if (!counting.model && !counting.counter->texts().has_seams()) return nullptr;
  return std::unique_ptr<SessionCounter>(new SessionCounter(counting.counter));
}

SessionCounter::SessionCounter(std::shared_ptr<const RequestCounter> counter)
    : counter_(std::move(counter)) {
  const bool has_template = counter_->has_template();
  for (const chat::Role role : kRoles) {
    const std::string_view name = chat::RoleName(role);
    message_costs_[static_cast<size_t>(role)] =
        has_template ? ProbeTemplate(name) : counter_->MessageFrame(name, {}).value_or(kUsualCost);
  }
  request_cost_ = counter_->request_frame();
  if (!has_template) return;
  Heap heap{Limits()};
  const Value message = ProbeOf("user", &heap);
  const Result<TokenCount> whole = counter_->CountRequest({&message, 1}, Value(), Value());
  const uint64_t known = MessageCost("user") + Estimate(kProbe);
  request_cost_ = whole && whole->tokens > known ? whole->tokens - known : 0;
}

uint64_t SessionCounter::ProbeTemplate(std::string_view role) const {
  Heap heap{Limits()};
  const Value messages[] = {ProbeOf("user", &heap), ProbeOf("assistant", &heap),
                            ProbeOf(role, &heap)};
  const Result<TokenCount> with = counter_->CountRequest(messages, Value(), Value());
  const Result<TokenCount> without = counter_->CountRequest({messages, 2}, Value(), Value());
  if (!with || !without) return kUsualCost;
  const uint64_t known = without->tokens + Estimate(kProbe);
  return with->tokens > known ? with->tokens - known : 0;
}

// Where the split pattern of a tokenizer runs into a limit, each byte is a token: never too
// few.
uint64_t SessionCounter::Estimate(std::string_view text) const {
  return counter_->texts().Count(text).value_or(text.size());
}

uint64_t SessionCounter::EstimateAfter(std::string_view before, std::string_view text) const {
  std::string joined;
  joined.reserve(before.size() + 1 + text.size());
  joined.append(before).append("\n").append(text);
  const uint64_t with = Estimate(joined);
  const uint64_t without = Estimate(before);
  return with > without ? with - without : 0;
}

uint64_t SessionCounter::MessageCost(std::string_view role) const {
  for (const chat::Role each : kRoles) {
    if (chat::RoleName(each) == role) return message_costs_[static_cast<size_t>(each)];
  }
  return kUsualCost;
}

Result<uint64_t> SessionCounter::Count(std::span<const chat::Message> messages, const Value& tools,
                                       const Value& tool_choice) const {
  Heap heap{Limits::Ceiling()};  // the messages were made within the limits already
  const Value values = history::MessageValues(messages, &heap);
  return TRY(counter_->CountRequest(values.items(), tools, tool_choice)).tokens;
}

Result<uint64_t> SessionCounter::CountTools(const Value& tools, const Value& tool_choice) const {
  return counter_->CountTools(tools, tool_choice, false);
}

history::ImageRule SessionCounter::image_rule() const noexcept {
  const auto tokens = [](uint32_t width, uint32_t height, std::string_view detail,
                         const void* counter) {
    return static_cast<const RequestCounter*>(counter)->CountImage(width, height, detail);
  };
  return {tokens, counter_.get()};
}

}  // namespace galley::workspace
