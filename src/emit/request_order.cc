// The rules of order that providers check and their types do not tell.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "emit/outline.h"
#include "history/image_size.h"
#include "value/map.h"

namespace galley {
namespace {

using history::Part;
using history::Role;
using Type = Part::Type;

// Marks that Anthropic takes in one request, and images; where there are more than a few, they
// must be small, and all together must not be large.
constexpr size_t kMostMarks = 4;
constexpr size_t kMostImages = 600;
constexpr size_t kFewImages = 20;
constexpr uint32_t kMostPixels = 2'000;
constexpr uint64_t kMostBytes = 32'000'000;

class OrderChecker {
 public:
  OrderChecker(const Outgoing& outgoing, Provider provider, const Outline& outline, Losses* losses)
      : outgoing_(outgoing), provider_(provider), outline_(outline), losses_(losses) {}

  Result<void> Check() {
    // What comes out of those is a text, whatever the order.
    const bool has_order = provider_ != Provider::kHuggingFace && provider_ != Provider::kText;
    if (has_order) TRY(CheckPairs());
    TRY(CheckPrefixes());
    switch (provider_) {
      case Provider::kResponses:
        return CheckReasoning();
      case Provider::kAnthropic:
        TRY(CheckTurns());
        TRY(CheckLast());
        return CheckAnthropic();
      case Provider::kGemini:
        TRY(CheckTurns());
        return CheckGemini();
      case Provider::kMistral:
        WarnOfUserAfterResults();
        return CheckLast();
      default:
        return {};
    }
  }

 private:
  Diagnostic Broken(size_t message, std::string_view rule) const {
    return Report(Code::kRequestOrder, MessageName(message) + ": " + std::string(rule) + " (" +
                                           std::string(NameOf(provider_)) + ")");
  }

  // Every call is answered in the next message, once; every result has its call there.
  Result<void> CheckPairs() {
    OrderedMap<size_t, std::string_view> seen;
    for (size_t at = 0; at < outline_.size(); ++at) {
      const OutlineMessage& message = outline_[at];
      if (message.is_tool()) {
        const bool behind_calls = at > 0 && outline_[at - 1].is_assistant();
        TRY(CheckAnswers(behind_calls ? &outline_[at - 1] : nullptr, &message));
        continue;
      }
      for (const Part& part : message.parts) {
        if (part.type != Type::kToolCall || seen.Insert(part.id, at).second) continue;
        return Report(Code::kDuplicateToolCall,
                      MessageName(message.index) + " calls a tool by an id that was used before");
      }
      const bool answered = at + 1 < outline_.size() && outline_[at + 1].is_tool();
      if (!answered) TRY(CheckAnswers(&message, nullptr));
    }
    return {};
  }

  Result<void> CheckAnswers(const OutlineMessage* calls, const OutlineMessage* results) {
    OrderedMap<bool, std::string_view> open;
    size_t unanswered = 0;
    if (calls) {
      for (const Part& part : calls->parts) {
        if (part.type == Type::kToolCall) unanswered += open.Insert(part.id, true).second;
      }
    }
    if (results) {
      for (const Part& result : results->parts) {
        bool* is_open = open.Find(result.id);
        if (!is_open || !*is_open) {
          return Broken(results->index, "a result answers no call of the message before it");
        }
        *is_open = false;
        --unanswered;
      }
    }
    if (unanswered == 0) return {};
    return Broken(calls->index, "every call must be answered in the next message");
  }

  // Only some go on from the end of a conversation, and none from its middle.
  Result<void> CheckPrefixes() const {
    std::vector<Diagnostic> problems;
    for (size_t at = 0; at < outline_.size(); ++at) {
      const OutlineMessage& message = outline_[at];
      if (!message.prefix) continue;
      const std::string name = MessageName(message.index) + " is marked as a prefix";
      if (at + 1 < outline_.size()) {
        problems.push_back(Report(Code::kPrefixUnsupported,
                                  name + ", but others follow it: the answer can go on from the "
                                         "last message only"));
        continue;
      }
      if (GoesOn()) continue;
      problems.push_back(Report(Code::kPrefixUnsupported,
                                name + ", which " + Quoted(NameOf(provider_)) + " cannot express",
                                provider_ == Provider::kAnthropic
                                    ? "models before 4.6 can: name yours with `model`"
                                    : "`mistral`, `huggingface`, `messages` and `text` can"));
    }
    if (problems.empty()) return {};
    return Error(std::move(problems));
  }

  // Whether an answer can go on from the last message.
  bool GoesOn() const {
    switch (provider_) {
      case Provider::kMistral:
      case Provider::kHuggingFace:
      case Provider::kText:
        return true;
      case Provider::kAnthropic:
        return !RefusesPrefill(outgoing_);
      default:
        return false;
    }
  }

  // Mistral's own validator takes it since April 2026, but its service has refused it.
  void WarnOfUserAfterResults() {
    for (size_t at = 1; at < outline_.size(); ++at) {
      if (outline_[at].role != Role::kUser || !outline_[at - 1].is_tool()) continue;
      losses_->Add(Code::kRequestOrder, outline_[at].index,
                   "the user speaks directly behind results, which the provider may refuse");
    }
  }

  // The system's messages alone are no conversation.
  Result<void> CheckTurns() const {
    const auto is_turn = [](const OutlineMessage& message) { return !message.is_system(); };
    if (std::any_of(outline_.begin(), outline_.end(), is_turn)) return {};
    return Report(Code::kRequestOrder, "the conversation has no message but the system's, which " +
                                           Quoted(NameOf(provider_)) + " refuses");
  }

  // The assistant's must not be the last, unless the answer goes on from it.
  Result<void> CheckLast() {
    if (outline_.empty() || !outline_.back().is_assistant() || outline_.back().prefix) return {};
    if (provider_ == Provider::kMistral || RefusesPrefill(outgoing_)) {
      return Broken(outline_.back().index, "the last message must not be the assistant's");
    }
    losses_->Add(
        Code::kPrefixImplied, outline_.back().index,
        "the last message is the assistant's: the answer goes on from it as from a prefix");
    return {};
  }

  // A reasoning item belongs to the item of the assistant's behind it.
  Result<void> CheckReasoning() const {
    for (const OutlineMessage& message : outline_) {
      if (!message.is_assistant()) continue;
      const Part& last = message.parts.back();
      const Value* type = last.type == Type::kOpaque && last.value.is_map()
                              ? FindItem(last.value, "type")
                              : nullptr;
      if (!type || !type->is_string() || type->as_string() != "reasoning") continue;
      const bool goes_on = &message != &outline_.back() && (&message + 1)->is_assistant();
      if (!goes_on) {
        return Broken(message.index, "reasoning must stand before an item of the assistant's");
      }
    }
    return {};
  }

  Result<void> CheckAnthropic() const {
    size_t first = 0;
    while (outline_[first].is_system()) ++first;
    if (outline_[first].role != Role::kUser) {
      return Broken(outline_[first].index, "the first message must be the user's");
    }
    const OutlineMessage& last = outline_.back();
    if (last.is_assistant() && last.parts.back().type == Type::kText &&
        std::string_view(" \t\n\r").find(last.parts.back().text.back()) != std::string_view::npos) {
      return Broken(last.index, "a message from which the answer goes on must not end in blanks");
    }
    for (size_t at = first; at < outline_.size(); ++at) {
      TRY(CheckBlocks(outline_[at]));
      const bool begins_run = outline_[at].is_system() && !outline_[at - 1].is_system();
      if (begins_run) TRY(CheckSystem(at));
    }
    TRY(CheckImages());
    return CheckMarks();
  }

  Result<void> CheckBlocks(const OutlineMessage& message) const {
    const auto thinks = [](const Part& part) { return part.type == Type::kThinking; };
    if (message.is_assistant() && std::all_of(message.parts.begin(), message.parts.end(), thinks)) {
      return Broken(message.index, "a message of the assistant's must not be thinking alone");
    }
    const auto calls = [](const Part& part) {
      return part.type == Type::kToolCall || part.type == Type::kToolResult;
    };
    if (outgoing_.tools.empty() && std::any_of(message.parts.begin(), message.parts.end(), calls)) {
      return Broken(message.index, "tools must be defined where a conversation calls them");
    }
    return {};
  }

  // A run of them: behind the user, and last or before the assistant.
  Result<void> CheckSystem(size_t at) const {
    size_t after = at;
    while (after < outline_.size() && outline_[after].is_system()) ++after;
    const bool behind_user = !outline_[at - 1].is_assistant();
    const bool before_assistant = after == outline_.size() || outline_[after].is_assistant();
    if (behind_user && before_assistant) return {};
    return Broken(outline_[at].index,
                  "the system speaks behind the user only, and before the assistant or last");
  }

  // How many images there are, how large they are, and how much there is in all.
  Result<void> CheckImages() const {
    size_t images = 0;
    uint64_t bytes = 0;
    const OutlineMessage* large = nullptr;
    const auto count = [&](const Part& part, const OutlineMessage& message) {
      bytes += part.text.size() + part.data.size();
      if (part.type != Type::kImage) return;
      ++images;
      const std::optional<history::ImageSize> read = history::ReadImageSize(part.data);
      const uint32_t width = part.width > 0 ? part.width : read ? read->width : 0;
      const uint32_t height = part.height > 0 ? part.height : read ? read->height : 0;
      if (!large && std::max(width, height) > kMostPixels) large = &message;
    };
    for (const OutlineMessage& message : outline_) {
      for (const Part& part : message.parts) {
        count(part, message);
        for (const Part& inner : part.content()) count(inner, message);
      }
    }
    if (images > kMostImages) {
      return Broken(outline_.back().index, "a request has 600 images at most");
    }
    if (images > kFewImages && large) {
      return Broken(large->index,
                    "where a request has more than 20 images, none has more than "
                    "2,000 pixels on a side");
    }
    if (bytes > kMostBytes) {
      return Broken(outline_.back().index, "a request has 32 MB at most");
    }
    return {};
  }

  Result<void> CheckMarks() const {
    size_t marks = 0;
    bool short_seen = false;
    for (const OutlineMessage& message : outline_) {
      if (!message.cache) continue;
      if (++marks > kMostMarks) {
        return Broken(message.index, "a request has four marks for caching at most");
      }
      const bool is_long = message.ttl == "1h";
      if (is_long && short_seen) {
        return Broken(message.index, "marks of one hour must stand before those of five minutes");
      }
      short_seen |= !is_long;
    }
    return {};
  }

  // Calls stand behind the user's messages and results; joined messages are one.
  Result<void> CheckGemini() const {
    const auto calls = [](const Part& part) { return part.type == Type::kToolCall; };
    bool leads = true;
    for (const OutlineMessage& message : outline_) {
      if (message.is_system()) continue;
      leads &= message.is_assistant();
      if (leads && std::any_of(message.parts.begin(), message.parts.end(), calls)) {
        return Broken(message.index, "calls must stand behind a message of the user's or results");
      }
    }
    return {};
  }

  const Outgoing& outgoing_;
  Provider provider_;
  const Outline& outline_;
  Losses* losses_;
};

}  // namespace

Result<void> CheckOrder(const Outgoing& outgoing, Provider provider, const Outline& outline,
                        Losses* losses) {
  return OrderChecker(outgoing, provider, outline, losses).Check();
}

}  // namespace galley
