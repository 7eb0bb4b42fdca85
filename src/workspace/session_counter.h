// SessionCounter: what counts the tokens of renders of one session: texts joined as they will
// stand, frames of messages, and the request from scratch.
#ifndef GALLEY_WORKSPACE_SESSION_COUNTER_H_
#define GALLEY_WORKSPACE_SESSION_COUNTER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "budget/joined_counter.h"
#include "galley/result.h"
#include "history/shrink.h"
#include "profiles/request_counter.h"
#include "render/recount.h"
#include "workspace/counting.h"

namespace galley::workspace {

class SessionCounter final : public JoinedCounter, public chat::RequestRecount {
 public:
  // Null where texts are counted one by one: neither a model nor a tokenizer is named.
  static std::unique_ptr<SessionCounter> Of(const Counting& counting);

  uint64_t Estimate(std::string_view text) const override;
  uint64_t EstimateAfter(std::string_view before, std::string_view text) const override;
  uint64_t MessageCost(std::string_view role) const override;
  uint64_t RequestCost() const override { return request_cost_; }

  Result<uint64_t> Count(std::span<const chat::Message> messages, const Value& tools,
                         const Value& tool_choice) const override;
  Result<uint64_t> CountTools(const Value& tools, const Value& tool_choice) const override;

  // How the model counts images; lives as long as this.
  history::ImageRule image_rule() const noexcept;

 private:
  explicit SessionCounter(std::shared_ptr<const RequestCounter> counter);

  // What a message of `role` takes in the chat template of the model, its text aside.
  uint64_t ProbeTemplate(std::string_view role) const;

  std::shared_ptr<const RequestCounter> counter_;
  std::array<uint64_t, 4> message_costs_ = {};  // by role
  uint64_t request_cost_ = 0;
};

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_SESSION_COUNTER_H_
