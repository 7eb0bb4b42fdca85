// Messages are paired by the node that printed them, in order; what has no partner was added or
// removed.
#include "diff/chat_diff.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/seeded_hash.h"
#include "history/message_text.h"
#include "history/message_value.h"

namespace galley::diff {
namespace {

using history::Message;

std::string TextOfMessage(const Message& message) {
  return message.is_text() ? std::string(message.content) : history::ReadableText(message);
}

// In all that is written of them.
bool AreEqual(const Message& a, const Message& b) {
  if (a.role != b.role || a.parts.size() != b.parts.size()) return false;
  Heap heap(Limits::Ceiling());
  return TextOf(history::MessageValue(a, &heap)) == TextOf(history::MessageValue(b, &heap));
}

// Pairs of messages that are the same part of the conversation, in order.
class Alignment {
 public:
  Alignment(const Side& a, const Side& b) : a_(a), b_(b) {}

  // Calls `found` with the numbers of both, or of the one that there is.
  template <class Found>
  void Run(Found found) {
    std::unordered_map<std::string, std::vector<uint32_t>, SeededHash> in_b;
    const auto size_b = static_cast<uint32_t>(b_.messages.size());
    for (uint32_t i = size_b; i-- > 0;) in_b[KeyOfMessage(b_, i)].push_back(i);
    uint32_t next = 0;
    for (uint32_t i = 0; i < a_.messages.size(); ++i) {
      const auto at = in_b.find(KeyOfMessage(a_, i));
      if (at != in_b.end()) {
        // Those that were passed already are of no more use.
        while (!at->second.empty() && at->second.back() < next) at->second.pop_back();
      }
      if (at == in_b.end() || at->second.empty()) {
        found(i, chat::kAbsent);
        continue;
      }
      const uint32_t partner = at->second.back();
      for (; next < partner; ++next) found(chat::kAbsent, next);
      found(i, next++);
    }
    for (; next < size_b; ++next) found(chat::kAbsent, next);
  }

 private:
  // The node that its first piece is of; the role where one of them has no template.
  std::string KeyOfMessage(const Side& side, uint32_t message) const {
    const bool are_traced = a_.trace && b_.trace;
    const Spot spot = are_traced ? SpotOfMessage(side, message, 0) : Spot();
    if (spot.piece) return KeyOf(side, spot.piece->by);
    return std::string(history::RoleName(side.messages[message].role));
  }

  const Side& a_;
  const Side& b_;
};

class Comparer {
 public:
  Comparer(const Side& a, const CacheText& text_a, const Side& b, const CacheText& text_b,
           const TokenCounter& tokens)
      : a_(a), b_(b), text_a_(text_a), text_b_(text_b), tokens_(tokens) {}

  ChatDiff Run() {
    ChatDiff diff;
    diff.of = TokensOfSide(a_);
    diff.of_b = TokensOfSide(b_);
    diff.same = text_a_.text == text_b_.text;
    diff.bytes = SharedBytes(text_a_.text, text_b_.text);
    diff.tokens = diff.same ? diff.of : PrefixTokens(diff.bytes);
    if (diff.same) return diff;
    const CauseFinder causes(a_, b_);
    diff.first = causes.Find(FindSpot(a_, text_a_, diff.bytes), FindSpot(b_, text_b_, diff.bytes));
    FindChanges(causes, &diff);
    return diff;
  }

 private:
  uint64_t TokensOfSide(const Side& side) const {
    uint64_t sum = side.tool_tokens;
    for (const Message& message : side.messages) sum += TokensOf(message, tokens_);
    return sum;
  }

  uint64_t PrefixTokens(size_t bytes) const {
    uint64_t sum = ToolTokens(bytes);
    const std::vector<size_t> ends = EndsOfMessages(text_a_, a_.messages.size());
    for (size_t at = 0; at < ends.size(); ++at) {
      if (ends[at] > 0 && ends[at] <= bytes) sum += TokensOf(a_.messages[at], tokens_);
    }
    const CacheElement* in_a = text_a_.ElementAt(bytes);
    const CacheElement* in_b = text_b_.ElementAt(bytes);
    if (!in_a || !in_b || in_a->message == UINT32_MAX || in_b->message == UINT32_MAX) return sum;
    return sum + SharedTokens(CountMessage(a_.messages[in_a->message], tokens_),
                              CountMessage(b_.messages[in_b->message], tokens_), tokens_);
  }

  // All of them, or what their lines take where one of them is another.
  uint64_t ToolTokens(size_t bytes) const {
    uint64_t sum = 0;
    for (const CacheElement& element : text_a_.elements) {
      if (element.kind != CacheElement::Kind::kTool) break;
      if (element.end > bytes) return std::min(sum, a_.tool_tokens);
      const std::string_view line =
          std::string_view(text_a_.text).substr(element.begin, element.end - element.begin - 1);
      sum += tokens_.count(line);
    }
    return a_.tool_tokens;
  }

  void FindChanges(const CauseFinder& causes, ChatDiff* diff) const {
    Alignment(a_, b_).Run([&](uint32_t in_a, uint32_t in_b) {
      const Message* before = in_a == chat::kAbsent ? nullptr : &a_.messages[in_a];
      const Message* after = in_b == chat::kAbsent ? nullptr : &b_.messages[in_b];
      if (before && after && AreEqual(*before, *after)) return;
      Change change;
      change.has_before = before;
      change.has_after = after;
      if (before) change.before = TextOfMessage(*before);
      if (after) change.after = TextOfMessage(*after);
      const size_t shared = before && after ? SharedBytes(change.before, change.after) : 0;
      const Spot spot_a = before ? SpotOfMessage(a_, in_a, shared) : Spot();
      const Spot spot_b = after ? SpotOfMessage(b_, in_b, shared) : Spot();
      change.finding = causes.Find(spot_a, spot_b);
      change.tokens = static_cast<int64_t>(after ? TokensOf(*after, tokens_) : 0) -
                      static_cast<int64_t>(before ? TokensOf(*before, tokens_) : 0);
      diff->changes.push_back(std::move(change));
    });
  }

  const Side& a_;
  const Side& b_;
  const CacheText& text_a_;
  const CacheText& text_b_;
  const TokenCounter& tokens_;
};

}  // namespace

size_t SharedBytes(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  return static_cast<size_t>(std::mismatch(a.begin(), a.begin() + most, b.begin()).first -
                             a.begin());
}

uint64_t TokensOf(const Message& message, const TokenCounter& tokens) {
  return CountMessage(message, tokens).tokens();
}

ChatDiff CompareChats(const Side& a, const CacheText& text_a, const Side& b,
                      const CacheText& text_b, const TokenCounter& tokens) {
  return Comparer(a, text_a, b, text_b, tokens).Run();
}

}  // namespace galley::diff
