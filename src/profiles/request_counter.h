// RequestCounter: how many tokens a request is: the texts of its messages, what the provider
// puts around them, and the tools.
//
// What a request costs is the sum of what its messages cost, of its tools and of what is
// there once; `MessageFrame` is the part of a message that is not its texts.  Only a chat
// template is more than that: there the whole is rendered and counted.
#ifndef GALLEY_PROFILES_REQUEST_COUNTER_H_
#define GALLEY_PROFILES_REQUEST_COUNTER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "galley/result.h"
#include "profiles/profile.h"
#include "profiles/text_counter.h"
#include "value/value.h"

namespace galley {

// The chat template of a model.
class PromptRenderer {
 public:
  virtual ~PromptRenderer() = default;

  // The prompt for `messages`, canonical ones, and `tools`, a list or undefined, with what
  // makes the model answer behind it.
  virtual Result<std::string> Render(std::span<const Value> messages, const Value& tools) const = 0;
  // The same of a request as it is, {tools?, add_generation_prompt, continue_final_message?,
  // messages}: with calls, reasoning and all.
  virtual Result<std::string> RenderRequest(const Value& request) const = 0;
};

// A number of tokens and how it was got.
struct TokenCount {
  uint64_t tokens = 0;
  Exactness exactness = Exactness::kExact;
  uint64_t margin = 0;  // of an estimate; 0: not known
};

// Immutable.
class RequestCounter {
 public:
  // Without a frame: a request is its texts.
  explicit RequestCounter(TextCounter texts) : texts_(std::move(texts)) {}
  // `prompt` is null where the frame has no template.
  RequestCounter(TextCounter texts, const ModelProfile& profile,
                 std::unique_ptr<const PromptRenderer> prompt)
      : texts_(std::move(texts)),
        frame_(profile.frame),
        images_(profile.images),
        exactness_(profile.exactness),
        prompt_(std::move(prompt)) {}

  const TextCounter& texts() const noexcept { return texts_; }
  const FrameRule& frame() const noexcept { return frame_; }
  bool has_template() const noexcept { return prompt_ != nullptr; }

  // The prompt that a model with a chat template sees, of a request in the form of Hugging Face.
  Result<std::string> RenderPrompt(const Value& request) const {
    return prompt_->RenderRequest(request);
  }

  // A text by itself.
  Result<TokenCount> CountText(std::string_view text) const;
  // A request of canonical messages ({role, content, name?}); `tools` is a list or undefined,
  // `tool_choice` auto, none, required, {name} or undefined.
  Result<TokenCount> CountRequest(std::span<const Value> messages, const Value& tools,
                                  const Value& tool_choice) const;

  // The parts of it, where it is a sum.  What a message of `role` and `name` costs besides
  // what it holds; what it holds; tools; and what a request with messages has once.
  Result<uint64_t> MessageFrame(std::string_view role, std::string_view name) const;
  Result<uint64_t> CountContent(const Value& content) const;
  Result<uint64_t> CountTools(const Value& tools, const Value& tool_choice, bool has_system) const;
  // An image of that size in pixels, 0 where it is not known.
  uint64_t CountImage(uint64_t width, uint64_t height, std::string_view detail) const;
  uint64_t request_frame() const noexcept { return frame_.reply; }

  // How a request is counted that holds media or tools, or does not.
  Exactness ExactnessOf(bool has_media, bool has_tools) const noexcept;
  // What an estimate of `tokens` may be off by.
  uint64_t MarginOf(uint64_t tokens) const;

 private:
  Result<uint64_t> CountPart(const Value& part) const;
  Result<uint64_t> CountPrompt(std::span<const Value> messages, const Value& tools) const;
  Result<uint64_t> CountInside(const Value& value) const;
  Result<uint64_t> CountSchema(const Value& schema) const;

  TextCounter texts_;
  FrameRule frame_;
  ImageRule images_;
  Exactness exactness_ = Exactness::kTextExact;
  std::unique_ptr<const PromptRenderer> prompt_;
};

// The tools as the text that OpenAI's models are said to see.
std::string FunctionsAsText(const Value& tools);

}  // namespace galley

#endif  // GALLEY_PROFILES_REQUEST_COUNTER_H_
